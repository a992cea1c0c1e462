/**
 * Caches prepared documents by their text, bounded in bytes of everything that is made of them: tree, errors, plans, compiled functions. What
 * is made later claims from its document's memory and is evicted with it, least recently used first.
 */
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** One document takes at most this part of the whole: one caller's does not drive out everybody's. */
const shareOfOne = 1 / 8;

/** The memory of one document, in estimated bytes, claimed by what is made of it. */
export interface DocumentMemory {
  /** Counts so many bytes more; false where one document may not have as many, or is not cached. */
  claim(bytes: number): boolean;
  /** Counts so many bytes less. */
  release(bytes: number): void;
}

export class DocumentCache<Prepared extends { document: DocumentNode }> {
  /** A new object whenever the size changes: the LRU cache takes a size only with a new value. */
  readonly #entries: LRUCache<string, { prepared: Prepared }>;
  readonly #memories = new WeakMap<DocumentNode, DocumentMemory>();
  #evictions = 0;

  /** `bytesMax` is of all documents together. */
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

  /** The document of this text, now the last to go. */
  get(text: string): Prepared | undefined {
    return this.#entries.get(text)?.prepared;
  }

  /** Caches a document of so many bytes, if one may have as many. */
  set(text: string, prepared: Prepared, bytes: number): void {
    const entries = this.#entries;
    let size = 0;
    const claim = (more: number): boolean => {
      // The document may be evicted: an operation of it that still runs claims nothing more.
      const isCached = size === 0 || entries.peek(text)?.prepared === prepared;
      if (!isCached || size + more > entries.maxEntrySize) return false;
      size += more;
      entries.set(text, { prepared }, { size });
      return true;
    };
    if (claim(bytes)) this.#memories.set(prepared.document, { claim, release: (less) => void claim(-less) });
  }

  /** The memory of a document; nothing can be claimed of one that is not cached. */
  memoryOf(document: DocumentNode): DocumentMemory {
    return this.#memories.get(document) ?? none;
  }
}

const none: DocumentMemory = { claim: () => false, release: () => {} };
