/**
 * Lists as JSON text, kept by the bytes they were read from and the projection they went through. While the service's answer is the
 * same bytes, the list is neither parsed nor projected nor serialised again. Bounded by the memory they hold, the longest unused
 * dropped first. A kept text holds neither the bytes nor the projection it was made with: they go when their own caches let them go.
 *
 * What they save on unchanged data: bench/RESULTS.md, layers, "without kept texts".
 */
import { LRUCache } from 'lru-cache';

/** A piece of an answer that is text already, as bytes in UTF-8. */
export class CachedText {
  readonly pieces: readonly Buffer[];

  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces;
  }

  /** Its bytes. */
  get length(): number {
    let length = 0;
    for (const piece of this.pieces) length += piece.length;
    return length;
  }

  toString(): string {
    return Buffer.concat(this.pieces).toString();
  }

  /** For whoever does not know fragments. */
  toJSON(): unknown {
    return JSON.parse(String(this));
  }
}

/** Of one answer of the service: its texts by the number of their projection. */
type Texts = Map<number, Kept>;

/** A fragment that can take itself out of its place. */
class Kept extends CachedText {
  readonly #texts: Texts;
  readonly #projection: number;

  constructor(pieces: readonly Buffer[], texts: Texts, projection: number) {
    super(pieces.map(ownMemory));
    this.#texts = texts;
    this.#projection = projection;
  }

  leave(): void {
    this.#texts.delete(this.#projection);
  }
}

const bytesMaxDefault = 32 * 1024 * 1024;
/** What a text and each of its pieces hold beside their bytes: objects, places in maps, an allocation. */
const textBytes = 1024;
const pieceBytes = 512;

export class TextCache {
  readonly #byBytes = new WeakMap<Buffer, Texts>();
  readonly #kept: LRUCache<Kept, Kept>;
  #projections = 0;

  constructor(bytesMax = bytesMaxDefault) {
    this.#kept = new LRUCache({ maxSize: bytesMax, dispose: (kept) => kept.leave() });
  }

  /** Bytes of memory held now, never more than allowed. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** A number for a projection, under which its texts are found: not the projection itself, which goes with its document. */
  nextProjection(): number {
    return ++this.#projections;
  }

  /** The cached text of these bytes by this projection. */
  find(bytes: Buffer, projection: number): CachedText | undefined {
    const known = this.#byBytes.get(bytes)?.get(projection);
    // The look-up notes the use.
    return known && (this.#kept.get(known) ?? known);
  }

  /** Caches the text of these bytes by this projection, if it fits. */
  keep(bytes: Buffer, projection: number, pieces: readonly Buffer[]): CachedText {
    const size = pieces.reduce((sum, { length }) => sum + length + pieceBytes, textBytes);
    if (size > this.#kept.maxSize) return new CachedText(pieces);
    const texts = this.#byBytes.get(bytes) ?? new Map<number, Kept>();
    this.#byBytes.set(bytes, texts);
    const kept = new Kept(pieces, texts, projection);
    texts.set(projection, kept);
    this.#kept.set(kept, kept, { size });
    return kept;
  }
}

/** The piece itself where its memory is its own; a slice would keep all of the memory that it is a slice of. */
function ownMemory(piece: Buffer): Buffer {
  if (piece.buffer.byteLength === piece.length) return piece;
  const own = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(own);
  return own;
}
