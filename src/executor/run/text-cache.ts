/**
 * JSON texts of lists, by the bytes they were made of and their projection. Unchanged bytes are not parsed, projected or serialised again.
 * The least recently used texts are evicted first. A text retains neither its bytes nor its projection.
 * Saves: bench/RESULTS.md, layers, "without the text cache".
 */
import { bytesWithin } from '../../platform/sync/memory-ratio.ts';
import { LRUCache } from 'lru-cache';

/** A part of an answer that is JSON already, in UTF-8. */
export class JsonText {
  readonly pieces: readonly Buffer[];
  /** In bytes. */
  readonly length: number;
  /** Whether other results may have it too. */
  readonly isCached: boolean;

  constructor(pieces: readonly Buffer[], isCached = false) {
    let length = 0;
    for (const piece of pieces) length += piece.length;
    this.pieces = pieces;
    this.length = length;
    this.isCached = isCached;
  }

  toString(): string {
    return Buffer.concat(this.pieces).toString();
  }

  /** For JSON.stringify. */
  toJSON(): unknown {
    return JSON.parse(String(this));
  }
}

/** At most 32 MiB, or a part of the memory of a container. */
const bytesMaxDefault = bytesWithin(32 * 1024 * 1024, 64);
/** Overhead of a text and of each of its pieces: objects, map entries, an allocation. */
const textBytes = 1024;
const pieceBytes = 512;

export class TextCache {
  /** The texts made of each buffer, by the number of their projection. */
  readonly #byBytes = new WeakMap<Buffer, Map<number, JsonText>>();
  readonly #texts: LRUCache<JsonText, () => unknown>;
  /** Number of the latest projection. Numbers are the keys, so that the cache retains no projection. */
  projections = 0;

  constructor(bytesMax = bytesMaxDefault) {
    this.#texts = new LRUCache({ maxSize: bytesMax, dispose: (remove) => remove() });
  }

  /** Memory in use, in bytes, never above the limit. */
  get bytes(): number {
    return this.#texts.calculatedSize;
  }

  find(bytes: Buffer, projection: number): JsonText | undefined {
    const text = this.#byBytes.get(bytes)?.get(projection);
    // Marks the text as the most recently used.
    if (text) this.#texts.get(text);
    return text;
  }

  /** Caches the text of these bytes by this projection, if it fits. */
  add(bytes: Buffer, projection: number, pieces: readonly Buffer[]): JsonText {
    const size = pieces.reduce((sum, { length }) => sum + length + pieceBytes, textBytes);
    if (size > this.#texts.maxSize) return new JsonText(pieces);
    const texts = this.#byBytes.getOrInsert(bytes, new Map());
    const text = new JsonText(pieces.map(ownMemory), true);
    texts.set(projection, text);
    // Two runs may have made the text at the same time.
    const remove = () => texts.get(projection) === text && texts.delete(projection);
    this.#texts.set(text, remove, { size });
    return text;
  }
}

/** A copy, unless the piece has memory of its own: a slice would retain the whole memory that it is part of. */
function ownMemory(piece: Buffer): Buffer {
  if (piece.buffer.byteLength === piece.length) return piece;
  const own = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(own);
  return own;
}
