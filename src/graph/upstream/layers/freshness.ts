/**
 * What may be kept of an answer, and until when it may be given out unasked (RFC 9111). What a directive grants is read by
 * http-cache-semantics; when the time starts is counted here, from the moment of asking, so that a slow answer is not young.
 */
import CachePolicy from 'http-cache-semantics';
import { parseHttpDate } from '../../../platform/time/http-date.ts';
import { memoize } from '../../../platform/sync/memoize.ts';
import type { Endpoint, Layer, UpstreamRequest } from '../call.ts';
import type { UpstreamResponse } from '../response.ts';

/** Headers by which answers to equal requests of one credential cannot differ: they are in the key, or never sent. */
const constantHeaders = new Set(['authorization', 'accept-encoding', 'accept', 'accept-language', 'origin', '']);

/** Whether the answer may be kept for a caller of the same credential, to be revalidated before each use. */
export function isKeepable(response: UpstreamResponse): boolean {
  if (response.status !== 200 || response.headers.get('etag') === null) return false;
  return mayKeep(response.headers.get('cache-control') ?? '') && isConstant(response.headers.get('vary') ?? '');
}

const mayKeep = memoize((cacheControl) => !directives(cacheControl).has('no-store'));

/** Whether a Vary names nothing in which two equal requests could differ. */
const isConstant = memoize((vary) => vary.split(',').every((name) => constantHeaders.has(name.trim().toLowerCase())));

/**
 * The moment (wall clock, milliseconds) until which a keyless answer may be used without asking again; 0 for never.
 * Only what says `public` and `max-age` is: no guess from Last-Modified, no stale-while-revalidate.
 */
export function freshUntil(response: UpstreamResponse, askedAt: number): number {
  const lifetimeMs = lifetimeMsOf(response.headers.get('cache-control') ?? '');
  if (lifetimeMs === 0) return 0;
  const ageMs = 1000 * ageOf(response.headers.get('age'));
  const until = askedAt + lifetimeMs - ageMs;
  // By its Date it may be older than its Age says: a cache on the way that does not count.
  const madeAt = parseHttpDate(response.headers.get('date') ?? '');
  const earliest = madeAt === undefined ? until : Math.min(until, madeAt + lifetimeMs);
  return Number.isFinite(earliest) ? earliest : 0;
}

const wholeNumber = /^\d+$/;

/** The seconds of an Age header, of several the first; not a number where it is malformed, so that nothing is fresh. */
function ageOf(age: string | null): number {
  const [first = ''] = (age ?? '0').split(',', 1);
  return wholeNumber.test(first.trim()) ? Number(first) : Number.NaN;
}
/** A year: longer than that nothing is known to be the same. */
const lifetimeMsMax = 31_536_000_000;

/** What directives grant from the moment the answer was made, in milliseconds; 0 for nothing. */
const lifetimeMsOf = memoize((cacheControl) => {
  const granted = directives(cacheControl);
  if (!granted.has('public') || !granted.has('max-age')) return 0;
  const headers = { 'cache-control': [...granted.values()].join(', ') };
  const grantedMs = 1000 * new CachePolicy({ headers: {} }, { status: 200, headers }).maxAge();
  return Math.min(Math.max(0, grantedMs), lifetimeMsMax);
});

/**
 * The same for the answer to a request: 0 too where it is not whole, had a key, or depends on more than its address; and where a write
 * changes what is asked for, whatever the answer says: a caller who has just written looks for what was written.
 */
export function freshUntilFor(
  { scope, endpoint }: UpstreamRequest,
  response: UpstreamResponse,
  askedAt: number,
  changing: readonly Endpoint[],
): number {
  const isForAll = response.status === 200 && scope.credential === '' && !changing.includes(endpoint);
  return isForAll && isConstant(response.headers.get('vary') ?? '') ? freshUntil(response, askedAt) : 0;
}

/** In place of a cache: keeps nothing, and writes on each answer until when it is fresh, as a cache does. */
export function dateReads(changing: readonly Endpoint[], now: () => number = Date.now): Layer {
  return (next) => async (request) => {
    const askedAt = now();
    const response = await next(request);
    if (request.isRead && request.identity !== '') {
      response.freshUntil = freshUntilFor(request, response, askedAt, changing);
    }
    return response;
  };
}

const ages = ['max-age', 's-maxage'];

/** Cache-Control's directives by lower-case name: the library takes `No-Store` for a word it does not know. */
function directives(cacheControl: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of cacheControl.toLowerCase().split(',')) {
    const directive = part.trim();
    const [name = '', value = ''] = directive.split('=', 2);
    // Of a directive given twice the first would be a guess, and so would part of a malformed number: no time at all is safe.
    const isTwice = found.has(name) && found.get(name) !== directive;
    const isMalformed = ages.includes(name) && !wholeNumber.test(value.replaceAll('"', ''));
    found.set(name, isTwice || isMalformed ? `${name}=0` : directive);
  }
  return found;
}
