/** The context of one operation: its caller, deadline, counts, loaders and client. It ends with its operation. */
import type { AbortSignalLike } from '../../platform/sync/abort-signal.ts';
import { longWorkRatioMax, recentMemoryRatio } from '../../platform/sync/memory-ratio.ts';
import { freeBytes } from '../../platform/server/http-reply.ts';
import { readTraceHeaders } from '../../platform/log/trace-headers.ts';
import { nextTurn, type Work } from '../../platform/sync/turns.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from './caller.ts';
import { type FieldDataClient, type Loaders, OperationLoaders } from '../reads/client.ts';
import { countRecords } from '../reads/shape.ts';
import { type KnownTimezones, Timezones } from '../reads/timezones.ts';
import type { OperationRecord } from '../telemetry/record.ts';
import type { CallCounts, CallScope } from '../upstream/call.ts';
import { CallAbandoned } from '../upstream/lifetime.ts';
import { Freshness } from './freshness.ts';

export interface Context {
  caller: Caller;
  scope: OperationScope;
  loaders: Loaders;
  client: FieldDataClient;
  /** The moment of the calendar at which the operation began. It stays the same: midnight must not come between two of its lists. */
  now: () => Date;
  timezones: Timezones;
  freshness: Freshness;
}

/** Options that all operations of a gateway share. */
export interface ContextOptions {
  client: FieldDataClient;
  now: () => Date;
  /** The moment that windows are counted from. */
  calendar: () => Date;
  /** Maximum number of records in the lists of one operation, counted when they arrive. */
  recordsMax: number;
  /** Maximum number of bytes of their responses. */
  bytesMax: number;
  /** Timezones that earlier operations read. */
  knownTimezones: KnownTimezones;
}

/** An operation whose request has arrived, before it is read. */
export interface ArrivedOperation {
  /** Read where the caller's operations are counted. */
  caller: Caller;
  /** The record of its log line. Its `traceHeaders` are sent on in place of the caller's. */
  operation: OperationRecord;
  /** Called once with the moment (wall clock, milliseconds) until which caches may store the result; 0 if they may not. */
  onFreshUntil?: ((moment: number) => void) | undefined;
  /** Closes the connection of a client that does not read the result. */
  cut?: (() => void) | undefined;
}

/** What a context takes from a request, and the time of the execution that it is made for. */
export interface ContextRequest {
  headers: { get(name: string): string | null };
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignalLike;
  /** Moment (`performance.now()`) after which the operation waits for nothing. */
  readonly deadlineAt: number;
  /** Called when a list of the operation has arrived or failed. */
  readonly onList?: (() => void) | undefined;
}

/** Makes contexts. Check the caller's error first: with one, calls would be sent without a key. */
export function createContexts({ client, now, calendar, knownTimezones, ...limits }: ContextOptions) {
  return (request: ContextRequest, { caller, operation }: ArrivedOperation): Context => {
    const { headers, onList } = request;
    const trace =
      operation.traceHeaders ?? (headers.get('traceparent') === null ? undefined : readTraceHeaders(headers));
    // The complete allow-list: no other header of the caller reaches the service.
    const sent: Record<string, string> = { 'x-request-id': operation.requestId, ...trace };
    if (caller.authorization !== undefined) sent.authorization = caller.authorization;
    const scope = new OperationScope(caller, request, sent, limits);
    const at = calendar();
    const moment = () => at;
    const timezones = new Timezones(knownTimezones, caller);
    const freshness = new Freshness();
    if (calendar !== now) freshness.calendarLagMs = now().getTime() - at.getTime();
    const reading = { scope, now: moment, timezones, freshness, onList };
    const loaders = new OperationLoaders(client, reading) as OperationLoaders & Loaders;
    return { caller, scope, loaders, client, now: moment, timezones, freshness };
  };
}

/** An operation works on up to this many bytes of its lists without a pause. */
const shortBytesMax = 512 * 1024;

class OperationScope implements CallScope, Work {
  readonly work = this;
  readonly deadlineAt: number;
  readonly signal: AbortSignalLike;
  readonly headers: Record<string, string>;
  readonly counts: CallCounts = { calls: 0, retries: 0, fieldId: undefined };
  readonly bodies: Uint8Array[] = [];
  isLong = false;
  declare follower?: NonNullable<CallScope['follower']>;
  readonly #caller: Caller;
  readonly #limits: Pick<ContextOptions, 'recordsMax' | 'bytesMax'>;
  #records = 0;
  #countedRecords = 0;
  /** Lists whose records are only estimated. Most operations have one; an array that grows would reserve space for 17. */
  #estimated: unknown[] | undefined;
  #bytes = 0;
  #responseBytes = 0;
  declare lifetime?: NonNullable<CallScope['lifetime']>;

  /** `limits` are how many records and bytes its lists may have when they arrive. */
  constructor(
    caller: Caller,
    { signal, deadlineAt }: ContextRequest,
    headers: Record<string, string>,
    limits: Pick<ContextOptions, 'recordsMax' | 'bytesMax'>,
  ) {
    this.#caller = caller;
    this.signal = signal;
    this.deadlineAt = deadlineAt;
    this.headers = headers;
    this.#limits = limits;
  }

  /** Computed when the first call needs it: an operation without calls needs no hash. */
  get credential(): string {
    return this.#caller.credential;
  }

  begin(bytes: number): Promise<void> | undefined {
    this.#bytes += bytes;
    this.isLong = this.#bytes > shortBytesMax;
    return this.isLong ? this.turn() : undefined;
  }

  async turn(): Promise<void> {
    await nextTurn();
    const now = performance.now();
    if (this.signal.aborted) throw new CallAbandoned();
    if (now > this.deadlineAt)
      throw new GatewayError('UPSTREAM_TIMEOUT', { message: 'The operation exceeded its deadline (DEADLINE_MS).' });
    if (recentMemoryRatio(now) > longWorkRatioMax) throw new GatewayError('OVERLOADED', { message: outOfMemory });
  }

  release(): void {
    // The receipt reads the responses afterwards.
    if (this.follower !== undefined || this.bodies.length === 0) return;
    // In this turn, the cache may still copy a response that the operation did not wait for.
    setImmediate(freeBytes, this.bodies);
  }

  takeList(estimate: number, list: unknown, bytes: number): void {
    const { recordsMax, bytesMax } = this.#limits;
    this.#responseBytes += bytes;
    if (this.#responseBytes > bytesMax) {
      const error = new GatewayError('OPERATION_TOO_COMPLEX', {
        message: `The lists of the operation have more than the ${bytesMax} bytes that it may read (READ_BYTES_MAX). Request fewer lists, shorter windows, or fewer fields.`,
        limit: { name: 'READ_BYTES_MAX', max: bytesMax, actual: this.#responseBytes },
      });
      this.lifetime?.end(error);
      throw error;
    }
    this.#records += estimate;
    if (this.#estimated === undefined) this.#estimated = [list];
    else this.#estimated.push(list);
    if (this.#records <= recordsMax) return;
    for (const each of this.#estimated) this.#countedRecords += countRecords(each);
    this.#estimated = undefined;
    this.#records = this.#countedRecords;
    if (this.#records <= recordsMax) return;
    throw new GatewayError('OPERATION_TOO_COMPLEX', {
      message: `The lists of the operation have more records than the ${recordsMax} that it may read (RECORDS_READ_MAX). Request shorter windows or fewer fields.`,
      limit: { name: 'RECORDS_READ_MAX', max: recordsMax, actual: this.#records },
    });
  }
}

const outOfMemory = 'The gateway has no memory left for this operation: repeat it after a moment, or request less.';
