/**
 * Reads the service has answered before are asked as "has it changed?" (If-None-Match), and a 304 gives the kept bytes:
 * the very same Buffer, so that what was made of it above need not be made again. A keyed answer is never used unasked, so
 * a revoked key gets its 401 at once; a keyless one only while its own `public, max-age` says so.
 *
 * What it saves where the service is asked again: bench/RESULTS.md, layers.
 */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Endpoint, Fetch, Layer, UpstreamRequest } from '../call.ts';
import { freshUntilFor, isKeepable } from './freshness.ts';
import { type Holding, type CachedResponse, ResponseCache, type Freshness } from './response-cache.ts';
import { UpstreamResponse } from '../response.ts';

/** How a kept answer was used: without asking, or after the service said that it holds; or that there was none to use. */
export type CacheUse = 'fresh' | 'unchanged' | 'missed';

export interface CacheOptions {
  /** What all kept answers together may cost to hold, in bytes. */
  bytesMax: number;
  /** Reads never used unasked, whatever their headers say: a caller who has just written looks for what was written. */
  changing?: readonly Endpoint[];
  /** The wall clock, milliseconds. */
  now?: () => number;
  onUse?: (request: UpstreamRequest, use: CacheUse) => void;
}

export interface ReadCache {
  layer: Layer;
  holding(): Holding;
}

/** Keeps answers by URL and credential, and gives none that the service, or the answer's own headers, would not give now. */
export function cacheReads({ bytesMax, changing = [], now = Date.now, onUse }: CacheOptions): ReadCache {
  const responses = new ResponseCache(bytesMax);
  let asked = 0;

  const layer: Layer = (next: Fetch) => (request) => {
    const { identity } = request;
    if (!request.isRead || identity === '') return next(request);
    const askedAt = now();
    asked += 1;
    const order = asked;
    const kept = responses.get(identity);
    if (!kept) {
      onUse?.(request, 'missed');
      return next(request).then((response) => keep(identity, request, response, { order, askedAt }));
    }
    // A clock that was set back proves nothing.
    if (askedAt >= kept.freshness.askedAt && askedAt < kept.freshness.freshUntil) {
      onUse?.(request, 'fresh');
      return Promise.resolve(responseOf(kept, kept.freshness.freshUntil));
    }
    return revalidate(next, identity, request, kept, { order, askedAt });
  };

  async function revalidate(
    next: Fetch,
    identity: string,
    request: UpstreamRequest,
    kept: CachedResponse,
    asking: Asking,
  ): Promise<UpstreamResponse> {
    const response = await next(request.validating(kept.etag)).catch(nothingIfMalformed);
    if (response === undefined || !isOf(kept, response)) {
      // A service, or a proxy, that confirms badly what it would give well must not fail this read until its content changes.
      responses.drop(identity);
      onUse?.(request, 'missed');
      return keep(identity, request, await next(request), asking);
    }
    if (response.status !== 304) {
      onUse?.(request, 'missed');
      return keep(identity, request, response, asking);
    }
    onUse?.(request, 'unchanged');
    const confirmed = response.confirming(kept);
    confirmed.freshUntil = freshUntilFor(request, confirmed, asking.askedAt, changing);
    if (asking.order > kept.freshness.order) kept.freshness = { ...asking, freshUntil: confirmed.freshUntil };
    return confirmed;
  }

  function keep(
    identity: string,
    request: UpstreamRequest,
    response: UpstreamResponse,
    asking: Asking,
  ): UpstreamResponse {
    const freshUntil = freshUntilFor(request, response, asking.askedAt, changing);
    response.freshUntil = freshUntil;
    if (!isKeepable(response)) {
      if (response.ok) responses.drop(identity);
      return response;
    }
    const kept = responses.offer(identity, response, { ...asking, freshUntil });
    return kept ? responseOf(kept, freshUntil) : response;
  }

  return { layer, holding: () => responses.holding };
}

function responseOf({ headers, bytes, ending }: CachedResponse, freshUntil: number): UpstreamResponse {
  const response = new UpstreamResponse(200, headers, bytes, ending);
  response.freshUntil = freshUntil;
  return response;
}

type Asking = Omit<Freshness, 'freshUntil'>;

/** Of an answer that is no HTTP, or that could not be read: it answered, and what is kept has nothing to do with it. */
function nothingIfMalformed(error: unknown): undefined {
  if (error instanceof GatewayError && error.code === 'UPSTREAM_ERROR') return undefined;
  throw error;
}

/** Whether what came is a whole answer, or confirms what was asked about. */
function isOf({ etag }: CachedResponse, { status, headers }: UpstreamResponse): boolean {
  return status !== 304 || (headers.get('etag') ?? etag) === etag;
}
