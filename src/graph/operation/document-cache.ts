/**
 * Prepared documents by their text, under one bound in bytes of memory for all that is held for them: tree, verdict, plans, compiled
 * functions. What is made of a document later is claimed from its memory here, so no second cache has to agree with this one: a
 * document used longest ago goes, and everything made of it hangs on its nodes and goes too.
 */
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** One document takes at most this part of the whole: one caller's does not drive out everybody's. */
const shareOfOne = 1 / 8;

/** What is held for documents now. */
export interface HeldDocuments {
  count: number;
  /** An upper estimate, never more than allowed. */
  bytes: number;
  /** Documents let go for others since the start. */
  evictions: number;
}

/** The memory of one document, in estimated bytes, for whoever makes something of it. */
export interface DocumentMemory {
  /** Counts so many bytes more; false where that is more than one document may hold, or the document itself is not kept. */
  claim(bytes: number): boolean;
  /** Counts so many bytes less. */
  release(bytes: number): void;
}

/** Made anew whenever the size changes: the cache takes a size with a new value alone. */
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

  get held(): HeldDocuments {
    return { count: this.#entries.size, bytes: this.#entries.calculatedSize, evictions: this.#evictions };
  }

  /** The document of this text, now the last to go. */
  get(text: string): Prepared | undefined {
    return this.#entries.get(text)?.memory.prepared;
  }

  /** Keeps a document that holds so many bytes by itself, where that is not more than one may hold. */
  set(text: string, prepared: Prepared, bytes: number): void {
    if (bytes > this.#entries.maxEntrySize) return;
    const memory = new Memory(prepared, bytes, this.#entries.maxEntrySize, (size) => {
      this.#entries.set(text, { memory }, { size });
    });
    this.#memories.set(prepared.document, memory);
    this.#entries.set(text, { memory }, { size: bytes });
  }

  /** The memory of a document; of one that is not kept, nothing may be claimed. */
  memoryOf(document: DocumentNode): DocumentMemory {
    return this.#memories.get(document) ?? none;
  }
}

/** What one document holds, as long as it is kept. */
class Memory<Prepared> implements DocumentMemory {
  readonly prepared: Prepared;
  readonly #bytesMax: number;
  readonly #resize: (bytes: number) => void;
  #bytes: number;
  #isKept = true;

  constructor(prepared: Prepared, bytes: number, bytesMax: number, resize: (bytes: number) => void) {
    this.prepared = prepared;
    this.#bytes = bytes;
    this.#bytesMax = bytesMax;
    this.#resize = resize;
  }

  claim(bytes: number): boolean {
    if (!this.#isKept || this.#bytes + bytes > this.#bytesMax) return false;
    this.#bytes += bytes;
    this.#resize(this.#bytes);
    return true;
  }

  release(bytes: number): void {
    if (!this.#isKept) return;
    this.#bytes -= bytes;
    this.#resize(this.#bytes);
  }

  /** The document is let go: an operation of it that still runs makes nothing more. */
  end(): void {
    this.#isKept = false;
  }
}

const none: DocumentMemory = { claim: () => false, release: () => {} };
