/**
 * Caches prepared documents by their text, bounded in bytes of everything that is made of them: tree, errors, plans, compiled functions. What
 * is made later claims from its document's memory and is evicted with it, least recently used first.
 */
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** One document takes at most this part of the whole: one caller's does not drive out everybody's. */
const shareOfOne = 1 / 8;

/** The memory of one document, in estimated bytes, claimed by what is made of it. */
export type DocumentMemory = Pick<Memory<never>, 'claim' | 'release'>;

/** A new object whenever the size changes: the LRU cache takes a size only with a new value. */
interface Entry<Prepared> {
  readonly memory: Memory<Prepared>;
}

export class DocumentCache<Prepared extends { document: DocumentNode }> {
  readonly #entries: LRUCache<string, Entry<Prepared>>;
  readonly #memories = new WeakMap<DocumentNode, Memory<Prepared>>();
  #evictions = 0;

  /** `bytesMax` is of all documents together. */
  constructor(bytesMax: number) {
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize: Math.ceil(bytesMax * shareOfOne),
      dispose: ({ memory }, _text, reason) => {
        if (reason !== 'evict') return;
        memory.end();
        this.#evictions += 1;
      },
    });
  }

  /** How many documents are cached, an upper estimate of their bytes, and evictions since the start. */
  get size() {
    return { count: this.#entries.size, bytes: this.#entries.calculatedSize, evictions: this.#evictions };
  }

  /** The document of this text, now the last to go. */
  get(text: string): Prepared | undefined {
    return this.#entries.get(text)?.memory.prepared;
  }

  /** Caches a document of so many bytes, if one may have as many. */
  set(text: string, prepared: Prepared, bytes: number): void {
    const memory = new Memory(prepared, text, this.#entries);
    if (memory.claim(bytes)) this.#memories.set(prepared.document, memory);
  }

  /** The memory of a document; nothing can be claimed of one that is not cached. */
  memoryOf(document: DocumentNode): DocumentMemory {
    return this.#memories.get(document) ?? none;
  }
}

/** The claims of one document while it is cached. */
class Memory<Prepared> {
  readonly prepared: Prepared;
  readonly #text: string;
  readonly #entries: LRUCache<string, Entry<Prepared>>;
  #bytes = 0;
  #isCached = true;

  constructor(prepared: Prepared, text: string, entries: LRUCache<string, Entry<Prepared>>) {
    this.prepared = prepared;
    this.#text = text;
    this.#entries = entries;
  }

  /** Counts so many bytes more; false where one document may not have as many, or is not cached. */
  claim(bytes: number): boolean {
    const size = this.#bytes + bytes;
    if (!this.#isCached || size > this.#entries.maxEntrySize) return false;
    this.#bytes = size;
    this.#entries.set(this.#text, { memory: this }, { size });
    return true;
  }

  /** Counts so many bytes less. */
  release(bytes: number): void {
    if (!this.#isCached) return;
    this.#bytes -= bytes;
    this.#entries.set(this.#text, { memory: this }, { size: this.#bytes });
  }

  /** The document is evicted: an operation of it that still runs claims nothing more. */
  end(): void {
    this.#isCached = false;
  }
}

const none: DocumentMemory = { claim: () => false, release: () => {} };
