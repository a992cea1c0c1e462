/**
 * What came, as all behind it reads a request: method, path, headers by name, where from, a signal for a caller who goes away. A plain one
 * is read over node:http's own request: what a WHATWG Request has beyond that costs more than most operations.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbortSignalLike } from '../../platform/sync/abort-signal.ts';
import type { ReplyMediaType } from './negotiation.ts';

/** A plain request of an operation, or any other request. */
export type HttpRequest = NodeHttpRequest | FetchHttpRequest;

/** What is known of a plain request before it is read. */
export interface PlainTarget {
  pathname: string;
  search: string;
  mediaType: ReplyMediaType;
}

/** A POST of JSON of a stated length to the graph's path, or a GET of it, to be answered as JSON. */
export class NodeHttpRequest {
  readonly method: string;
  readonly pathname: string;
  /** The query of the address, without its question mark. */
  readonly search: string;
  /** What it is to be answered with. */
  readonly mediaType: ReplyMediaType;
  /** When it came (`performance.now()`): its body may have come later. */
  readonly startedAt = performance.now();
  /** The whole body; undefined before it has come, and where it ended early or is too large to be read. */
  body: Buffer | undefined;
  /** The part of WHATWG's Headers that reads one, its name in lower case. */
  readonly headers: Pick<Headers, 'get'> = this;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #signal: CallerSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, { pathname, search, mediaType }: PlainTarget) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method ?? '';
    this.pathname = pathname;
    this.search = search;
    this.mediaType = mediaType;
  }

  /** Address of the peer of the connection. */
  get peerAddress(): string {
    return this.#incoming.socket.remoteAddress ?? '';
  }

  /** Whether the connection closed before the reply was written. */
  get isGone(): boolean {
    return isGone(this.#outgoing);
  }

  /** Aborted when that happens. */
  get signal(): AbortSignalLike {
    this.#signal ??= new CallerSignal(this.#outgoing);
    return this.#signal;
  }

  get(name: string): string | null {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }
}

/** Any request, as WHATWG has it. */
export class FetchHttpRequest {
  readonly request: Request;
  readonly peerAddress: string;
  /** Found out by Yoga. */
  readonly mediaType = undefined;
  /** When it came (`performance.now()`). */
  readonly startedAt = performance.now();

  constructor(request: Request, peerAddress: string) {
    this.request = request;
    this.peerAddress = peerAddress;
  }

  get method(): string {
    return this.request.method;
  }

  /** Undefined where the request's address is none. */
  get pathname(): string | undefined {
    return URL.parse(this.request.url)?.pathname;
  }

  get headers(): Headers {
    return this.request.headers;
  }

  get isGone(): boolean {
    return this.request.signal.aborted;
  }
}

function isGone({ destroyed, writableFinished }: ServerResponse): boolean {
  return destroyed && !writableFinished;
}

/**
 * The part of an AbortSignal that the way to the service uses, for a caller who goes away. A real one for each request, made and listened
 * to whether or not anything is called, would be garbage for most; this is nothing until somebody listens.
 */
class CallerSignal implements AbortSignalLike {
  readonly #outgoing: ServerResponse;
  #listeners: Set<() => void> | undefined;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  get aborted(): boolean {
    return isGone(this.#outgoing);
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners ??= this.#watch();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  #watch(): Set<() => void> {
    const listeners = new Set<() => void>();
    this.#outgoing.once('close', () => {
      if (this.aborted) for (const listener of listeners) listener();
    });
    return listeners;
  }
}
