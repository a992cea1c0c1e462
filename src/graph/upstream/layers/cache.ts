/**
 * Reads the service has answered before are asked as "has it changed?" (If-None-Match), and a 304 gives the kept bytes:
 * the very same Buffer, so that what was made of it above need not be made again. A keyed answer is never used unasked, so
 * a revoked key gets its 401 at once; a keyless one only while its own `public, max-age` says so.
 *
 * What it saves: bench/RESULTS.md, layers, "without the response cache".
 */
import { LRUCache } from 'lru-cache';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Endpoint, Fetch, Layer, UpstreamRequest } from '../call.ts';
import { freshUntilFor, isKeepable } from './freshness.ts';
import { type KeptEnding, type ResponseHeaders, UpstreamResponse } from '../response.ts';

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

export interface CachedResponse {
  etag: string;
  /** Of its own memory; the same object at each use, as long as the answer did not change. */
  bytes: Buffer;
  headers: ResponseHeaders;
  /** How the bytes end, once that was looked at. */
  ending: KeptEnding;
  /** What is known of when it was true, and for how long. */
  freshness: Freshness;
}

/** When an answer was asked for, and until when it may be used. */
interface Freshness {
  /** Place in the order of asking: the wall clock may go back, and what is newer must not depend on it. */
  order: number;
  /** Moment (wall clock) at which it was asked for. */
  askedAt: number;
  /** Moment (wall clock) until which it may be used without asking; 0 for never. */
  freshUntil: number;
}

/** What is held now, never more than allowed. */
export interface Holding {
  entries: number;
  bytes: number;
  /** Entries dropped for others, ever. */
  evictions: number;
}

/** Headers that a 304 may leave out and that still hold. */
const keptHeaders = ['content-type', 'cache-control', 'vary'];
/** What an entry costs beside its bytes and texts: objects, the end of a list once it was read, places in tables. */
const entryBytes = 1280;
/** One answer takes at most this part of the whole: by default enough for a year of hours, which is worth keeping most. */
const shareOfOne = 1 / 4;
/** Part of the whole for what was seen once. */
const shareOfSeen = 1 / 16;
/** What a line of it costs beside its texts. */
const seenBytes = 128;

export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;
  readonly #oneBytesMax: number;
  readonly #seenBytesMax: number;
  /** The ETag last seen of each read, of those seen lately; `#seenBefore` is what it was when it was last full. */
  #seen = new Map<string, string>();
  #seenBefore = new Map<string, string>();
  #seenBytes = 0;
  #seenBeforeBytes = 0;
  #evictions = 0;

  constructor(bytesMax: number) {
    this.#oneBytesMax = Math.floor(bytesMax * shareOfOne);
    this.#seenBytesMax = Math.floor((bytesMax * shareOfSeen) / 2);
    this.#responses = new LRUCache({
      maxSize: Math.max(1, bytesMax - 2 * this.#seenBytesMax),
      sizeCalculation: sizeOf,
      dispose: (_response, _identity, reason) => {
        if (reason === 'evict') this.#evictions += 1;
      },
    });
  }

  get holding(): Holding {
    return {
      entries: this.#responses.size,
      bytes: this.#responses.calculatedSize + this.#seenBytes + this.#seenBeforeBytes,
      evictions: this.#evictions,
    };
  }

  /** The answer kept under this identity, now the last to be dropped. */
  get(identity: string): CachedResponse | undefined {
    return this.#responses.get(identity);
  }

  /** Keeps an answer that was seen before and fits; gives what is kept now. A newer one is never replaced by an older. */
  offer(identity: string, response: UpstreamResponse, freshness: Freshness): CachedResponse | undefined {
    const etag = response.headers.get('etag') ?? '';
    const current = this.#responses.peek(identity);
    if (current && current.freshness.order > freshness.order) return undefined;
    if (!this.#isSecondSight(identity, etag) || response.bytes.length > this.#oneBytesMax) {
      this.drop(identity);
      return undefined;
    }
    // A copy: the answer's own bytes are a view of a larger buffer of the socket.
    const bytes = Buffer.allocUnsafeSlow(response.bytes.length);
    response.bytes.copy(bytes);
    const headers: ResponseHeaders = { etag };
    for (const name of keptHeaders) headers[name] = response.headers.get(name) ?? undefined;
    const kept = { etag, bytes, headers, freshness, ending: {} };
    this.#responses.set(identity, kept);
    return kept;
  }

  drop(identity: string): void {
    this.#responses.delete(identity);
  }

  /** Forgets by halves: dropping the oldest at each call would cost more than all else that a read seen once costs here. */
  #isSecondSight(identity: string, etag: string): boolean {
    const last = this.#seen.get(identity) ?? this.#seenBefore.get(identity);
    if (last === etag) return true;
    const bytes = identity.length + etag.length + seenBytes;
    if (this.#seenBytes + bytes > this.#seenBytesMax) {
      this.#seenBefore = this.#seen;
      this.#seenBeforeBytes = this.#seenBytes;
      this.#seen = new Map();
      this.#seenBytes = 0;
    }
    this.#seen.set(identity, etag);
    this.#seenBytes += bytes;
    return false;
  }
}

/** Identities and headers are ASCII: a byte a character. */
function sizeOf({ bytes, headers }: CachedResponse, identity: string): number {
  let size = entryBytes + identity.length + bytes.length;
  for (const name in headers) size += headers[name]?.length ?? 0;
  return size;
}
