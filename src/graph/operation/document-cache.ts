/**
 * Caches prepared documents by their text. The bound in bytes covers everything made of them: tree, errors, plans, compiled functions.
 * Later parts claim from their document's memory and are evicted with it, least recently used first.
 */
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Maximum share of one document, so that one caller's document does not evict those of all others. */
const shareOfOne = 1 / 8;

/** The memory of one document, in estimated bytes. Everything made of the document claims from it. */
export interface DocumentMemory {
  /** Adds bytes. Returns false if one document may not have that many, or is not cached. */
  claim(bytes: number): boolean;
  /** Subtracts bytes. */
  release(bytes: number): void;
}

/** By document, of all caches: no two have the same document. */
const memories = new WeakMap<DocumentNode, DocumentMemory>();

const none: DocumentMemory = { claim: () => false, release: () => {} };

/** The memory of a document, cached or pinned. A claim fails for any other. */
export const memoryOf = (document: DocumentNode): DocumentMemory => memories.get(document) ?? none;

/** Lets the document claim from this memory. */
export function setMemory(document: DocumentNode, memory: DocumentMemory): void {
  memories.set(document, memory);
}

export class DocumentCache<Prepared extends { document: DocumentNode }> {
  /** A new object whenever the size changes: the LRU cache takes a size only with a new value. */
  readonly #entries: LRUCache<string, { prepared: Prepared }>;
  #evictions = 0;

  /** `bytesMax` bounds all documents together. */
  constructor(bytesMax: number) {
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize: Math.ceil(bytesMax * shareOfOne),
      dispose: (_entry, _text, reason) => {
        if (reason === 'evict') this.#evictions += 1;
      },
    });
  }

  /** How many documents are cached, an upper estimate of their bytes, and evictions since the start. */
  get size() {
    return { count: this.#entries.size, bytes: this.#entries.calculatedSize, evictions: this.#evictions };
  }

  /** The document of this text. Marks it as the most recently used. */
  get(text: string): Prepared | undefined {
    return this.#entries.get(text)?.prepared;
  }

  /** Caches a document of this many bytes, if one document may have that many. */
  set(text: string, prepared: Prepared, bytes: number): void {
    const entries = this.#entries;
    let size = 0;
    const claim = (more: number): boolean => {
      // After eviction, an operation of the document that still runs claims nothing more.
      const isCached = size === 0 || entries.peek(text)?.prepared === prepared;
      if (!isCached || size + more > entries.maxEntrySize) return false;
      size += more;
      entries.set(text, { prepared }, { size });
      return true;
    };
    if (claim(bytes)) setMemory(prepared.document, { claim, release: (less) => void claim(-less) });
  }
}
