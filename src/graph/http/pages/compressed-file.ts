/**
 * A file that the build compressed and named by its content. It leaves the disk in parts, so that no process has all of it in memory, and
 * browsers may store it for a year.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { preferredCoding } from '../../../platform/server/compression.ts';
import { empty, type Reply } from '../../../platform/server/http-reply.ts';
import { contentTypeOf, type Page } from './page.ts';

const yearSeconds = 31_536_000;
const extensions = { br: '.br', gzip: '.gz' } as const;

/** The page of a file, which is there as `.br` and as `.gz`. Replies 405 to any method but GET and HEAD, and rejects where it is gone. */
export function createCompressedFile(file: URL): Page {
  return async ({ method, headers: sent }) => {
    if (method !== 'GET' && method !== 'HEAD') return empty(405, ['allow', 'GET, HEAD']);
    const coding = preferredCoding(sent.get('accept-encoding') ?? '');
    const stored = new URL(`${file.href}${extensions[coding ?? 'gzip']}`);
    const { size } = await stat(stored);
    const headers = ['content-type', contentTypeOf(file.pathname), 'vary', 'Accept-Encoding'];
    headers.push('cache-control', `public, max-age=${yearSeconds}, immutable`, 'x-content-type-options', 'nosniff');
    // Without a coding its length is not known before the end.
    if (coding !== undefined) headers.push('content-encoding', coding, 'content-length', String(size));
    const reply: Reply = { status: 200, headers, body: '', isCoded: true, isPublic: true };
    if (method === 'GET') reply.body = streamOf(stored, coding === undefined);
    return reply;
  };
}

function streamOf(file: URL, isDecoded: boolean): Reply['body'] {
  const stored = createReadStream(file);
  // Errors reach the reader of the decoder, which ends the stream before it.
  const sent = isDecoded ? pipeline(stored, createGunzip(), () => {}) : stored;
  return Readable.toWeb(sent) as ReadableStream<Uint8Array> as Reply['body'];
}
