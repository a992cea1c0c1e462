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

export interface ContextOptions {
  /** Made where the request arrives, so that refusals before execution carry it too. */
  requestId: string;
  /** Read where the request arrives, which counts the caller's operations. */
  caller: Caller;
  client: FieldDataClient;
  deadlineMs: number;
  /** Calls of the request in flight at a time. */
  callsAtOnceMax: number;
  /** Trace context of the operation's own span, in place of the caller's. */
  traceHeaders?: TraceHeaders | undefined;
  now: () => Date;
  /** What earlier operations were told of fields. */
  knownTimezones: KnownTimezones;
}

/** The parts of an HTTP request that an operation depends on. */
export interface IncomingOperation {
  headers: { get(name: string): string | null };
  readonly signal: AbortSignal;
}

/** The request's tools. Whoever runs an operation has looked at the caller's fault: with it, calls would go out without a key. */
export function createContext(request: IncomingOperation, options: ContextOptions): Context {
  const { requestId, caller, client, deadlineMs, callsAtOnceMax } = options;
  const trace = options.traceHeaders ?? readTraceHeaders((name) => request.headers.get(name));
  const scope = new OperationScope(caller, request.signal, deadlineMs, upstreamHeaders(caller, requestId, trace));
  const at = options.now();
  const now = () => at;
  const timezones = new Timezones(options.knownTimezones, caller);
  const loaders = createLoaders(client, scope, callsAtOnceMax, { now, timezones });
  return { requestId, caller, scope, loaders, client, now, timezones };
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

/** The whole allow-list of what travels on: nothing else of the caller's headers reaches the service. */
function upstreamHeaders(caller: Caller, requestId: string, trace: TraceHeaders | undefined): Record<string, string> {
  const sent: Record<string, string> = { 'x-request-id': requestId, ...trace };
  if (caller.authorization !== undefined) sent.authorization = caller.authorization;
  return sent;
}
