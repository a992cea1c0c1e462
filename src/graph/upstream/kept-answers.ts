/**
 * Answers kept as bytes, bounded by their bytes, the least recently used dropped first.
 * Admitted on second sight of the same ETag: what is asked once, or changes each time, costs a line of memory and no copy.
 */
import type { AnswerHeaders, UpstreamResponse } from './response.ts';
import { expectAgain } from './unread-data.ts';

export interface KeptAnswer {
  etag: string;
  /** Of its own memory; the same object at each use, as long as the answer did not change. */
  bytes: Buffer;
  headers: AnswerHeaders;
  /** Moment (wall clock) at which it was asked for. */
  askedAt: number;
  /** Moment (wall clock) until which it may be used without asking; 0 for never. */
  freshUntil: number;
}

/** Headers that a 304 may leave out and that still hold. */
const keptHeaders = ['content-type', 'cache-control', 'vary'];
/** Reads that are remembered at least; at most twice as many. */
const seenMax = 4096;
/** What an entry costs beside its bytes: key, headers, objects. */
const entryBytes = 1024;
/** One answer takes at most this part of the whole: by default enough for a year of hours, which is worth keeping most. */
const shareOfOne = 1 / 4;

export class KeptAnswers {
  readonly #bytesMax: number;
  readonly #answers = new Map<string, KeptAnswer>();
  /** The ETag last seen of each read, of those seen lately; `#seenBefore` is what it was when it was last full. */
  #seen = new Map<string, string>();
  #seenBefore = new Map<string, string>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes held now, never more than allowed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The answer kept under this identity, now the last to be dropped. */
  get(identity: string): KeptAnswer | undefined {
    const kept = this.#answers.get(identity);
    if (kept === undefined) return undefined;
    this.#answers.delete(identity);
    this.#answers.set(identity, kept);
    return kept;
  }

  /** Keeps an answer that was seen before and fits; gives what is kept now. A newer one is never replaced by an older. */
  offer(identity: string, response: UpstreamResponse, askedAt: number, freshUntil: number): KeptAnswer | undefined {
    const etag = response.headers.get('etag') ?? '';
    const current = this.#answers.get(identity);
    if (current && current.askedAt > askedAt) return undefined;
    if (!this.#isSecondSight(identity, etag) || response.bytes.length > this.#bytesMax * shareOfOne) {
      this.drop(identity);
      return undefined;
    }
    this.drop(identity);
    // A copy: the answer's own bytes are a view of a larger buffer of the socket.
    const bytes = Buffer.allocUnsafeSlow(response.bytes.length);
    response.bytes.copy(bytes);
    expectAgain(bytes);
    const headers: AnswerHeaders = { etag };
    for (const name of keptHeaders) headers[name] = response.headers.get(name) ?? undefined;
    const kept = { etag, bytes, headers, askedAt, freshUntil };
    this.#answers.set(identity, kept);
    this.#bytes += bytes.length + entryBytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.drop(oldest);
    }
    return kept;
  }

  drop(identity: string): void {
    const kept = this.#answers.get(identity);
    if (kept === undefined) return;
    this.#answers.delete(identity);
    this.#bytes -= kept.bytes.length + entryBytes;
  }

  /** Forgets by halves: dropping the oldest at each call would cost more than all else that a read seen once costs here. */
  #isSecondSight(identity: string, etag: string): boolean {
    const last = this.#seen.get(identity) ?? this.#seenBefore.get(identity);
    if (last === etag) return true;
    this.#seen.set(identity, etag);
    if (this.#seen.size >= seenMax) {
      this.#seenBefore = this.#seen;
      this.#seen = new Map();
    }
    return false;
  }
}
