/** Memory for what runs of one document create. Claim memory before you allocate it; if the claim is refused, allocate nothing. */
export interface DocumentMemory {
  /** Adds bytes. Returns false if one document may not have that many, or the document itself is not cached. */
  claim(bytes: number): boolean;
  /** Subtracts bytes. */
  release(bytes: number): void;
}

/** Estimates for a generated function: its text, bytecode, feedback and machine code per character, and the memory of the shortest one. */
const bytesPerCharacter = 12;
const compilationBytes = 4_096;

/** Memory of the functions generated from this text once they have run often. */
export const compiledBytes = (text: string): number => compilationBytes + text.length * bytesPerCharacter;
