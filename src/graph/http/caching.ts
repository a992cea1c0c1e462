/**
 * What caches may do with the reply to an operation (RFC 9111): nothing, but for one to a query by GET that is the same for everybody, had
 * no fault, and is made of lists that the service lets caches keep. Such a reply has a validator and nothing of the one request in it.
 */
import { arrayBuffer } from 'node:stream/consumers';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { HttpRequest } from './http-request.ts';
import { codingOf } from './compression.ts';
import { createETag, isNamed } from './etag.ts';
import { type HeaderList, headerOf, isLarge, type Reply, type WholeReply } from './reply.ts';

/**
 * Of every reply to an operation: what its media type says it is, and may depend on any of these. A cache chooses by the Vary of what it
 * has, so a refusal has to say it as well.
 */
export const resultHeaders: HeaderList = [
  ...['x-content-type-options', 'nosniff'],
  ...['vary', 'Accept, Accept-Encoding, Authorization, Origin'],
];

const unkeyedHeaders: HeaderList = ['cache-control', 'no-store', ...resultHeaders];
const keyedHeaders: HeaderList = ['cache-control', 'private, no-store', ...resultHeaders];

/** The same for a reply that nobody keeps, by the Authorization that came. */
export function unkeptHeaders(authorization: string | null): HeaderList {
  return authorization === null ? unkeyedHeaders : keyedHeaders;
}

/** Whether the request has nothing that makes its reply one caller's own. */
export function isForEverybody({ method, headers }: HttpRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers.get('authorization') === null && headers.get('cookie') === null;
}

/**
 * The reply as caches may keep it for so many seconds: whole, with a validator, or 304 to who has it. One that has no time left, and a
 * stream of events, stay as they are.
 */
export function publish(reply: Reply, seconds: number, headers: Pick<Headers, 'get'>): MaybePromise<Reply> {
  const contentType = headerOf(reply.headers, 'content-type') ?? '';
  if (seconds === 0 || reply.status !== 200 || !contentType.includes('json')) return reply;
  const { body } = reply;
  if (typeof body === 'string' || Array.isArray(body))
    return published({ ...reply, body }, contentType, seconds, headers);
  // Yoga's text of one result, which it gives as a stream.
  return arrayBuffer(body).then((bytes) =>
    published({ ...reply, body: [new Uint8Array(bytes)] }, contentType, seconds, headers),
  );
}

function published(reply: WholeReply, contentType: string, seconds: number, headers: Pick<Headers, 'get'>): Reply {
  const freshness = ['cache-control', `public, max-age=${seconds}`];
  if (isLarge(reply.body)) return { ...reply, headers: [...reply.headers, ...freshness], isPublic: true };
  const etag = createETag(reply.body, contentType, codingOf(reply, headers.get('accept-encoding')));
  const told = [...freshness, 'etag', etag];
  if (isNamed(headers.get('if-none-match'), etag)) return { status: 304, headers: told, body: '', isPublic: true };
  return { ...reply, headers: [...reply.headers, ...told], isPublic: true };
}
