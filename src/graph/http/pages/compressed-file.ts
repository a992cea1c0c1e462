/**
 * A file that the build compressed and named by its content. It is streamed from the disk, so that no process has all of it in memory.
 * Browsers may store it for a year.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { preferredCoding } from '../../../platform/server/compression.ts';
import type { Reply } from '../../../platform/server/http-reply.ts';
import { contentTypeOf, immutable, type Page, readOnly } from './page.ts';

const extensions = { br: '.br', gzip: '.gz' } as const;

/** The page of a file that exists as `.br` and `.gz`. Rejects if the file is missing. */
export function createCompressedFile(file: URL): Page {
  return readOnly(async ({ method, headers: sent }) => {
    const coding = preferredCoding(sent.get('accept-encoding') ?? '');
    const stored = new URL(`${file.href}${extensions[coding ?? 'gzip']}`);
    const { size } = await stat(stored);
    const headers = ['content-type', contentTypeOf(file.pathname), 'vary', 'Accept-Encoding'];
    headers.push('cache-control', immutable, 'x-content-type-options', 'nosniff');
    // Without a coding, the length is only known at the end.
    if (coding !== undefined) headers.push('content-encoding', coding, 'content-length', String(size));
    const reply: Reply = { status: 200, headers, body: '', isCoded: true, isPublic: true };
    if (method === 'GET') reply.body = streamOf(stored, coding === undefined);
    return reply;
  });
}

function streamOf(file: URL, isDecoded: boolean): Reply['body'] {
  const stored = createReadStream(file);
  // The reader of the decoder gets all errors, and the decoder ends the file's stream.
  const sent = isDecoded ? pipeline(stored, createGunzip(), () => {}) : stored;
  return Readable.toWeb(sent) as ReadableStream<Uint8Array> as Reply['body'];
}
