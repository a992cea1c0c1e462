/**
 * Caches REST responses by URL and API key. A fresh response to a read without a key is returned with no call. All others are revalidated
 * with If-None-Match, so a revoked key gets its 401 at once. A response is cached only when its ETag comes a second time. A 304 returns the
 * same Buffer, so that texts made of it can be cached too. Saves: bench/RESULTS.md, layers, "without the response cache".
 */
import { LRUCache } from 'lru-cache';
import type { GatewayError } from '../../errors/gateway-error.ts';
import type { Endpoint, Layer, UpstreamObserver, UpstreamRequest } from '../call.ts';
import { type CachedFreshness, freshUntilFor, type GrantedLifetimes, isCacheable } from './freshness.ts';
import { type CachedEnvelope, type ResponseHeaders, UpstreamResponse } from '../response.ts';
import { isSameTag } from '../../../platform/server/etag.ts';

interface CacheOptions {
  /** Memory limit of the cache, in bytes. */
  bytesMax: number;
  /** Reads that a write changes: never used without a request, so that a caller sees what it has just written. */
  changing: readonly Endpoint[];
  /** Receives the lifetimes that the service grants. */
  granted?: GrantedLifetimes;
  /** The wall clock, milliseconds. */
  now?: () => number;
  observer?: UpstreamObserver;
}

/** Caches responses by URL and credential. Returns only what the service has confirmed or the response's own headers allow. */
export function cacheReads({ bytesMax, changing, granted, now = Date.now, observer = {} }: CacheOptions) {
  const responses = new ResponseCache(bytesMax);
  let requests = 0;

  const layer: Layer = (next) => {
    async function revalidate(request: UpstreamRequest, entry: CachedResponse, moment: RequestMoment) {
      const response = await next(request.again({ ifNoneMatch: entry.etag })).catch((error: GatewayError) => {
        // A response that could not be read says nothing about the cached one.
        if (error.code === 'UPSTREAM_ERROR') return undefined;
        observer.cached?.(request.endpoint, 'miss');
        throw error;
      });
      const confirmedTag = response?.headers.get('etag') ?? entry.etag;
      if (response?.status === 304 && (confirmedTag === entry.etag || isSameTag(confirmedTag, entry.etag))) {
        observer.cached?.(request.endpoint, 'revalidated');
        request.events?.on('REVALIDATED');
        const confirmed = response.confirming(entry);
        confirmed.freshUntil = freshUntilFor(request, confirmed, moment.requestedAt, changing, granted);
        if (moment.order > entry.freshness.order) entry.freshness = { ...moment, freshUntil: confirmed.freshUntil };
        return confirmed;
      }
      observer.cached?.(request.endpoint, 'miss');
      const isError = response !== undefined && ownErrors.has(response.status);
      if (response !== undefined && response.status !== 304 && !isError) return store(request, response, moment);
      // A service or proxy that cannot revalidate must not fail each read, or double its calls. In an outage, both requests fail.
      if (!isError) entry.envelope.plainUntil = moment.requestedAt + plainMs;
      const plain = await next(request);
      if (plain.ok) entry.envelope.plainUntil = moment.requestedAt + plainMs;
      return store(request, plain, moment);
    }

    return (request) => {
      const { identity } = request;
      // The service itself answers a request with its own validator.
      if (!request.isRead || identity === '' || request.ifNoneMatch !== undefined) return next(request);
      const requestedAt = now();
      requests += 1;
      const moment = { order: requests, requestedAt };
      const entry = responses.get(identity);
      // After the clock was set back, freshness is unknown.
      if (entry && requestedAt >= entry.freshness.requestedAt && requestedAt < entry.freshness.freshUntil) {
        observer.cached?.(request.endpoint, 'hit');
        request.events?.on('CACHED');
        const fresh = new UpstreamResponse(200, entry.headers, entry.bytes, entry.envelope);
        fresh.freshUntil = entry.freshness.freshUntil;
        fresh.isUnconfirmed = true;
        return Promise.resolve(fresh);
      }
      if (entry && requestedAt >= (entry.envelope.plainUntil ?? 0)) return revalidate(request, entry, moment);
      observer.cached?.(request.endpoint, 'miss');
      return next(request).then((response) => store(request, response, moment));
    };
  };

  function store(request: UpstreamRequest, response: UpstreamResponse, moment: RequestMoment): UpstreamResponse {
    const freshUntil = freshUntilFor(request, response, moment.requestedAt, changing, granted);
    response.freshUntil = freshUntil;
    if (!isCacheable(response)) {
      if (response.ok) responses.drop(request.identity);
      return response;
    }
    const entry = responses.offer(request.identity, response, { ...moment, freshUntil });
    if (!entry) return response;
    const cached = response.confirming(entry);
    cached.freshUntil = freshUntil;
    return cached;
  }

  return {
    layer,
    size: () => responses.size,
    /** Revalidates cached lists of a field before they are used again. If `isUnconditional`, they are no longer cached. */
    expire: (fieldId: string, isUnconditional = false) => responses.expire(fieldId, requests, isUnconditional),
  };
}

type RequestMoment = Omit<CachedFreshness, 'freshUntil'>;

interface CachedResponse {
  fieldId: string | undefined;
  etag: string;
  /** A copy in memory of its own; the same object until the response changes. */
  bytes: Buffer;
  headers: ResponseHeaders;
  /** The parsed end of a list (`page`, `meta`), cached after its first read. */
  envelope: CachedEnvelope;
  freshness: CachedFreshness;
}

/** The field of a read, by its identity. */
const fieldOf = /[?&]field_id=([^&]*)/;

/** Errors of the service itself, which If-None-Match may cause. */
const ownErrors = new Set([500, 501]);
/** How long a list is requested without its ETag after its revalidation failed. */
const plainMs = 300_000;
/** Headers that a 304 may leave out and that still apply. */
const cachedHeaders = ['content-type', 'cache-control'];
/** Memory of an entry besides its bytes and texts: objects, the end of a list once it was read, hash tables. */
const entryBytes = 1280;
/** One response takes at most this part of the whole: by default, enough for a year of hourly weather. */
const shareOfOne = 1 / 4;
/** Part of the whole for ETags that were seen once. */
const shareOfSeen = 1 / 16;
/** Maximum number of stored expired fields. Above it, all fields count as expired. */
const expiredMax = 10_000;
/** Memory of an ETag that was seen once, besides its texts. */
const seenBytes = 128;

export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;
  readonly #oneBytesMax: number;
  readonly #seenBytesMax: number;
  /** The last ETag of each recent read. Once it is full, it becomes `#seenBefore`. */
  #seen = new Map<string, string>();
  #seenBefore = new Map<string, string>();
  #seenBytes = 0;
  #seenBeforeBytes = 0;
  #evictions = 0;
  /** By field, the number of the last request before it expired; infinite from then on if one of its lists cannot be revalidated. */
  readonly #expired = new Map<string | undefined, number>();
  /** The same for all other fields. */
  #othersExpired = 0;

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

  /** Its entries and their memory now, and the entries evicted since the start. */
  get size() {
    return {
      entries: this.#responses.size,
      bytes: this.#responses.calculatedSize + this.#seenBytes + this.#seenBeforeBytes,
      evictions: this.#evictions,
    };
  }

  /** An entry that was requested before its field expired is not fresh. One that could not be read is dropped. */
  get(identity: string): CachedResponse | undefined {
    const entry = this.#responses.get(identity);
    const expired = this.#expired.get(entry?.fieldId) ?? this.#othersExpired;
    if (entry?.envelope.isMalformed || expired === Number.POSITIVE_INFINITY) return void this.drop(identity);
    if (entry && entry.freshness.order <= expired) entry.freshness.freshUntil = 0;
    return entry;
  }

  /** Caches a response that was seen before and fits, and returns its entry. Never replaces a newer one by an older. */
  offer(identity: string, response: UpstreamResponse, freshness: CachedFreshness): CachedResponse | undefined {
    const etag = response.headers.get('etag') as string;
    const cached = this.#responses.peek(identity);
    if (cached && freshness.order <= cached.freshness.order) return undefined;
    const isCached = this.#isSecondSight(identity, etag) && response.bytes.length <= this.#oneBytesMax;
    if (!isCached) return void this.drop(identity);
    const fieldId = fieldOf.exec(identity)?.[1];
    if (freshness.order <= (this.#expired.get(fieldId) ?? this.#othersExpired)) return undefined;
    const isSame = cached?.etag === etag && cached.bytes.equals(response.bytes);
    const { bytes, envelope } = isSame ? cached : { bytes: copyOf(response.bytes), envelope: {} };
    const headers: ResponseHeaders = { etag };
    for (const name of cachedHeaders) headers[name] = response.headers.get(name) ?? undefined;
    const entry = { fieldId, etag, bytes, headers, freshness, envelope };
    this.#responses.set(identity, entry);
    return entry;
  }

  /** Expires responses to requests up to this number: those in flight may be from before a change. With `isUnconditional`, all. */
  expire(fieldId: string, order: number, isUnconditional: boolean): void {
    if (this.#expired.size >= expiredMax) {
      this.#expired.clear();
      this.#othersExpired = order;
    }
    const last = isUnconditional ? Number.POSITIVE_INFINITY : order;
    this.#expired.set(fieldId, Math.max(last, this.#expired.get(fieldId) ?? 0));
  }

  drop(identity: string): void {
    this.#responses.delete(identity);
  }

  /**
   * Whether this read had this ETag before. If not, stores the ETag in two generations: dropping half at once is cheaper than evicting the
   * oldest at each call.
   */
  #isSecondSight(identity: string, etag: string): boolean {
    const own = this.#seen.get(identity);
    if ((own ?? this.#seenBefore.get(identity)) === etag) return true;
    const bytes = identity.length + seenBytes;
    if (own !== undefined) {
      this.#seen.delete(identity);
      this.#seenBytes -= bytes + own.length;
    }
    if (this.#seenBytes + bytes + etag.length > this.#seenBytesMax) {
      this.#seenBefore = this.#seen;
      this.#seenBeforeBytes = this.#seenBytes;
      this.#seen = new Map();
      this.#seenBytes = 0;
    }
    this.#seen.set(identity, etag);
    this.#seenBytes += bytes + etag.length;
    return false;
  }
}

/** The bytes of a response are a view of a larger buffer of the socket. */
function copyOf(view: Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(view.length);
  view.copy(bytes);
  return bytes;
}

/** Identities and headers are ASCII: one byte per character. */
function sizeOf({ bytes, headers }: CachedResponse, identity: string): number {
  let size = entryBytes + identity.length + bytes.length;
  for (const name in headers) size += headers[name]?.length ?? 0;
  return size;
}
