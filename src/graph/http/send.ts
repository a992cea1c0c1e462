/** Bodies on their way out as streams: large ones leave as their readers take them, and are coded meanwhile. */
import { pipeline, Readable } from 'node:stream';
import { nextTurn } from '../../platform/sync/turns.ts';
import { createEncoder } from './compression.ts';
import { byteLengthOf, type ContentCoding, type Reply } from './reply.ts';

/** The reply as a Response. Bytes are sent as a stream over them: given to a Response they would be copied. */
export function toResponse(reply: Reply, countUnsent?: CountUnsent): Response {
  const { status, statusText = '', headers: list, body } = reply;
  const sent = Array.isArray(body) ? Readable.toWeb(streamOf(body, reply.coding, countUnsent)) : body || null;
  const response = new Response(sent as BodyInit | null, { status, statusText });
  for (let at = 0; at < list.length; at += 2) response.headers.set(list[at] as string, list[at + 1] as string);
  return response;
}

/** Called with the bytes of a large answer before it is sent, and with their negative afterwards. */
export type CountUnsent = (bytes: number) => void;

/** The bytes in chunks, each given when the one before it was taken; in this coding, where there is one. */
export function streamOf(
  parts: readonly Uint8Array[],
  coding: ContentCoding | undefined,
  countUnsent: CountUnsent | undefined,
): Readable {
  const chunks = Readable.from(chunksOf(parts, countUnsent), { objectMode: false });
  // Errors reach the reader of the encoder, which ends the stream before it.
  return coding ? pipeline(chunks, createEncoder(coding), () => {}) : chunks;
}

const chunkBytes = 65_536;
/** Bytes sent without a pause. */
const turnBytes = 4 * chunkBytes;
/** Smaller answers are not counted: the number of connections bounds them. */
const countedBytesMin = chunkBytes;

/** Counts the bytes from the first read on, so that an unread stream leaves no count behind. */
async function* chunksOf(
  parts: readonly Uint8Array[],
  countUnsent: CountUnsent | undefined,
): AsyncGenerator<Uint8Array> {
  const bytes = byteLengthOf(parts);
  const counted = bytes > countedBytesMin ? bytes : 0;
  let sent = 0;
  countUnsent?.(counted);
  try {
    for (const part of parts) {
      for (let at = 0; at < part.byteLength; at += chunkBytes) {
        const chunk = part.subarray(at, at + chunkBytes);
        sent += chunk.byteLength;
        if (sent > turnBytes) {
          // A reader in the same machine takes all at once: without a pause nobody else would have their turn.
          await nextTurn();
          sent = 0;
        }
        yield chunk;
      }
    }
  } finally {
    countUnsent?.(-counted);
  }
}
