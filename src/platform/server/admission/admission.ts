/**
 * Admission control: whether an overloaded process begins one more request. Work beyond capacity must be refused while it is still
 * cheap, or every caller waits for all that came before: latency grows with the load's length, and answers come when nobody waits.
 *
 * Three signals, each standard for its kind. The delay of the event loop, as CoDel measures a queue (RFC 8289): one long turn is a burst and
 * passes, delay that stays while requests are in flight is load. Then a turn takes new work only for its first milliseconds. Requests in flight, under a limit
 * that shrinks by a factor while the loop is late and grows back by steps (AIMD, as RFC 5681 does for a congestion window): work that
 * was begun and waits for the service comes back as load later. And memory, before the heap ends.
 */
import { type EventLoop, watchEventLoop } from './event-loop.ts';
import { memoryRatio } from '../../sync/memory-ratio.ts';

export type RefusalReason = 'delay' | 'in_flight' | 'memory';

export interface AdmissionOptions {
  /** Milliseconds by which turns of the event loop may be late, turn after turn, before requests are refused. 0 refuses nothing. */
  delayMsMax: number;
  /** Told when refusing begins and ends. */
  onChange?: ((isOverloaded: boolean) => void) | undefined;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  memory?: () => number;
  watch?: (onTurn: (lateMs: number) => void) => EventLoop;
}

export type Admission = ReturnType<typeof createAdmission>;

/** Late turns must go on for this long to be load and no burst. */
const sustainedMs = 500;
/** Part of the allowed delay during which a turn accepts new work. */
const turnRatio = 0.5;
/** Without a refusal for this long the load is over. */
const recoveredMs = 300;
/** How often the limit of requests in flight is adjusted. */
const adjustEveryMs = 100;
const inFlightCeiling = 4_096;
/**
 * Below it everyone is admitted: a loop that is late with less to do is late for reasons that no refusal mends, such as a throttled CPU.
 * And refusing everything would leave a full heap full: what runs is what lets the collector run.
 */
const inFlightFloor = 8;
const decrease = 0.8;
const increase = 0.1;
const memoryRatioMax = 0.85;

/** Admission to one process: every listener of the process uses the same. */
export function createAdmission(options: AdmissionOptions) {
  const { delayMsMax, onChange, now = () => performance.now(), memory = memoryRatio, watch = watchEventLoop } = options;
  let inFlight = 0;
  let inFlightMax = inFlightCeiling;
  /** The most since the limit was adjusted last. */
  let peak = 0;
  /** In this turn: short requests end before the next begins, so that none is in flight with another. */
  let begun = 0;
  let adjustedAt = now();
  let onTimeAt = now();
  let refusedAt = Number.NEGATIVE_INFINITY;
  let isOverloaded = false;
  let isFull = false;
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
    onChange?.(overloaded);
  }

  function adjust(at: number): void {
    isFull = memory() > memoryRatioMax;
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
    if (inFlight >= inFlightMax) return isFull ? 'memory' : 'in_flight';
    return isOverloaded && loop.overdueMs() > delayMsMax * turnRatio ? 'delay' : undefined;
  }

  const loop = delayMsMax > 0 ? watch(turnEnded) : undefinedLoop;
  return {
    /** Why one more request may not begin; undefined where it may: then `leave` has to be called once when it has ended. */
    enter(): RefusalReason | undefined {
      const reason = delayMsMax > 0 ? refusal() : undefined;
      if (reason !== undefined) {
        refusedAt = now();
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
    /** For operators: requests that were begun and have not ended, and how many there may be now. */
    load: () => ({ inFlight, inFlightMax }),
    close: loop.close,
  };
}

const undefinedLoop: EventLoop = { overdueMs: () => 0, close: () => undefined };
