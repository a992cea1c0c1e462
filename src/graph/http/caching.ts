/**
 * What caches may do with the reply to an operation (RFC 9111): nothing, except for a query by GET without credentials and without errors, made
 * of lists that the service lets caches keep. Such a reply has a validator and nothing of the one request in it.
 */
import { codingOf } from '../../platform/server/compression.ts';
import { createETag, etagMatcher } from '../../platform/server/etag.ts';
import {
  byteLengthOf,
  bytesOf,
  type HeaderList,
  headerOf,
  type Reply,
  wholeBytesMax,
} from '../../platform/server/http-reply.ts';
import type { HttpRequest } from '../../platform/server/http-request.ts';

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

/** Headers of a reply that no cache may keep: `resultHeaders` and `no-store`, with `private` if it is one caller's own. */
export function unkeptHeaders(authorization: string | null, isOwn = authorization !== null): HeaderList {
  return isOwn ? keyedHeaders : unkeyedHeaders;
}

/** Whether the request has nothing that makes its reply one caller's own. */
export function isForEverybody({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers.get('authorization') === null && headers.get('cookie') === null;
}

/**
 * The reply as caches may keep it for so many seconds: whole, with a validator, or 304 to who has it. One that has no time left, and a
 * stream of events, stay as they are.
 */
export function publish(reply: Reply, seconds: number, headers: Pick<Headers, 'get'>): Reply {
  const contentType = headerOf(reply.headers, 'content-type') ?? '';
  const { body } = reply;
  const mayPublish = seconds > 0 && reply.status === 200 && contentType.includes('json');
  if (!mayPublish || body instanceof ReadableStream) return reply;
  const freshness = ['cache-control', `public, max-age=${seconds}`];
  if (byteLengthOf(body) > wholeBytesMax)
    return { ...reply, headers: [...reply.headers, ...freshness], isPublic: true };
  const [type = ''] = contentType.split(';');
  const subtype = type.slice(type.indexOf('/') + 1).replaceAll(/[^\w-]/g, '-');
  const coding = codingOf({ ...reply, body }, headers.get('accept-encoding'));
  const form = `.${subtype}${coding === undefined ? '' : `.${coding}`}`;
  const etag = createETag(typeof body === 'string' ? body : bytesOf(body), form);
  const added = [...freshness, 'etag', etag];
  if (etagMatcher(headers.get('if-none-match'))(etag)) return { status: 304, headers: added, body: '', isPublic: true };
  return { ...reply, headers: [...reply.headers, ...added], isPublic: true };
}
