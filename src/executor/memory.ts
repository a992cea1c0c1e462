/**
 * What is held in memory for one document: the document itself, its plans, what is compiled for them. It is not known beforehand, as
 * most of it is made when the document is run, so each maker claims what it is about to hold, and makes nothing where that is refused:
 * all of it is there for speed alone.
 */

/** The memory of one document, in estimated bytes. */
export interface DocumentMemory {
  /** Counts so many bytes more; false where that is more than one document may hold, or the document itself is not kept. */
  claim(bytes: number): boolean;
  /** Counts so many bytes less. */
  release(bytes: number): void;
}

/** For documents that somebody else bounds. */
export const unbounded: DocumentMemory = { claim: () => true, release: () => {} };

/** Generated functions: their text, bytecode, feedback and machine code, and what one of them holds however short it is. */
const bytesPerCharacter = 12;
const compilationBytes = 4_096;

/** What functions generated of this text hold once they have run often. */
export function compiledBytes(text: string): number {
  return compilationBytes + text.length * bytesPerCharacter;
}
