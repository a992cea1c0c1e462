/**
 * The seam under openapi-fetch: a request and a response reduced to what it reads, and the one function between them.
 * A WHATWG Request costs more than the call it describes; every layer of the upstream chain is a `Layer` over this seam.
 */
import type { AbortSignalLike } from '../../platform/sync/abort-signal.ts';
import type { Work } from '../../platform/sync/turns.ts';
import { type Lifetime, OperationLifetime } from './lifetime.ts';
import type { UpstreamResponse } from './response.ts';

/** What one operation lends to each of its calls: how long it may take, when to give up, and who is asking. */
export interface CallScope {
  /** Moment (`performance.now()`, milliseconds) after which no answer is worth anything. */
  deadlineAt: number;
  /** Aborted when the caller went away. A write that was sent is finished all the same. */
  signal: AbortSignalLike;
  /** What every call of the operation carries, in lower case: `authorization` (the caller's own, or absent), `x-request-id`, trace context. */
  headers: Record<string, string>;
  /** SHA-256 of the caller's credential, or '' without one: what may be shared or kept is keyed by it, never by the key in clear. */
  credential: string;
  /** Counts of this operation, for its log line and for metrics. */
  counts: CallCounts;
  /** The long work of the operation, where it is counted. */
  work?: Work | undefined;
  /** Counts records that came. Throws OPERATION_TOO_COMPLEX where they are more than one operation may read. */
  takeRecords?(count: number): void;
  /** Made from deadline and signal by the first call, so that all calls of the operation share one timer. */
  lifetime?: Lifetime;
}

export interface CallCounts {
  /** Calls the operation asked for, whether sent, shared or answered by the cache. */
  calls: number;
  /** Sends beyond the first of a call. */
  retries: number;
}

/**
 * The name of a call that operations make: one bulkhead, one breaker and one label of the metrics each. `document` is what the service
 * publishes about itself: asked by the gateway alone, never on the way of an operation.
 */
export type Endpoint = string;

/** All calls that operations make. */
export interface Endpoints {
  readonly reads: readonly Endpoint[];
  readonly writes: readonly Endpoint[];
  /** Reads whose answers a write changes: never used unasked, and none joins a call that was sent before a write was answered. */
  readonly changing: readonly Endpoint[];
}

export interface UpstreamRequestInit {
  method: string;
  headers: Headers;
  body?: string | undefined;
  scope: CallScope;
  endpoint: Endpoint;
  ifNoneMatch?: string | undefined;
  expectedBytes?: number | undefined;
}

/**
 * The request class given to openapi-fetch, which constructs it with the final URL and its init.
 * `scope` and `endpoint` are the call's own options; openapi-fetch hands unknown options on in the init.
 */
export class UpstreamRequest {
  readonly url: string;
  readonly method: string;
  /** Whether sending it twice changes nothing. */
  readonly isRead: boolean;
  /** What it carries beside its operation's headers, and in place of those of the same name. Mostly nothing: a read has none. */
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly scope: CallScope;
  readonly endpoint: Endpoint;
  /** ETag of a kept answer: the service may say that it still holds. */
  readonly ifNoneMatch: string | undefined;
  /** About how large the answer of a read will be, where that is known. */
  readonly expectedBytes: number;
  /**
   * Set by a transport that told the caller to go while the call is still on the wire: resolves when it is off it. Until then the
   * call holds its place.
   */
  unfinished: Promise<void> | undefined;
  #identity: string | undefined;
  #lifetime: Lifetime | undefined;
  /** Whether an open breaker sends it to find out whether the endpoint has recovered. */
  isProbe = false;

  constructor(
    url: string,
    { method, headers, body, scope, endpoint, ifNoneMatch, expectedBytes = 0 }: UpstreamRequestInit,
  ) {
    this.url = url;
    this.method = method;
    this.isRead = method === 'GET' || method === 'HEAD';
    this.headers = headers;
    this.body = body;
    this.scope = scope;
    this.endpoint = endpoint;
    this.ifNoneMatch = ifNoneMatch;
    this.expectedBytes = expectedBytes;
  }

  /** All headers by lower-case name, as they are sent: the operation's own object where the call adds none. Not to be changed. */
  get sentHeaders(): Record<string, string> {
    const isAlone = this.headers.keys().next().done;
    return isAlone ? this.scope.headers : { ...this.scope.headers, ...Object.fromEntries(this.headers) };
  }

  /**
   * What two reads must have in common to be given the same answer, or '' where a read stands for itself alone: one whose
   * credential is not told by the hash of its scope must never meet another's answer.
   */
  get identity(): string {
    const isToldByScope = (this.sentHeaders.authorization !== undefined) === (this.scope.credential !== '');
    this.#identity ??= isToldByScope ? `${this.scope.credential} ${this.url}` : '';
    return this.#identity;
  }

  /** How long this call may be waited for: the operation's time, shared with its other calls, unless it was given its own. */
  get lifetime(): Lifetime {
    if (this.#lifetime) return this.#lifetime;
    const { scope } = this;
    scope.lifetime ??= new OperationLifetime(scope.deadlineAt, scope.signal);
    return scope.lifetime;
  }

  /** The same read for a time of its own. */
  within(lifetime: Lifetime): UpstreamRequest {
    return this.#again(lifetime, undefined);
  }

  /** The same call as a probe, for a time of its own. */
  asProbe(lifetime: Lifetime): UpstreamRequest {
    const probe = this.#again(lifetime, this.ifNoneMatch);
    probe.isProbe = true;
    return probe;
  }

  /** The same read, asked as "is it still this?". */
  validating(etag: string): UpstreamRequest {
    return this.#again(this.#lifetime, etag);
  }

  #again(lifetime: Lifetime | undefined, ifNoneMatch: string | undefined): UpstreamRequest {
    const { url, method, headers, body, scope, endpoint, expectedBytes } = this;
    const again = new UpstreamRequest(url, { method, headers, body, scope, endpoint, ifNoneMatch, expectedBytes });
    again.#identity = this.#identity;
    again.#lifetime = lifetime;
    return again;
  }
}

export type { UpstreamResponse };

/** What carries a call in the end. */
export interface Transport {
  fetch: Fetch;
  /** Cuts the calls of an endpoint that are on the wire: they reject with UPSTREAM_UNAVAILABLE. Absent where nothing can be cut. */
  cut?(endpoint: Endpoint): void;
  /** Lets the calls in flight finish for a moment, then closes what it holds open. */
  close(): Promise<void>;
}

/** Sends a request. Rejects with a GatewayError alone: time-out, unavailable, overloaded or malformed. */
export type Fetch = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/** One thing on the way of a call: takes the next step and gives a step of the same shape. */
export type Layer = (next: Fetch) => Fetch;
