/** What one request carries: who asks, its deadline and counts, the loaders and the client. Made anew per request and never outlived by it. */
import { randomUUID } from 'node:crypto';
import { readTraceHeaders, type TraceHeaders } from '../../platform/tracing.ts';
import type { Caller } from './caller.ts';
import { createLoaders, type FieldDataClient, type Loaders } from '../reads/client.ts';
import { type KnownTimezones, Timezones } from '../reads/timezones.ts';
import type { CallScope } from '../upstream/call.ts';

export interface Context {
  requestId: string;
  caller: Caller;
  scope: CallScope;
  loaders: Loaders;
  client: FieldDataClient;
  /** The moment the operation began, always the same one: midnight must not come between two of its lists. */
  now: () => Date;
  timezones: Timezones;
}

/** What is the same for all operations of a gateway. */
export interface ContextOptions {
  client: FieldDataClient;
  deadlineMs: number;
  /** Calls of the request in flight at a time. */
  callsAtOnceMax: number;
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
}

/** The parts of an HTTP request that an operation depends on. */
export interface IncomingOperation {
  headers: { get(name: string): string | null };
  readonly signal: AbortSignal;
}

/** Makes the tools of a request. Whoever runs an operation has looked at the caller's fault: with it, calls would go out without a key. */
export function createContexts(options: ContextOptions) {
  const { client, deadlineMs, callsAtOnceMax, knownTimezones } = options;
  return ({ headers, signal }: IncomingOperation, { requestId, caller, operation }: Arrived): Context => {
    const trace = operation.traceHeaders ?? readTraceHeaders(headers);
    // The whole allow-list of what travels on: nothing else of the caller's headers reaches the service.
    const sent: Record<string, string> = { 'x-request-id': requestId, ...trace };
    if (caller.authorization !== undefined) sent.authorization = caller.authorization;
    const scope = new OperationScope(caller, signal, deadlineMs, sent);
    const at = options.now();
    const now = () => at;
    const timezones = new Timezones(knownTimezones, caller);
    const loaders = createLoaders(client, scope, callsAtOnceMax, { now, timezones });
    return { requestId, caller, scope, loaders, client, now, timezones };
  };
}

class OperationScope implements CallScope {
  readonly deadlineAt: number;
  readonly signal: AbortSignal;
  readonly headers: Record<string, string>;
  readonly counts = { calls: 0, retries: 0 };
  readonly #caller: Caller;

  constructor(caller: Caller, signal: AbortSignal, deadlineMs: number, headers: Record<string, string>) {
    this.#caller = caller;
    this.signal = signal;
    this.deadlineAt = performance.now() + deadlineMs;
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
