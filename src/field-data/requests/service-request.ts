/** One request on its way through the service, and the answer that a route gives: plain values, made into a Response once. */
import { hash } from 'node:crypto';
import type { KnownCaller } from './caller.ts';
import type { Scope } from '../records/keys.ts';

/** What of a request is looked at, however it came: a WHATWG Request has it, and so has an arrival of node:http. */
export interface ServiceRequest {
  readonly method: string;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Where a request goes, without the host it was sent to. */
export type ServiceTarget = Pick<URL, 'pathname' | 'searchParams'>;

/** What is known of a request before any route sees it. */
export interface RequestContext {
  request: ServiceRequest;
  url: ServiceTarget;
  requestId: string;
  /**
   * Lets the request in: checks its key, its scope and its quota, in this order.
   * Throws the problem that refuses it. Routes call it before they look at anything else; `requests` is what it counts as, 1 where left out.
   */
  admit(scope: Scope, requests?: number): Promise<KnownCaller>;
}

/** What a route answers. Headers that every answer has are added by the server. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** A route: one method on one path. */
export interface Route {
  method: 'GET' | 'POST';
  /** A path, in the notation of the router: `/problems/:code`. */
  path: string;
  handle(exchange: RequestContext, parameters: Readonly<Record<string, string>>): Promise<Answer> | Answer;
}

/** How long a read's answer may be kept by caches: without a key; with one it is always asked again. */
export function cacheControl(caller: KnownCaller, publicDirective: string): string {
  return caller.quota === undefined ? publicDirective : 'private, no-cache';
}

/** 200 with a strong validator of the very bytes, made here where none is given, or 304 where the caller has them already. */
export function answerWithETag(
  { request }: RequestContext,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  etag = typeof body === 'string' ? createETag(body) : etagOfBytes(body),
): Answer {
  const known = request.headers.get('if-none-match');
  if (known !== null && etagMatcher(known)(etag)) return { status: 304, headers: { ...headers, etag }, body: null };
  return { status: 200, headers: { 'content-type': 'application/json', ...headers, etag }, body };
}

/** 132 bits of the hash. */
const etagLength = 22;

/** A strong validator of these very bytes. */
export function createETag(body: string | Uint8Array): string {
  return etagOf(hash('sha256', body, 'base64url'));
}

/** The validator of bytes with this SHA-256, in base64url. */
export function etagOf(digest: string): string {
  return `"${digest.slice(0, etagLength)}"`;
}

/** Bytes are documents that many answers share: each is hashed once. */
const etagsOfBytes = new WeakMap<Uint8Array, string>();

function etagOfBytes(body: Uint8Array): string {
  const etag = etagsOfBytes.get(body) ?? createETag(body);
  etagsOfBytes.set(body, etag);
  return etag;
}

/**
 * Whether an ETag is in a list such as that of If-None-Match, which compares weakly (RFC 9110, 13.1.2): a `W/` that a proxy put before our
 * validator is no difference.
 */
export function etagMatcher(header: string): (etag: string) => boolean {
  const listed = new Set(header.split(',').map((entry) => entry.trim().replace(/^W\//, '')));
  return (etag) => listed.has('*') || listed.has(etag);
}
