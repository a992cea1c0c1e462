/**
 * One call on the wire, from its first byte to the last. When its time ends, its caller is notified at once. A read is then cut; a write
 * gets a bounded time to finish.
 */
import { type Dispatcher, errors } from 'undici';
import { freeBytes } from '../../../platform/server/http-reply.ts';
import { addChunk } from '../../../platform/server/http-request.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { decodeBody, tooLarge } from './content-encoding.ts';
import type { UpstreamRequest } from '../call.ts';
import type { Waiter } from '../lifetime.ts';
import { type ResponseHeaders, UpstreamResponse } from '../response.ts';

/** How long a write may continue without its caller. undici's own timeouts restart with each byte that arrives. */
export const abandonedMsMax = 10_000;

const noHeaders: ResponseHeaders = {};
/** What a socket reads at once. */
const chunkBytes = 65_536;

/** One object instead of a set of closures: this is the hottest allocation of the gateway. */
export class UndiciRequest implements Dispatcher.DispatchHandler, Waiter {
  readonly #request: UpstreamRequest;
  readonly #bytesMax: number;
  /** Over TLS, Node reads several chunks into the same memory, also those of other responses. It must not be freed. */
  readonly #isTls: boolean;
  /** The promise of its caller. */
  readonly #waiting: PromiseWithResolvers<UpstreamResponse>;
  #chunks: Buffer[] = [];
  #joined = 0;
  /** A long body of a known length, as far as it has arrived. `#chunks` has its last chunk. */
  #body: Buffer | undefined;
  #arrived = 0;
  #controller: Dispatcher.DispatchController | undefined;
  /** Whether the caller has its outcome. */
  #isOver = false;
  #onEnd: (() => void) | undefined;
  #status = 0;
  #headers = noHeaders;

  constructor(request: UpstreamRequest, bytesMax: number, waiting: PromiseWithResolvers<UpstreamResponse>) {
    this.#request = request;
    this.#bytesMax = bytesMax;
    this.#isTls = request.url.startsWith('https:');
    this.#waiting = waiting;
    request.lifetime.add(this);
  }

  abort(reason: GatewayError): void {
    this.#isOver = true;
    this.#chunks = [];
    this.#body = undefined;
    this.#detach();
    this.#waiting.reject(reason);
    // Let a write finish: after a cut, nobody would know whether it was done.
    if (this.#request.isRead) this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) controller.abort(new Error('nobody waits for it'));
    else this.#controller = controller;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    this.#status = status;
    this.#headers = headers;
    // undici counts only bytes that arrive.
    if (Number(headers['content-length']) > this.#bytesMax) controller.abort(new errors.ResponseExceededMaxSizeError());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    const length = Number(this.#headers['content-length']);
    if (length > chunkBytes && length <= this.#bytesMax) this.#copy(chunk, length);
    // Most bodies are one chunk. A push would reserve space for 17.
    else if (this.#chunks.length === 0) this.#chunks = [chunk];
    else this.#joined = addChunk(this.#chunks, this.#joined, chunk);
  }

  /** Copies a chunk of a long body, and frees the one before: undici may still read this one. */
  #copy(chunk: Buffer, length: number): void {
    this.#body ??= Buffer.allocUnsafeSlow(length);
    this.#arrived += chunk.copy(this.#body, this.#arrived);
    const [before] = this.#chunks;
    if (before && before.buffer !== chunk.buffer && !this.#isTls) freeBytes([before]);
    this.#chunks[0] = chunk;
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const status = this.#status;
    if (status >= 300 && status < 400 && status !== 304) {
      this.#waiting.reject(new GatewayError('UPSTREAM_ERROR', { message: redirected, status }));
      return;
    }
    const [chunk] = this.#chunks;
    const long = this.#body?.subarray(0, this.#arrived);
    const isOwn = this.#chunks.length === 1 && !this.#isTls;
    const bytes = long ?? (chunk && isOwn ? chunk : joined(this.#chunks, this.#isTls));
    const { 'content-encoding': encoding, 'content-length': length, 'transfer-encoding': coding } = this.#headers;
    /** Whether only the end of its connection ends the body: undici reports no reset of that. */
    const isOpenEnded = length === undefined && coding === undefined;
    // The response to a HEAD, or a 304, states the encoding of a body that it does not have.
    if (encoding === undefined || bytes.length === 0) {
      this.#request.scope.bodies?.push(bytes);
      const response = new UpstreamResponse(status, this.#headers, bytes);
      if (isOpenEnded && lacksEnd(response)) this.#waiting.reject(new GatewayError('UPSTREAM_UNAVAILABLE'));
      else this.#waiting.resolve(response);
    } else {
      const caller = this.#request.scope.credential;
      const decoded = decodeBody(bytes, String(encoding), this.#bytesMax, { mayBeCut: isOpenEnded, caller });
      const response = (plain: Buffer) => new UpstreamResponse(status, this.#headers, plain);
      const withoutBody = (error: unknown) => {
        if (status < 400) throw error;
        return response(Buffer.alloc(0));
      };
      // A refusal counts even if its page has another coding than it states, as those of some proxies.
      this.#waiting.resolve(decoded.then(response, withoutBody));
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settle()) this.#waiting.reject(wireError(error, this.#status >= 200));
  }

  /** Ends the call on the wire. Returns whether the caller still waits for its outcome. */
  #settle(): boolean {
    this.#onEnd?.();
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#request.lifetime.delete(this);
    return true;
  }

  /** Sets `unfinished` of the request, and bounds the time until it resolves. */
  #detach(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cut = setTimeout(() => this.#controller?.abort(new Error('nobody has waited for long')), abandonedMsMax);
    this.#request.unfinished = promise;
    this.#onEnd = () => {
      clearTimeout(cut);
      resolve();
    };
  }
}

const objectEnd = /\}\s*$/;
const endBytes = 64;

/** Whether a success lacks the end of its object. */
function lacksEnd({ ok, isJson, bytes }: UpstreamResponse): boolean {
  return ok && isJson && bytes.length > 0 && !objectEnd.test(bytes.toString('latin1', bytes.length - endBytes));
}

/** Joins chunks, and frees them without TLS, but for the memory of the last, which undici still reads. */
function joined(chunks: Buffer[], isTls: boolean): Buffer {
  const bytes = Buffer.concat(chunks);
  const last = chunks.at(-1)?.buffer;
  if (!isTls) freeBytes(chunks.filter(({ buffer }) => buffer !== last));
  return bytes;
}

const redirected = 'The Field Data Service sent a redirect, which is never followed.';
const headersTooLarge = 'The headers of the response of the Field Data Service are too large.';
const notHttp = 'The response of the Field Data Service is not HTTP.';

/** What undici's parser says of a body that is cut short on a connection whose end was announced. The error has no code. */
const endedEarly = 'Invalid EOF state';

/** Translates an error of undici. Any other than those named here is a failed connection: refused, reset, cut short, unknown host. */
function wireError(cause: Error & { code?: string }, hasHead: boolean): GatewayError {
  const { code = '' } = cause;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new GatewayError('UPSTREAM_ERROR', { message: tooLarge, cause });
  if (code === 'UND_ERR_INVALID_ARG') return new GatewayError('INTERNAL_SERVER_ERROR', { cause });
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new GatewayError('UPSTREAM_TIMEOUT', { cause });
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new GatewayError('UPSTREAM_ERROR', { message: headersTooLarge, cause });
  // undici reports so both a body that is cut, and a malformed header after the stated length.
  const isMalformedHead = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !hasHead;
  if (isMalformedHead || (cause instanceof errors.HTTPParserError && !cause.message.includes(endedEarly)))
    return new GatewayError('UPSTREAM_ERROR', { message: notHttp, cause });
  return new GatewayError('UPSTREAM_UNAVAILABLE', { cause });
}
