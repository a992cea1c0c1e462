/** A request as WHATWG's Request, which Yoga and the MCP library need. */
import { addChunk, BodyTooLargeError, type HttpRequest, type RequestBody } from './http-request.ts';

/** A WHATWG request. */
export class FetchRequest implements HttpRequest {
  readonly request: Request;
  readonly peerAddress: string;
  /** Closes the connection of a client that does not read the reply. */
  readonly cut: (() => void) | undefined;
  /** When it came (`performance.now()`). */
  readonly startedAt = performance.now();
  readonly method: string;
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
  readonly headers: Headers;

  constructor(request: Request, peerAddress: string, cut?: () => void) {
    const url = URL.parse(request.url);
    this.request = request;
    this.peerAddress = peerAddress;
    this.cut = cut;
    this.method = request.method;
    this.pathname = url?.pathname ?? '';
    this.searchParams = new URLSearchParams(url?.search);
    this.headers = request.headers;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }

  read(bytesMax: number): Promise<RequestBody> {
    return readBody(this.request, bytesMax);
  }
}

/** `read` of an HttpRequest, for a WHATWG request. */
export async function readBody(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  bytesMax: number,
): Promise<RequestBody> {
  if (Number(headers.get('content-length')) > bytesMax) return new BodyTooLargeError();
  const chunks: Uint8Array[] = [];
  let joined = 0;
  let length = 0;
  try {
    const reader = body?.getReader();
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      if (length > bytesMax) {
        void dropRest(reader);
        return new BodyTooLargeError();
      }
      joined = addChunk(chunks, joined, value);
    }
    return Buffer.concat(chunks, length);
  } catch (error) {
    return error instanceof Error ? error : new Error('The body ended early.', { cause: error });
  }
}

/** Maximum that is read of a body that is too long. */
const droppedBytesMax = 16 * 1024 * 1024;

/** Reads a body to its end (RFC 9112, section 9.3), or cancels it after `droppedBytesMax`. */
async function dropRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let dropped = 0; dropped < droppedBytesMax; ) {
      const { done, value } = await reader.read();
      if (done) return;
      dropped += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The peer is gone.
  }
}
