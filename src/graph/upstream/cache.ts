/**
 * Reads the service has answered before are asked as "has it changed?" (If-None-Match), and a 304 gives the kept bytes:
 * the very same Buffer, so that what was made of it above need not be made again. A keyed answer is never used unasked, so
 * a revoked key gets its 401 at once; a keyless one only while its own `public, max-age` says so.
 * A 304 for a year of hours costs a seventeenth of the CPU of reading it again, for fifty fields a little more than half
 * (bench/RESULTS.md, layers).
 */
import type { Fetch, Layer, UpstreamRequest } from './fetch.ts';
import { freshUntil, isKeepable } from './freshness.ts';
import { type KeptAnswer, KeptAnswers } from './kept-answers.ts';
import { UpstreamResponse } from './response.ts';

/** How a kept answer was used: without asking, or after the service said that it holds; or that there was none to use. */
export type CacheUse = 'fresh' | 'unchanged' | 'missed';

export interface CacheOptions {
  /** Bytes of all kept answers together. */
  bytesMax: number;
  /** The wall clock, milliseconds. */
  now?: () => number;
  onUse?: (request: UpstreamRequest, use: CacheUse) => void;
}

/** Keeps answers by URL and credential, and gives none that the service, or the answer's own headers, would not give now. */
export function cacheReads({ bytesMax, now = Date.now, onUse }: CacheOptions): Layer {
  const answers = new KeptAnswers(bytesMax);

  return (next: Fetch) => (request) => {
    const { identity } = request;
    if (!request.isRead || identity === '') return next(request);
    const askedAt = now();
    const kept = answers.get(identity);
    if (!kept) {
      onUse?.(request, 'missed');
      return next(request).then((response) => keep(identity, request, response, askedAt));
    }
    // A clock that was set back proves nothing.
    if (askedAt >= kept.askedAt && askedAt < kept.freshUntil) {
      onUse?.(request, 'fresh');
      return Promise.resolve(new UpstreamResponse(200, kept.headers, kept.bytes));
    }
    return revalidate(next, identity, request, kept, askedAt);
  };

  async function revalidate(
    next: Fetch,
    identity: string,
    request: UpstreamRequest,
    kept: KeptAnswer,
    askedAt: number,
  ): Promise<UpstreamResponse> {
    const response = await next(request.validating(kept.etag));
    if (response.status !== 304) {
      onUse?.(request, 'missed');
      return keep(identity, request, response, askedAt);
    }
    if ((response.headers.get('etag') ?? kept.etag) !== kept.etag) {
      // It confirmed something else than was asked about: ask for the whole answer.
      answers.drop(identity);
      return next(request);
    }
    onUse?.(request, 'unchanged');
    return confirm(kept, request, response, askedAt);
  }

  function keep(
    identity: string,
    request: UpstreamRequest,
    response: UpstreamResponse,
    askedAt: number,
  ): UpstreamResponse {
    if (!isKeepable(response)) {
      if (response.ok) answers.drop(identity);
      return response;
    }
    const kept = answers.offer(identity, response, askedAt, freshTime(request, response, askedAt));
    return kept ? new UpstreamResponse(response.status, kept.headers, kept.bytes) : response;
  }
}

/** The kept answer under the headers that the 304 brought. */
function confirm(
  kept: KeptAnswer,
  request: UpstreamRequest,
  response: UpstreamResponse,
  askedAt: number,
): UpstreamResponse {
  const confirmed = response.with(200, kept.headers, kept.bytes);
  if (askedAt > kept.askedAt) {
    kept.askedAt = askedAt;
    kept.freshUntil = freshTime(request, confirmed, askedAt);
  }
  return confirmed;
}

/** Notes are never used unasked: a caller who has just written one looks for it. */
function freshTime({ scope, endpoint }: UpstreamRequest, response: UpstreamResponse, askedAt: number): number {
  return scope.credential === '' && endpoint !== 'observations' ? freshUntil(response, askedAt) : 0;
}
