/**
 * Reads the service has answered before are asked as "has it changed?" (If-None-Match), and a 304 gives the kept bytes:
 * the very same Buffer, so that what was made of it above need not be made again. A keyed answer is never used unasked, so
 * a revoked key gets its 401 at once; a keyless one only while its own `public, max-age` says so.
 * A 304 for a year of hours costs a seventeenth of the CPU of reading it again, for fifty fields a little more than half
 * (bench/RESULTS.md, layers).
 */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Fetch, Layer, UpstreamRequest } from '../call.ts';
import { freshUntil, isKeepable } from './freshness.ts';
import { type Holding, type KeptAnswer, KeptAnswers, type Sighting } from './kept-responses.ts';
import { UpstreamResponse } from '../response.ts';

/** How a kept answer was used: without asking, or after the service said that it holds; or that there was none to use. */
export type CacheUse = 'fresh' | 'unchanged' | 'missed';

export interface CacheOptions {
  /** What all kept answers together may cost to hold, in bytes. */
  bytesMax: number;
  /** The wall clock, milliseconds. */
  now?: () => number;
  onUse?: (request: UpstreamRequest, use: CacheUse) => void;
}

export interface ReadCache {
  layer: Layer;
  holding(): Holding;
}

/** Keeps answers by URL and credential, and gives none that the service, or the answer's own headers, would not give now. */
export function cacheReads({ bytesMax, now = Date.now, onUse }: CacheOptions): ReadCache {
  const answers = new KeptAnswers(bytesMax);
  let asked = 0;

  const layer: Layer = (next: Fetch) => (request) => {
    const { identity } = request;
    if (!request.isRead || identity === '') return next(request);
    const askedAt = now();
    asked += 1;
    const order = asked;
    const kept = answers.get(identity);
    if (!kept) {
      onUse?.(request, 'missed');
      return next(request).then((response) => keep(identity, request, response, { order, askedAt }));
    }
    // A clock that was set back proves nothing.
    if (askedAt >= kept.seen.askedAt && askedAt < kept.seen.freshUntil) {
      onUse?.(request, 'fresh');
      return Promise.resolve(new UpstreamResponse(200, kept.headers, kept.bytes, kept.ending));
    }
    return revalidate(next, identity, request, kept, { order, askedAt });
  };

  async function revalidate(
    next: Fetch,
    identity: string,
    request: UpstreamRequest,
    kept: KeptAnswer,
    asking: Asking,
  ): Promise<UpstreamResponse> {
    const response = await next(request.validating(kept.etag)).catch(nothingIfMalformed);
    if (response === undefined || !isOf(kept, response)) {
      // A service, or a proxy, that confirms badly what it would give well must not fail this read until its content changes.
      answers.drop(identity);
      onUse?.(request, 'missed');
      return keep(identity, request, await next(request), asking);
    }
    if (response.status !== 304) {
      onUse?.(request, 'missed');
      return keep(identity, request, response, asking);
    }
    onUse?.(request, 'unchanged');
    return confirm(kept, request, response, asking);
  }

  function keep(
    identity: string,
    request: UpstreamRequest,
    response: UpstreamResponse,
    asking: Asking,
  ): UpstreamResponse {
    if (!isKeepable(response)) {
      if (response.ok) answers.drop(identity);
      return response;
    }
    const freshUntil = freshTime(request, response, asking.askedAt);
    const kept = answers.offer(identity, response, { ...asking, freshUntil });
    return kept ? new UpstreamResponse(response.status, kept.headers, kept.bytes, kept.ending) : response;
  }

  return { layer, holding: () => answers.holding };
}

type Asking = Omit<Sighting, 'freshUntil'>;

/** Of an answer that is no HTTP, or that could not be read: it answered, and what is kept has nothing to do with it. */
function nothingIfMalformed(error: unknown): undefined {
  if (error instanceof GatewayError && error.code === 'UPSTREAM_ERROR') return undefined;
  throw error;
}

/** Whether what came is a whole answer, or confirms what was asked about. */
function isOf({ etag }: KeptAnswer, { status, headers }: UpstreamResponse): boolean {
  return status !== 304 || (headers.get('etag') ?? etag) === etag;
}

/** The kept answer under the headers that the 304 brought. */
function confirm(
  kept: KeptAnswer,
  request: UpstreamRequest,
  response: UpstreamResponse,
  asking: Asking,
): UpstreamResponse {
  const confirmed = response.confirming(kept);
  if (asking.order > kept.seen.order) {
    kept.seen = { ...asking, freshUntil: freshTime(request, confirmed, asking.askedAt) };
  }
  return confirmed;
}

/** Notes are never used unasked: a caller who has just written one looks for it. */
function freshTime({ scope, endpoint }: UpstreamRequest, response: UpstreamResponse, askedAt: number): number {
  return scope.credential === '' && endpoint !== 'observations' ? freshUntil(response, askedAt) : 0;
}
