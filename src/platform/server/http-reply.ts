/**
 * A reply of any port: status, headers as one flat list, and a body that is whole or a stream. Code that routes, limits or compresses sees
 * only this; a reply becomes one of node:http or WHATWG at the very end. Large bodies are sent at the speed of their readers.
 */
import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { nextTurn } from '../sync/turns.ts';
import { UnreadReply, type BufferedBytes } from './buffered-bytes.ts';

/** Headers as node:http writes them fastest: one flat list of names, in lower case, and values in turn. */
export type HeaderList = readonly string[];

/** A text, or its bytes in consecutive parts. */
export type WholeBody = string | Uint8Array[];

/** Size of the memory that small Buffers of the whole process share. */
const poolBytes = Buffer.allocUnsafe(1).buffer.byteLength;

/**
 * Frees the memory of bytes that nothing uses any more, but not that of small Buffers, which share it. V8 would mark its whole heap to find
 * them, and begins to when Buffers have grown by the size of the heap. Saves: bench/RESULTS.md, layers, "without freed memory: left to V8".
 */
export function freeBytes(parts: Iterable<Uint8Array>): void {
  for (const { buffer } of parts as Iterable<{ buffer: ArrayBuffer }>)
    if (buffer.byteLength !== poolBytes && !buffer.detached) buffer.transfer(0);
}

/** Content codings of bodies. */
export type ContentCoding = 'br' | 'gzip';

export interface Reply {
  status: number;
  /** Headers, to which later steps may add. The last value of a repeated name counts. */
  headers: string[];
  /** An empty text is no body. */
  body: WholeBody | ReadableStream<Uint8Array>;
  /** Memory of the body that nothing else uses. Freed once the reply is sent; if its client disconnects, only if it is not compressed. */
  own?: readonly Uint8Array[] | undefined;
  /** Whether its body already has its final coding. */
  isCoded?: true;
  /** The coding that a large body gets while it is sent. */
  coding?: ContentCoding;
  /** Whether caches may store it for others: then nothing specific to one request is added. */
  isPublic?: true;
  /** Reason phrase of Yoga, if it has one. */
  statusText?: string;
}

/** A reply with a whole body. */
export interface WholeReply extends Reply {
  body: WholeBody;
}

/** A reply of plain JSON, with these headers next to its type. */
export function json(value: unknown, status = 200, headers: HeaderList = []): Reply {
  return { status, headers: ['content-type', 'application/json', ...headers], body: JSON.stringify(value) };
}

/** A reply without a body. */
export const empty = (status: number, headers: HeaderList = []): Reply => ({ status, headers: [...headers], body: '' });

/** The value of a header; undefined where it is not there. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const at = indexOf(headers, name);
  return at === -1 ? undefined : headers[at + 1];
}

/** Says that the reply depends on this header of a request. */
export function vary(headers: string[], name: string): void {
  const at = indexOf(headers, 'vary');
  if (at === -1) headers.push('vary', name);
  else if (!headers[at + 1]?.includes(name)) headers[at + 1] = `${headers[at + 1]}, ${name}`;
}

function indexOf(headers: HeaderList, name: string): number {
  for (let at = 0; at < headers.length; at += 2) if (headers[at] === name) return at;
  return -1;
}

/** Length of a body in bytes. */
export function byteLengthOf(body: string | readonly Uint8Array[]): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  let length = 0;
  for (const { byteLength } of body) length += byteLength;
  return length;
}

/** A body in one piece. */
export function bytesOf(body: WholeBody): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  return body.length === 1 ? (body[0] as Uint8Array) : Buffer.concat(body);
}

/** Returns a body in parts, without copying bytes. */
export const partsOf = (body: WholeBody): Uint8Array[] => (typeof body === 'string' ? [Buffer.from(body)] : body);

/** A longer body is streamed at the speed of its reader, without a validator. */
export const wholeBytesMax = 1024 * 1024;

/** Replies up to this size are not counted as unsent: the number of connections bounds them. */
const uncountedBytesMax = 64 * 1024;

/** Each reply is compressed anew: 4 is about as small as gzip, in less time. Brotli's default of 11 takes seconds for a long one. */
const brotliQuality = 4;

const qualityOf = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const brotliOptions = qualityOf(brotliQuality);
const brotliAsync = promisify(brotliCompress);

/** Encodes bytes by coding, off the event loop. */
export const encode: Record<ContentCoding, (bytes: Uint8Array, quality?: number) => Promise<Uint8Array>> = {
  br: (bytes, quality) => brotliAsync(bytes, quality === undefined ? brotliOptions : qualityOf(quality)),
  gzip: promisify<Uint8Array, Uint8Array>(gzip),
};

/** Writes a reply. An empty body gets no length: replies to HEAD and those of 204 and 304 have none. */
export function writeReply(reply: Reply, outgoing: ServerResponse, unsent?: BufferedBytes): void {
  const { status, headers, body, coding, own } = reply;
  if (body instanceof ReadableStream) return void writeStream(reply, body as WebStream, outgoing);
  if (outgoing.destroyed) return;
  try {
    const length = byteLengthOf(body);
    // The length of a body that is coded while it is sent is not known yet.
    if (length > 0 && coding === undefined) headers.push('content-length', String(length));
    outgoing.writeHead(status, headers);
    // If the client disconnects, a thread may still read what an encoder got.
    const sent = coding === undefined ? 'close' : 'finish';
    if (own !== undefined && own.length > 0) outgoing.once(sent, freeBytes.bind(undefined, own));
    if (length > uncountedBytesMax && unsent) {
      // A pipelined reply has no socket yet.
      const cut = () => outgoing.req.socket.destroy(new UnreadReply());
      outgoing.once('close', unsent.add(length, cut));
    }
    if (length > wholeBytesMax) {
      // `pipeline` adds several. Node would warn of a leak.
      outgoing.setMaxListeners(0);
      pipeline(streamOf(partsOf(body), coding), outgoing, () => {});
      return;
    }
    if (typeof body === 'string') {
      // Head and text leave in one piece. ASCII text is written as Latin-1, which needs no encoding.
      outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
      return;
    }
    outgoing.cork();
    for (const part of body.slice(0, -1)) outgoing.write(part);
    outgoing.end(body.at(-1));
  } catch {
    outgoing.destroy();
  }
}

/** Writes a reply whose body is a stream, which ends when its reader disconnects. */
function writeStream({ status, headers }: Reply, body: WebStream, outgoing: ServerResponse): void {
  if (outgoing.destroyed) return void body.cancel();
  for (let at = 0; at < headers.length; at += 2) outgoing.setHeader(headers[at] as string, headers[at + 1] as string);
  outgoing.writeHead(status).flushHeaders();
  if (outgoing.req.method === 'HEAD') {
    void body.cancel();
    outgoing.end();
    return;
  }
  // Without a buffer of its own: a part counts as read once the socket takes more.
  pipeline(Readable.fromWeb(body, { highWaterMark: 0 }), outgoing, () => {});
}

/**
 * Converts a reply to a Response. Bytes are sent as a stream, because a Response would copy them. `signal` ends the stream:
 * `@whatwg-node/server` stops reading a Response whose peer is gone, but does not cancel it. `cut` closes the connection.
 */
export function toResponse(reply: Reply, unsent?: BufferedBytes, signal?: AbortSignal, cut?: () => void): Response {
  const { status, statusText = '', headers: list } = reply;
  const isLongText = typeof reply.body === 'string' && reply.body.length > uncountedBytesMax;
  const body = isLongText ? partsOf(reply.body as string) : reply.body;
  const stream = Array.isArray(body) ? streamOf(body, reply.coding, unsent, cut) : undefined;
  if (stream) signal?.addEventListener('abort', () => stream.destroy(), { once: true });
  const sent = stream ? WebStream.from(untilGone(stream, signal)) : body || null;
  const response = new Response(sent as BodyInit | null, { status, statusText });
  for (let at = 0; at < list.length; at += 2) response.headers.set(list[at] as string, list[at + 1] as string);
  return response;
}

/** Ends when the peer is gone, instead of an error that nobody handles. */
async function* untilGone(stream: Readable, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** Headers of the connection, which its listener writes. Libraries set them too. */
const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Converts a Response to a reply. Its body stays a stream. */
export function fromResponse({ status, statusText, headers, body }: Response): Reply {
  const list: string[] = [];
  for (const [name, value] of headers) if (!ofConnection.has(name)) list.push(name, value);
  return { status, statusText, headers: list, body: body ?? '' };
}

/** Streams the bytes in chunks, each once the previous one was read, in this coding if any. `cut` ends a large stream early. */
export function streamOf(
  parts: readonly Uint8Array[],
  coding: ContentCoding | undefined,
  unsent?: BufferedBytes,
  cut: () => void = () => {},
): Readable {
  const chunks = Readable.from(chunksOf(parts, unsent, cut), { objectMode: false });
  if (coding === undefined) return chunks;
  // Errors reach the reader of the encoder, which ends the stream before it.
  return pipeline(chunks, coding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(), () => {});
}

const chunkBytes = 65_536;
/** Bytes sent without a pause. */
const turnBytes = 4 * chunkBytes;

/** Counts the bytes from the first read on, so that an unread stream leaves no count. */
async function* chunksOf(parts: readonly Uint8Array[], unsent: BufferedBytes | undefined, cut: () => void) {
  const bytes = byteLengthOf(parts);
  const endCount = bytes > uncountedBytesMax ? unsent?.add(bytes, cut) : undefined;
  let sent = 0;
  try {
    for (const part of parts) {
      for (let at = 0; at < part.byteLength; at += chunkBytes) {
        const chunk = part.subarray(at, at + chunkBytes);
        sent += chunk.byteLength;
        if (sent > turnBytes) {
          // A local reader accepts everything at once: without a pause, no other request would have its turn.
          await nextTurn();
          sent = 0;
        }
        yield chunk;
      }
    }
  } finally {
    endCount?.();
  }
}
