/**
 * Answers kept as bytes, bounded by what they cost to hold, the least recently used dropped first.
 * Admitted on second sight of the same ETag: what is asked once, or changes each time, costs a line of memory and no copy.
 */
import { LRUCache } from 'lru-cache';
import type { ResponseHeaders, UpstreamResponse } from '../response.ts';
import type { KeptEnding } from '../list-bytes.ts';

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
export interface Freshness {
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
