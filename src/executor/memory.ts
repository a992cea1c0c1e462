/** Memory of what is made for one document when it runs. Each maker claims what it is about to allocate, and makes nothing if refused. */
export interface DocumentMemory {
  /** Counts so many bytes more; false where one document may not have that many, or the document itself is not cached. */
  claim(bytes: number): boolean;
  /** Counts so many bytes less. */
  release(bytes: number): void;
}

/** Estimates of a generated function's text, bytecode, feedback and machine code, and of what the shortest one takes. */
const bytesPerCharacter = 12;
const compilationBytes = 4_096;

/** Memory of functions generated of this text once they have run often. */
export function compiledBytes(text: string): number {
  return compilationBytes + text.length * bytesPerCharacter;
}
