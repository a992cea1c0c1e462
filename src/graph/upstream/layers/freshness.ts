/**
 * Decides which responses may be cached, and how long they may be used without a request (RFC 9111). Time counts from the request, so that
 * a slow response does not seem younger than it is.
 */
import CachePolicy from 'http-cache-semantics';
import { parseHttpDate } from '../../../platform/time/http-date.ts';
import { memoize } from '../../../platform/sync/memoize.ts';
import type { Endpoint, Layer, UpstreamRequest } from '../call.ts';
import { listOpening, openingMax } from '../other-envelope.ts';
import { beginsCompact, type UpstreamResponse } from '../response.ts';

/** When a response was requested, and until when it may be used. */
export interface CachedFreshness {
  /** Number of the request. It shows which response is newer, because the wall clock may go back. */
  order: number;
  /** Moment (wall clock) of the request. */
  requestedAt: number;
  /** Moment (wall clock) until which it may be used without a request; 0 for never. */
  freshUntil: number;
}

/** Headers in which equal requests of one credential cannot differ: they are in the key, or never sent. */
const constantHeaders = new Set(['authorization', 'accept-encoding', 'accept', 'accept-language', 'origin']);

/** Whether a response may be cached for callers of the same credential, and revalidated before each use. */
export function isCacheable(response: UpstreamResponse): boolean {
  if (response.status !== 200 || !response.isJson || response.headers.get('etag') === null) return false;
  if (!mayStore(response.headers.get('cache-control') ?? '')) return false;
  // Another page, such as one about maintenance, must not replace the list while it is fresh.
  const { bytes } = response;
  // After long members, only search for the name of the list.
  const hasList =
    beginsCompact(bytes) ||
    listOpening.test(bytes.toString('latin1', 0, openingMax)) ||
    bytes.includes('"data"', openingMax);
  return hasList && isConstant(response.headers.get('vary') ?? '');
}

const mayStore = memoize((cacheControl) => !directives(cacheControl).has('no-store'));

const isConstant = memoize((vary) => new Set(vary.toLowerCase().match(/[^\s,]+/g)).isSubsetOf(constantHeaders));

/**
 * The moment (wall clock, milliseconds) until which a keyless response may be used without a request; 0 for never. Only `public` with
 * `max-age` counts: no guess from Last-Modified, no stale-while-revalidate.
 */
export function freshUntil(response: UpstreamResponse, requestedAt: number): number {
  const lifetimeMs = lifetimeMsOf(response.headers.get('cache-control') ?? '');
  if (lifetimeMs === 0) return 0;
  // The first Age header; NaN if it is malformed, so that nothing is fresh.
  const ageMs = 1000 * Number(firstNumber.exec(response.headers.get('age') ?? '0')?.[1]);
  const until = requestedAt + lifetimeMs - ageMs;
  // The response may be older by its Date than by its Age: a cache on the way may send no Age.
  const madeAt = parseHttpDate(response.headers.get('date') ?? '');
  const earliest = madeAt === undefined ? until : Math.min(until, madeAt + lifetimeMs);
  return Number.isFinite(earliest) ? earliest : 0;
}

const firstNumber = /^(\d+)\s*(?:,|$)/;

/** A year. */
const lifetimeMsMax = 31_536_000_000;

/** Lifetime that directives grant from the moment the response was made, in milliseconds; 0 for none. */
const lifetimeMsOf = memoize((cacheControl) => {
  const granted = directives(cacheControl);
  if (!granted.has('public') || !granted.has('max-age')) return 0;
  // With `proxy-revalidate`, the library never treats a response as fresh. It only concerns stale ones (RFC 9111, section 5.2.2.8).
  granted.delete('proxy-revalidate');
  const headers = { 'cache-control': [...granted.values()].join(', ') };
  const grantedMs = 1000 * new CachePolicy({ headers: {} }, { status: 200, headers }).maxAge();
  return Math.min(Math.max(0, grantedMs), lifetimeMsMax);
});

/** How long caches may store keyless responses, by the last response of each read, in milliseconds. */
export type GrantedLifetimes = Map<Endpoint, number>;

/**
 * Like `freshUntil`, for the response to a request. Also 0 if the request had a key, the response is not a 200 or varies, or a write
 * changes the read: a caller must see what it has just written.
 */
export function freshUntilFor(
  { scope, endpoint }: UpstreamRequest,
  response: UpstreamResponse,
  requestedAt: number,
  changing: readonly Endpoint[],
  granted?: GrantedLifetimes,
): number {
  const isForAll = response.status === 200 && scope.credential === '' && !changing.includes(endpoint);
  if (isForAll) granted?.set(endpoint, lifetimeMsOf(response.headers.get('cache-control') ?? ''));
  return isForAll && isConstant(response.headers.get('vary') ?? '') ? freshUntil(response, requestedAt) : 0;
}

/** Used without a cache: sets `freshUntil` of each response. */
export function dateReads(changing: readonly Endpoint[], now = Date.now, granted?: GrantedLifetimes): Layer {
  return (next) => (request) => {
    if (!request.isRead || request.identity === '') return next(request);
    const requestedAt = now();
    return next(request).then((response) => {
      response.freshUntil = freshUntilFor(request, response, requestedAt, changing, granted);
      return response;
    });
  };
}

const ages = ['max-age', 's-maxage'];
const wholeNumber = /^\d+$/;

/** Cache-Control's directives by lower-case name: the library does not recognise `No-Store`. */
function directives(cacheControl: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of cacheControl.toLowerCase().split(',')) {
    const directive = part.trim();
    const name = directive.replace(/=.*/, '');
    const value = directive.slice(name.length + 1);
    // To use one of two values, or part of a malformed number, would be a guess. 0 is safe.
    const isTwice = found.has(name) && found.get(name) !== directive;
    const isMalformed = ages.includes(name) && !wholeNumber.test(value.replaceAll('"', ''));
    found.set(name, isTwice || isMalformed ? `${name}=0` : directive);
  }
  return found;
}
