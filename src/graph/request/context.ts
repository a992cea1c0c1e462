/** What one request carries: who asks, its deadline and counts, the loaders and the client. Made anew per request and never outlived by it. */
import { randomUUID } from 'node:crypto';
import type { AbortSignalLike } from '../../platform/abort-signal.ts';
import { readTraceHeaders, type TraceHeaders } from '../../platform/tracing.ts';
import type { Caller } from './caller.ts';
import { createLoaders, type FieldDataClient, type Loaders } from '../reads/client.ts';
import { type KnownTimezones, Timezones } from '../reads/timezones.ts';
import type { CallScope } from '../upstream/call.ts';
import type { Freshness } from './freshness.ts';

export interface Context {
  requestId: string;
  caller: Caller;
  scope: OperationScope;
  loaders: Loaders;
  client: FieldDataClient;
  /** The moment the operation began, always the same one: midnight must not come between two of its lists. */
  now: () => Date;
  timezones: Timezones;
}

/** What is the same for all operations of a gateway. */
export interface ContextOptions {
  client: FieldDataClient;
  /** Calls of the request in flight at a time. */
  callsAtOnceMax: () => number;
  now: () => Date;
  /** What earlier operations were told of fields. */
  knownTimezones: KnownTimezones;
}

/** What was made where the request arrived. */
export interface Arrived {
  /** Made there so that refusals before execution carry it too. */
  requestId: string;
  /** Read there, where the caller's operations are counted. */
  caller: Caller;
  /** Its `traceHeaders` are the trace context of the operation's own span, in place of the caller's. */
  operation: { traceHeaders: TraceHeaders | undefined };
  /** Told of the operation's lists, where its answer may be given to others. */
  freshness?: Freshness | undefined;
}

/** The parts of an HTTP request that an operation depends on. */
export interface IncomingOperation {
  headers: { get(name: string): string | null };
  readonly signal: AbortSignalLike;
  /** Moment (`performance.now()`) after which nothing is waited for. */
  readonly deadlineAt: number;
  /** Told when a list of the operation has come or failed. */
  readonly onList?: (() => void) | undefined;
}

/** Makes the tools of a request. Whoever runs an operation has looked at the caller's fault: with it, calls would go out without a key. */
export function createContexts({ client, callsAtOnceMax, now, knownTimezones }: ContextOptions) {
  return (
    { headers, signal, deadlineAt, onList }: IncomingOperation,
    { requestId, caller, operation, freshness }: Arrived,
  ): Context => {
    const trace = operation.traceHeaders ?? readTraceHeaders(headers);
    // The whole allow-list of what travels on: nothing else of the caller's headers reaches the service.
    const sent: Record<string, string> = { 'x-request-id': requestId, ...trace };
    if (caller.authorization !== undefined) sent.authorization = caller.authorization;
    const scope = new OperationScope(caller, signal, deadlineAt, sent);
    scope.freshness = freshness;
    scope.onList = onList;
    const at = now();
    const moment = () => at;
    const timezones = new Timezones(knownTimezones, caller);
    const loaders = createLoaders(client, scope, callsAtOnceMax(), { now: moment, timezones });
    return { requestId, caller, scope, loaders, client, now: moment, timezones };
  };
}

export class OperationScope implements CallScope {
  readonly deadlineAt: number;
  readonly signal: AbortSignalLike;
  readonly headers: Record<string, string>;
  readonly counts = { calls: 0, retries: 0 };
  freshness: Freshness | undefined;
  onList: (() => void) | undefined;
  readonly #caller: Caller;

  constructor(caller: Caller, signal: AbortSignalLike, deadlineAt: number, headers: Record<string, string>) {
    this.#caller = caller;
    this.signal = signal;
    this.deadlineAt = deadlineAt;
    this.headers = headers;
  }

  get credential(): string {
    return this.#caller.credential;
  }
}

const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's own request id where it is well-formed, else a new one. */
export function readRequestId(sent: string | null): string {
  return sent !== null && requestIdPattern.test(sent) ? sent : `req_${randomUUID()}`;
}
