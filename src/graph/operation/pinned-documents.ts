/** Documents that are prepared at start and stay: documents of callers never evict them. All share one bound, in bytes. */
import { type DocumentMemory, setMemory } from './document-cache.ts';
import type { PreparedDocument } from './documents.ts';

/** It is also the DocumentMemory of each of its documents. */
export class PinnedDocuments implements DocumentMemory {
  readonly #bytesMax: number;
  readonly #byText = new Map<string, PreparedDocument>();
  #bytes = 0;

  /** `bytesMax` bounds all of them together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Number of documents, and an upper estimate of their bytes, never above the bound. */
  get size() {
    return { count: this.#byText.size, bytes: this.#bytes };
  }

  /** The document of exactly this text. */
  get(text: string): PreparedDocument | undefined {
    return this.#byText.get(text);
  }

  /** Pins a document of this many bytes. Returns false if it does not fit. */
  set(text: string, prepared: PreparedDocument, bytes: number): boolean {
    if (!this.claim(bytes)) return false;
    this.#byText.set(text, prepared);
    setMemory(prepared.document, this);
    return true;
  }

  claim(bytes: number): boolean {
    if (this.#bytes + bytes > this.#bytesMax) return false;
    this.#bytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#bytes -= bytes;
  }
}
