/**
 * The seam under openapi-fetch: a request and a response reduced to what it reads, and the one function between them.
 * A WHATWG Request costs more than the call it describes; every layer of the upstream chain is a `Layer` over this seam.
 */

/** What one operation lends to each of its calls: how long it may take, when to give up, and who is asking. */
export interface CallScope {
  /** Moment (`performance.now()`, milliseconds) after which no answer is worth anything. */
  deadlineAt: number;
  /** Aborted when the caller went away. A write that was sent is finished all the same. */
  signal: AbortSignal;
  /** What every call of the operation carries: `authorization` (the caller's own, or absent), `x-request-id`, trace context. */
  headers: Record<string, string>;
  /** SHA-256 of the caller's credential, or '' without one: what may be shared or kept is keyed by it, never by the key in clear. */
  credential: string;
  /** Counts of this operation, for its log line and for metrics. */
  tally: CallTally;
}

export interface CallTally {
  /** Calls the operation asked for, whether sent, shared or answered by the cache. */
  calls: number;
  /** Sends beyond the first of a call. */
  retries: number;
}

export type Endpoint = 'weather' | 'earth-observations' | 'observations' | 'add-observation';

/** The request class given to openapi-fetch, which constructs it with the final URL and its init. */
export class UpstreamRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Set by openapi-fetch from the call's own options. */
  scope!: CallScope;
  endpoint!: Endpoint;

  constructor(url: string, init: { method: string; headers: Headers; body?: string }) {
    this.url = url;
    this.method = init.method;
    this.headers = init.headers;
    this.body = init.body;
  }

  /** Whether sending it twice changes nothing: a GET, in this contract. */
  get isRead(): boolean {
    return this.method === 'GET';
  }
}

export interface UpstreamResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** Sends a request. Rejects with a GatewayError alone: time-out, unavailable, overloaded or malformed. */
export type Fetch = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/** One thing on the way of a call: takes the next step and gives a step of the same shape. */
export type Layer = (next: Fetch) => Fetch;
