/**
 * A request as the handlers of every port read it, over the request of node:http. Making a WHATWG Request costs more than most operations
 * (bench/RESULTS.md, layers). Yoga and the MCP library need one: fetch-request.ts.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { AbortSignalLike } from '../sync/abort-signal.ts';
import { countBody, UnreadReply } from './buffered-bytes.ts';

/** The part of a request that handlers read. */
export interface HttpRequest {
  readonly method: string;
  /** Empty if the request's URL is invalid. */
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
  /** `get` of WHATWG's Headers, with names in lower case. */
  readonly headers: Pick<Headers, 'get'>;
  /** Address of the peer of the connection. */
  readonly peerAddress: string;
  /** Aborted once the caller no longer waits for a reply. */
  readonly signal: Pick<AbortSignalLike, 'aborted'>;
  /** Reads the whole body, once. */
  read(bytesMax: number): Promise<RequestBody>;
}

/** The bytes of a body, or why there are none: a BodyTooLargeError, or the error that ended it early. */
export type RequestBody = Uint8Array | Error;

/** In place of a body that nothing reads any more: a connection retains its latest request until the next one. */
export const bodyRead = new Uint8Array();

/** A body with more bytes than its handler accepts. No more than those were in memory. */
export class BodyTooLargeError extends Error {}

/** Chunks to join into one: the object of a chunk takes more memory than a few bytes. */
const chunksMax = 1_024;

/** Adds a chunk to those of a body, of which the first `joined` are joined already. Returns the new number of these. */
export function addChunk(chunks: Uint8Array[], joined: number, chunk: Uint8Array): number {
  if (chunks.push(chunk) - joined < chunksMax) return joined;
  return chunks.push(Buffer.concat(chunks.splice(joined)));
}

/** Whether this Content-Type is application/json in UTF-8, its default charset. */
export function isJsonType(contentType: string | null): boolean {
  // Browsers join a header that a program sets twice, such as in capitals next to the one of its library.
  const values = (contentType ?? '').toLowerCase().split(',');
  return values.every((value) => {
    const [type, ...parameters] = value.split(';').map((part) => part.trim());
    const charset = parameters.find((parameter) => /^charset\s*=/.test(parameter));
    return type === 'application/json' && (charset === undefined || /^charset\s*=\s*"?utf-?8"?$/.test(charset));
  });
}

/** A request of node:http. */
export class NodeRequest implements HttpRequest, AbortSignalLike {
  readonly method: string;
  readonly pathname: string;
  readonly peerAddress: string;
  /** When the head came (`performance.now()`): the body may have come later. */
  readonly startedAt = performance.now();
  /** Undefined before it is read. */
  body: RequestBody | undefined;
  readonly headers: Pick<Headers, 'get'> = this;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #search: string;
  /** Aborted when the connection closes before the reply is written. A real AbortSignal would be garbage for most requests. */
  readonly signal: AbortSignalLike = this;
  #onGone: Set<() => void> | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, url: Pick<URL, 'pathname' | 'search'>) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method ?? '';
    this.pathname = url.pathname;
    this.peerAddress = incoming.socket.remoteAddress ?? '';
    this.#search = url.search;
  }

  /** Closes the connection of a client that does not read the reply. */
  cut(): void {
    this.#incoming.socket.destroy(new UnreadReply());
  }

  get searchParams(): URLSearchParams {
    return new URLSearchParams(this.#search);
  }

  /** Whether the connection closed before the reply was written. */
  get aborted(): boolean {
    return this.#outgoing.destroyed && !this.#outgoing.writableFinished;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#onGone === undefined) {
      const listeners = new Set<() => void>();
      this.#onGone = listeners;
      this.#outgoing.on('close', () => {
        if (this.aborted) for (const each of listeners) each();
      });
    }
    this.#onGone.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#onGone?.delete(listener);
  }

  get(name: string): string | null {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  read(bytesMax: number): Promise<RequestBody> {
    return new Promise((resolve) => {
      this.collect(bytesMax, () => {
        resolve(this.body as RequestBody);
        this.body = bodyRead;
      });
    });
  }

  /** Like `read`, without a promise: calls `done` once `body` is set, at once if its stated length is too large. Drops later bytes. */
  collect(bytesMax: number, done: () => void): void {
    let chunks: Uint8Array[] = [];
    let joined = 0;
    let length = 0;
    let isCounted = false;
    const stated = Number(this.get('content-length') ?? bytesMax);
    const fail = (error: Error): void => {
      if (this.body !== undefined) return;
      this.body = error;
      chunks.length = 0;
      done();
    };
    if (stated > bytesMax) return void fail(new BodyTooLargeError());
    this.#incoming.on('data', (chunk: Buffer) => {
      length += chunk.byteLength;
      if (length > bytesMax) fail(new BodyTooLargeError());
      // Most bodies are one chunk. A push would reserve space for 17.
      else if (chunks.length === 0) chunks = [chunk];
      else joined = addChunk(chunks, joined, chunk);
      if (length >= stated || isCounted) return;
      isCounted = true;
      countBody(this.#incoming, bytesMax);
    });
    this.#incoming.on('end', () => {
      if (this.body !== undefined) return;
      this.body = chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
      chunks.length = 0;
      done();
    });
    this.#incoming.on('error', fail);
  }
}

/**
 * Returns the caller's IP address without its port. Only the last entry of X-Forwarded-For is the nearest proxy's own; the caller may have
 * written those before it. If it is no address (a proxy may write `unknown`), the proxy's address is returned.
 */
export function clientAddress(headers: Pick<Headers, 'get'>, socketAddress: string, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers.get('x-forwarded-for') : null;
  if (forwarded === null) return socketAddress;
  const address = withoutPort(forwarded.slice(forwarded.lastIndexOf(',') + 1).trim());
  return isIP(address) === 0 ? socketAddress : address;
}

/** `192.0.2.1:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`, as some proxies write them. */
function withoutPort(entry: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? dotted ?? entry;
}

const form = /^[A-Za-z0-9._-]{1,64}$/;

const idBytes = 12;
const idDigits = 2 * idBytes;
/** Hexadecimal digits for later ids: reading few random bytes costs as much as reading many. */
let pool = '';
let taken = 0;

/** The caller's own id from `X-Request-Id` where it is well-formed, else a new one. */
export function readRequestId(header: string | null): string {
  if (header !== null && form.test(header)) return header;
  if (taken === pool.length) {
    pool = randomBytes(256 * idBytes).toString('hex');
    taken = 0;
  }
  taken += idDigits;
  return `req_${pool.slice(taken - idDigits, taken)}`;
}
