/**
 * Requests and responses reduced to what openapi-fetch reads, and the function between them. A WHATWG Request would cost more than its
 * call. Every layer of the upstream chain is a `Layer`.
 */
import { type AbortSignalLike, neverAborted } from '../../platform/sync/abort-signal.ts';
import type { Semaphore } from '../../platform/sync/semaphore.ts';
import type { Work } from '../../platform/sync/turns.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { type Lifetime, OperationLifetime, type WaitingOperations } from './lifetime.ts';
import type { UpstreamResponse } from './response.ts';

/** State shared by all calls of one operation. */
export interface CallScope {
  /** Moment (`performance.now()`, milliseconds) after which a response is of no use. */
  deadlineAt: number;
  /** Aborted when the caller disconnects. A write that was sent still finishes. */
  signal: AbortSignalLike;
  /** Headers of every call, in lower case: `authorization` (the caller's own, or absent), `x-request-id`, trace context. */
  headers: Record<string, string>;
  /** SHA-256 of the caller's credential, or '' without one: caches are keyed by it, never by the plain key. */
  credential: string;
  /** Counts of this operation, for its log line and for metrics. */
  counts: CallCounts;
  /** Memory of response bodies that only this operation reads, freed at its end. */
  readonly bodies?: Uint8Array[];
  /** The long work of the operation, if it is counted. */
  work?: Work | undefined;
  /**
   * Counts the records of a list, by the estimate while that is below the limit, and the bytes of its response. Throws
   * OPERATION_TOO_COMPLEX above a limit; for bytes it also ends the calls of the operation.
   */
  takeList?(estimate: number, list: unknown, bytes: number): void;
  /** Made from deadline and signal by the first call, so that all calls of the operation share one timer. */
  lifetime?: Lifetime;
  /** The lifetimes of all operations that wait for calls now, which a stop ends. */
  waiting?: WaitingOperations;
  /** The operation's slots by endpoint, and its headers as they are sent. The first call makes both. */
  slots?: Record<Endpoint, Semaphore>;
  headerList?: string[];
  /** Follows the calls of an operation that has a receipt: makes each call by `next`, and sets its `events`. */
  follower?: { follow(request: UpstreamRequest, next: Fetch): Promise<UpstreamResponse> };
}

/** The scope of calls that are made for no operation: without a key, and never aborted, unless `own` says otherwise. */
export function backgroundScope(timeoutMs: number, own?: Partial<CallScope>): CallScope {
  return {
    deadlineAt: performance.now() + timeoutMs,
    signal: neverAborted,
    headers: {},
    credential: '',
    counts: { calls: 0, retries: 0, fieldId: undefined },
    ...own,
  };
}

/** Events that the layers report about a followed call. */
export type CallEvent = 'CACHED' | 'REVALIDATED' | 'BATCHED' | 'FALLBACK' | 'RETRIED' | 'SENT';

/** Notified of the events of one call. */
export interface CallEvents {
  on(event: CallEvent): void;
  /** The events of a batch of several calls. Each of these calls is notified. */
  ofBatch(calls: readonly (CallEvents | undefined)[]): CallEvents;
}

export interface CallCounts {
  /** Calls of the operation, whether sent, coalesced or cached. */
  calls: number;
  /** Sends beyond the first of a call. */
  retries: number;
  /** The field of all calls; undefined without one, '' for several. */
  fieldId: string | undefined;
}

/**
 * The name of a call that operations make. Each has its own bulkhead, breaker and label in metrics. `document` is for documents about the
 * service itself: no operation requests them.
 */
export type Endpoint = string;

export type BreakerState = 'closed' | 'open' | 'half-open';

/** Events of the upstream chain, for metrics. None names a caller, a key or a field. */
export interface UpstreamObserver {
  /** One send to the service ended: with a status, or with a code if there was no response. `ABANDONED`: the caller disconnected. */
  sent?(endpoint: Endpoint, outcome: number | ErrorCode | 'ABANDONED', milliseconds: number): void;
  retried?(endpoint: Endpoint): void;
  /** A read was looked up in the cache: used without a request, used after a 304, or not used. */
  cached?(endpoint: Endpoint, use: 'hit' | 'revalidated' | 'miss'): void;
  /** Reports the number of fields sent in one call. */
  batched?(endpoint: Endpoint, fields: number): void;
  /** Reports the number of these that fell back to single-field calls. */
  fellBack?(endpoint: Endpoint, fields: number): void;
  breakerChanged?(endpoint: Endpoint, state: BreakerState): void;
}

/** All calls that operations make. */
export interface Endpoints {
  readonly reads: readonly Endpoint[];
  readonly writes: readonly Endpoint[];
  /** Reads that a write changes: never used without a request, and never coalesced with a call from before the response to the write. */
  readonly changing: readonly Endpoint[];
}

export interface UpstreamRequestInit
  extends Pick<UpstreamRequest, 'method' | 'headers' | 'scope' | 'endpoint'>,
    Partial<Pick<UpstreamRequest, 'body' | 'ifNoneMatch' | 'expectedBytes' | 'isProbe'>> {
  lifetime?: Lifetime | undefined;
}

/** The request class that openapi-fetch constructs with the final URL. It passes on unknown options, such as `scope` and `endpoint`. */
export class UpstreamRequest {
  readonly url: string;
  readonly method: string;
  /** Whether sending it twice changes nothing. */
  readonly isRead: boolean;
  /** Headers of this call, which add to those of its operation or replace them. Undefined if there are none, as for most reads. */
  headers: Headers | undefined;
  readonly body: string | undefined;
  readonly scope: CallScope;
  readonly endpoint: Endpoint;
  /** ETag of a cached response, for the service to confirm. '' is no condition: the service responds, whatever is cached. */
  readonly ifNoneMatch: string | undefined;
  /** Estimated size of the response to a read; 0 if unknown. */
  readonly expectedBytes: number;
  /** Set by a transport that rejected a call which is still on the wire. Resolves when the call has ended; until then it uses its slot. */
  unfinished: Promise<unknown> | undefined;
  /** Whether it waits for a slot. A time-out meanwhile says nothing about the service. */
  isWaiting = false;
  /** Undefined unless the operation has a receipt. */
  events: CallEvents | undefined;
  /** Whether an open breaker sends it to check if the endpoint has recovered. */
  readonly isProbe: boolean;
  #identity: string | undefined;
  readonly #lifetime: Lifetime | undefined;

  constructor(url: string, init: UpstreamRequestInit) {
    const { method, headers, body, scope, endpoint, ifNoneMatch, expectedBytes = 0, lifetime, isProbe = false } = init;
    this.url = url;
    this.method = method;
    this.isRead = method === 'GET' || method === 'HEAD';
    this.headers = headers?.keys().next().done === false ? headers : undefined;
    this.body = body;
    this.scope = scope;
    this.endpoint = endpoint;
    this.ifNoneMatch = ifNoneMatch;
    this.expectedBytes = expectedBytes;
    this.#lifetime = lifetime;
    this.isProbe = isProbe;
  }

  /** All sent headers by lower-case name: the operation's own object if the call adds none. Do not change it. */
  get sentHeaders(): Record<string, string> {
    const { headers } = this.scope;
    return this.headers === undefined ? headers : { ...headers, ...Object.fromEntries(this.headers) };
  }

  /** All headers on the wire, as names and values in turn: the cheapest form for undici. Do not change the list. */
  get headerList(): string[] {
    const { scope, sentHeaders, ifNoneMatch } = this;
    scope.headerList ??= listOf(scope.headers);
    const list = sentHeaders === scope.headers ? scope.headerList : listOf(sentHeaders);
    return ifNoneMatch ? [...list, 'if-none-match', ifNoneMatch] : list;
  }

  /** Equal for reads that may have the same response. '' if the credential is not that of the scope: such a read is never shared. */
  get identity(): string {
    const { credential } = this.scope;
    this.#identity ??=
      (this.sentHeaders.authorization !== undefined) === (credential !== '') ? `${credential} ${this.url}` : '';
    return this.#identity;
  }

  /** How long this call may take: the operation's time, unless it has one of its own. */
  get lifetime(): Lifetime {
    if (this.#lifetime) return this.#lifetime;
    const { scope } = this;
    scope.lifetime ??= new OperationLifetime(scope.deadlineAt, scope.signal, scope.waiting);
    return scope.lifetime;
  }

  /** The same call with another lifetime or validator, or as a probe. */
  again(changes: Pick<UpstreamRequestInit, 'lifetime' | 'ifNoneMatch' | 'isProbe'>): UpstreamRequest {
    const again = new UpstreamRequest(this.url, { ...this, lifetime: this.#lifetime, ...changes });
    again.#identity = this.#identity;
    again.events = this.events;
    return again;
  }
}

function listOf(headers: Record<string, string>): string[] {
  // No gzip: on a local network, sending bytes costs less than compressing and decompressing them.
  // Without User-Agent, some firewalls refuse every call.
  const list = ['accept-encoding', 'identity', 'user-agent', 'Fieldgraph'];
  for (const name in headers) list.push(name, headers[name] as string);
  return list;
}

/** Sends calls to the service. */
export interface Transport {
  fetch: Fetch;
  /** Whether undici sends the calls, whose instrumentation would add spans and headers of its own. */
  readonly usesUndici?: boolean;
  /** Calls of one operation to an endpoint at once, if the transport has its own bound. */
  readonly operationCallsMax?: number;
  /** Cuts the calls of an endpoint that are on the wire: they reject with UPSTREAM_UNAVAILABLE. Absent if nothing can be cut. */
  cut?(endpoint: Endpoint): void;
  /** Waits a moment for the calls in flight, then closes all connections. */
  close(): Promise<void>;
}

/** Sends a request. Rejects only with a GatewayError: time-out, unavailable, overloaded or malformed. */
export type Fetch = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/** One step of a call: takes the next step and returns one of the same type. */
export type Layer = (next: Fetch) => Fetch;
