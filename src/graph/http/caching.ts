/**
 * Decides what caches may do with the reply to an operation (RFC 9111). They may store only the reply to a GET query without credentials or
 * errors, made of lists that the service lets caches store. Such a reply has a validator, and nothing specific to its request.
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
 * Headers of every reply to an operation: nosniff, and the request headers that it may depend on. A refusal needs Vary, too: a cache
 * selects by the Vary of the replies that it stores.
 */
export const resultHeaders: HeaderList = [
  ...['x-content-type-options', 'nosniff'],
  ...['vary', 'Accept, Accept-Encoding, Authorization, Origin'],
];

const unkeyedHeaders: HeaderList = ['cache-control', 'no-store', ...resultHeaders];
const keyedHeaders: HeaderList = ['cache-control', 'private, no-store', ...resultHeaders];

/** Headers of a reply that no cache may store: `resultHeaders` and `no-store`, with `private` if it belongs to one caller. */
export const uncacheableHeaders = (isOwn: boolean): HeaderList => (isOwn ? keyedHeaders : unkeyedHeaders);

/** Whether a request is a GET or HEAD without anything that makes its reply one caller's own. */
export function isForEverybody({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers.get('authorization') === null && headers.get('cookie') === null;
}

/**
 * Makes a reply that caches may store for this many seconds. It has a validator unless it is large, and is a 304 for a client that has it.
 * A reply without time left, and a stream of events, stay unchanged.
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
