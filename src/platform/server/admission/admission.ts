/**
 * Admission control: decides whether an overloaded process begins one more request. Work beyond capacity must be refused while it is still
 * cheap. Otherwise every caller waits for all earlier requests. Latency then grows as long as the load lasts, and responses arrive when
 * nobody waits any more.
 *
 * Three signals decide. The delay of the event loop, as CoDel measures a queue (RFC 8289): one late turn is a burst, delay that lasts while
 * requests are in flight is load. A turn then accepts new work only in its first milliseconds. A much longer turn accepts no more work at
 * once, because it would end after all requests that have arrived. The number of requests in flight: its limit
 * shrinks by a factor while the loop is late. It grows back by a tenth at a time, much as a congestion window does (RFC 5681). Requests
 * that wait for the service become load later. Memory: requests are refused before the heap is full.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { memoryRatio, newWorkRatioMax } from '../../sync/memory-ratio.ts';
import { cutOldestArriving } from '../buffered-bytes.ts';
import { connectionOf, type NodeHandler } from '../connection.ts';
import { type EventLoop, watchEventLoop } from './event-loop.ts';

export type RefusalReason = 'delay' | 'in_flight' | 'memory';

export interface AdmissionOptions {
  /** Milliseconds by which consecutive turns of the event loop may be late before requests are refused. 0 refuses nothing. */
  delayMsMax: number;
  /** Called when overload begins and ends, and when requests begin to be refused because of memory, and no longer are. */
  onChange: (isOverloaded: boolean, cause: 'delay' | 'memory') => void;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Cuts the request that has been arriving for longest, if there is one: it uses a slot and does no work. */
  cutArriving?: () => boolean;
  memory?: () => number;
  watch?: (onTurn: (lateMs: number) => void) => EventLoop;
}

export type Admission = ReturnType<typeof createAdmission>;

/** Turns must be late for this long to count as load and not as a burst. */
const sustainedMs = 500;
/** Part of the allowed delay during which a turn accepts new work. */
const turnRatio = 0.5;
/** A turn longer than this many allowed delays accepts no more work, whatever the turns before it were. */
const longTurns = 5;
/** Without a refusal for this long the load is over. */
const recoveredMs = 300;
/** Without a refusal for this long, memory is no longer short. It falls and rises by each collection of garbage. */
const memoryRecoveredMs = 10_000;
/** How often the limit of requests in flight is adjusted. */
const adjustEveryMs = 100;
const inFlightCeiling = 4_096;
/**
 * Below it every request is admitted: a loop that is late with less work is late for reasons that no refusal cures, such as a throttled
 * CPU. Refusing everything would also leave a full heap full: the collector runs only while requests run.
 */
const inFlightFloor = 8;
const decrease = 0.8;
const increase = 0.1;

/** Admission to one process: every listener of the process uses the same. */
export function createAdmission(options: AdmissionOptions) {
  const { delayMsMax, onChange, now = () => performance.now(), memory = memoryRatio, watch = watchEventLoop } = options;
  const { cutArriving = cutOldestArriving } = options;
  let inFlight = 0;
  let inFlightMax = inFlightCeiling;
  /** Most requests in flight since the last adjustment. */
  let peak = 0;
  /** Requests begun in this turn: short ones end before the next begins, so they are never in flight together. */
  let begun = 0;
  let adjustedAt = now();
  let onTimeAt = now();
  let refusedAt = Number.NEGATIVE_INFINITY;
  let isOverloaded = false;
  let isFull = false;
  let isMemoryShort = false;
  let shortAt = Number.NEGATIVE_INFINITY;
  let wasLate = false;

  function turnEnded(lateMs: number): void {
    const at = now();
    const isLate = lateMs > delayMsMax && Math.max(peak, begun) >= inFlightFloor;
    begun = 0;
    if (isLate) wasLate = true;
    else onTimeAt = at;
    const hasRecovered = !isLate && at - refusedAt > recoveredMs;
    if (isOverloaded ? hasRecovered : at - onTimeAt > sustainedMs) become(!isOverloaded);
    if (at - adjustedAt >= adjustEveryMs) adjust(at);
  }

  function become(overloaded: boolean): void {
    isOverloaded = overloaded;
    onChange(overloaded, 'delay');
  }

  function becomeShort(isShort: boolean): void {
    if (isMemoryShort === isShort) return;
    isMemoryShort = isShort;
    onChange(isShort, 'memory');
  }

  function adjust(at: number): void {
    isFull = memory() > newWorkRatioMax;
    if (!isFull && at - shortAt > memoryRecoveredMs) becomeShort(false);
    if (isFull || (wasLate && isOverloaded)) {
      inFlightMax = Math.max(inFlightFloor, Math.floor(Math.min(inFlightMax, peak) * decrease));
    } else if (peak * 2 > inFlightMax || !isOverloaded) {
      inFlightMax = Math.min(inFlightCeiling, Math.ceil(inFlightMax * (1 + increase)));
    }
    adjustedAt = at;
    wasLate = false;
    peak = inFlight;
  }

  function refusal(): RefusalReason | undefined {
    if (Math.max(inFlight, begun) < inFlightFloor) return undefined;
    if (inFlight >= inFlightMax && inFlightMax < inFlightCeiling) return isFull ? 'memory' : 'in_flight';
    const overdueMs = loop.overdueMs();
    if (overdueMs > delayMsMax * (isOverloaded ? turnRatio : longTurns)) return 'delay';
    // Otherwise memory is measured between turns.
    if (overdueMs > delayMsMax && memory() > newWorkRatioMax) return 'memory';
    // Without overload, a request that arrives slowly gives way to another.
    return inFlight >= inFlightMax && !cutArriving() ? 'in_flight' : undefined;
  }

  const loop = delayMsMax > 0 ? watch(turnEnded) : undefinedLoop;
  return {
    /** Returns why one more request may not begin, or undefined if it may. Then call `leave` once, when it has ended. */
    enter(): RefusalReason | undefined {
      const reason = delayMsMax > 0 ? refusal() : undefined;
      if (reason !== undefined) {
        refusedAt = now();
        if (reason === 'memory') {
          shortAt = refusedAt;
          becomeShort(true);
        }
        return reason;
      }
      inFlight += 1;
      begun += 1;
      if (inFlight > peak) peak = inFlight;
      return undefined;
    },
    leave(): void {
      inFlight -= 1;
    },
    /** For operators: requests in flight, and their limit now. */
    load: () => ({ inFlight, inFlightMax }),
    close: loop.close,
  };
}

const undefinedLoop: EventLoop = { overdueMs: () => 0, close: () => undefined };

interface Guard {
  admission: Admission;
  /** Responds to a refused request. Must not read its body. */
  refuse: NodeHandler;
  /** Paths that are never refused: health checks, which cost little and decide whether the process gets requests. */
  exempt: ReadonlySet<string>;
  onRefuse: (reason: RefusalReason) => void;
}

/** How the requests of a connection are counted as ended. */
const leaves = new WeakMap<Socket, () => void>();

/** Counts a request as ended although its response goes on. The response becomes the last of its connection. */
export function releaseAdmission(response: ServerResponse): void {
  const { socket } = response.req;
  const leave = leaves.get(socket);
  connectionOf(socket)?.endAfter(response);
  // A closed response has ended already.
  if (leave === undefined || response.destroyed) return;
  response.off('close', leave);
  leave();
}

/** Wraps a handler to run only for admitted requests. */
export function withAdmission(handler: NodeHandler, { admission, refuse, exempt, onRefuse }: Guard): NodeHandler {
  const leave = () => admission.leave();
  return (incoming, outgoing) => {
    const { socket, url = '' } = incoming;
    const end = url.indexOf('?');
    if (exempt.has(end < 0 ? url : url.slice(0, end))) return handler(incoming, outgoing);
    const reason = admission.enter();
    if (reason !== undefined) {
      onRefuse(reason);
      return refuse(incoming, outgoing);
    }
    if (!leaves.has(socket)) leaves.set(socket, leave);
    outgoing.on('close', leave);
    return handler(incoming, outgoing);
  };
}
