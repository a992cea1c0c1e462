/**
 * A request as the handlers of every port read it. It is read over node:http's own: making a WHATWG Request of one costs more than most
 * operations do (bench/RESULTS.md, layers). Yoga and the MCP library need one, so there is a second form.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbortSignalLike } from '../sync/abort-signal.ts';

/** What handlers read of a request. */
export interface HttpRequest {
  readonly method: string;
  /** Empty where the request's address is none. */
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
  /** The part of WHATWG's Headers that reads one, its name in lower case. */
  readonly headers: Pick<Headers, 'get'>;
  /** Address of the peer of the connection. */
  readonly peerAddress: string;
  /** Reads the whole body, once. */
  read(bytesMax: number): Promise<RequestBody>;
}

/** The bytes of a body, or why there are none: a BodyTooLargeError, or the error that ended it early. */
export type RequestBody = Uint8Array | Error;

/** A body of more bytes than its handler takes. No more than those were in memory. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

/** A request of node:http. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly pathname: string;
  /** When the head came (`performance.now()`): the body may have come later. */
  readonly startedAt = performance.now();
  /** Undefined before it is read. */
  body: RequestBody | undefined;
  readonly headers: Pick<Headers, 'get'> = this;
  protected readonly incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #search: string;
  #signal: CallerSignal | undefined;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { pathname, search }: { pathname: string; search: string },
  ) {
    this.incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method ?? '';
    this.pathname = pathname;
    this.#search = search;
  }

  get searchParams(): URLSearchParams {
    return new URLSearchParams(this.#search);
  }

  get peerAddress(): string {
    return this.incoming.socket.remoteAddress ?? '';
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
    const value = this.incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  read(bytesMax: number): Promise<RequestBody> {
    return new Promise((resolve) => this.collect(bytesMax, () => resolve(this.body as RequestBody)));
  }

  /** The same without a promise: calls `done` once `body` is there, at once where its stated length is too large. What comes later is dropped. */
  collect(bytesMax: number, done: () => void): void {
    const chunks: Buffer[] = [];
    let length = 0;
    const fail = (error: Error): void => {
      if (this.body !== undefined) return;
      this.body = error;
      done();
    };
    if (Number(this.get('content-length')) > bytesMax) {
      fail(new BodyTooLargeError());
      return;
    }
    this.incoming.on('data', (chunk: Buffer) => {
      length += chunk.byteLength;
      if (length <= bytesMax) chunks.push(chunk);
      else fail(new BodyTooLargeError());
    });
    this.incoming.on('end', () => {
      if (this.body !== undefined) return;
      this.body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      done();
    });
    this.incoming.on('error', fail);
  }
}

/** A WHATWG request. */
export class FetchRequest implements HttpRequest {
  readonly request: Request;
  readonly peerAddress: string;
  /** When it came (`performance.now()`). */
  readonly startedAt = performance.now();
  readonly #url: URL | null;

  constructor(request: Request, peerAddress: string) {
    this.request = request;
    this.peerAddress = peerAddress;
    this.#url = URL.parse(request.url);
  }

  get method(): string {
    return this.request.method;
  }

  get pathname(): string {
    return this.#url?.pathname ?? '';
  }

  get searchParams(): URLSearchParams {
    return new URLSearchParams(this.#url?.search);
  }

  get headers(): Headers {
    return this.request.headers;
  }

  get isGone(): boolean {
    return this.request.signal.aborted;
  }

  read(bytesMax: number): Promise<RequestBody> {
    return readBody(this.request, bytesMax);
  }
}

/** The same of a WHATWG request: `read` of an HttpRequest. */
export async function readBody(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  bytesMax: number,
): Promise<RequestBody> {
  if (Number(headers.get('content-length')) > bytesMax) return new BodyTooLargeError();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = body?.getReader();
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      // The rest is not waited for: the listener's own time limit ends a body that never does.
      if (length > bytesMax) return new BodyTooLargeError();
      chunks.push(value);
    }
    return Buffer.concat(chunks, length);
  } catch (error) {
    return error instanceof Error ? error : new Error('The body ended early.', { cause: error });
  }
}

function isGone({ destroyed, writableFinished }: ServerResponse): boolean {
  return destroyed && !writableFinished;
}

/**
 * The part of an AbortSignal that the path to the service uses, for a caller who goes away. A real one for each request, made and listened
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
