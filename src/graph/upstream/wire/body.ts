/**
 * The body of one answer as it comes off the wire. Where its length is stated it is put together in one buffer while it comes, so that no
 * chunk outlives its turn: chunks kept for a copy in the end hold the body twice, and the collector copies what holds them.
 */

export class Body {
  readonly #bytesMax: number;
  #stated = 0;
  #whole: Buffer | undefined;
  #length = 0;
  #chunks: Buffer[] = [];

  /** More bytes than this are not believed to come. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Takes the value of a Content-Length header: what it promises is room to be made for, no more. */
  state(length: string | string[] | undefined): void {
    const bytes = Number(length);
    if (bytes <= this.#bytesMax) this.#stated = bytes;
  }

  add(chunk: Buffer): void {
    if (this.#length === 0 && chunk.length < this.#stated) this.#whole = Buffer.allocUnsafeSlow(this.#stated);
    // More than was stated is the parser's to refuse; here it only has to do no harm.
    if (this.#whole === undefined || this.#length + chunk.length > this.#stated) this.#chunks.push(chunk);
    else chunk.copy(this.#whole, this.#length);
    this.#length += chunk.length;
  }

  /** Forgets what came. */
  drop(): void {
    this.#whole = undefined;
    this.#chunks = [];
  }

  /** What came, whole. One chunk is given as it is. */
  bytes(): Buffer {
    if (this.#whole !== undefined && this.#length === this.#stated) return this.#whole;
    const before = this.#whole === undefined ? [] : [this.#whole.subarray(0, this.#length - sum(this.#chunks))];
    const all = [...before, ...this.#chunks];
    return all.length === 1 ? (all[0] as Buffer) : Buffer.concat(all);
  }
}

function sum(chunks: Buffer[]): number {
  return chunks.reduce((bytes, { length }) => bytes + length, 0);
}
