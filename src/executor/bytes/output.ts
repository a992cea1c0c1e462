/** Where programs write: one buffer for the process, handed on in copies when it is full. Not to be held across an await. */

const bytesMax = 256 * 1024;
const fullAt = 64 * 1024;

export class Output {
  readonly bytes = Buffer.alloc(bytesMax);
  readonly view = new DataView(this.bytes.buffer, this.bytes.byteOffset, bytesMax);
  /** Above this many bytes it has to be flushed; what is left holds any record but a huge one. */
  readonly full = fullAt;
  /** Bytes written. */
  length = 0;
  #pieces: Buffer[] = [];

  /** Hands on what was written up to `length`; gives the place to go on writing. */
  flush(length: number): number {
    const piece = Buffer.allocUnsafeSlow(length);
    this.bytes.copy(piece, 0, 0, length);
    this.#pieces.push(piece);
    return 0;
  }

  /** Forgets what was written before, and begins with this. */
  begin(text: string): void {
    this.#pieces = [];
    this.length = this.bytes.write(text);
  }

  /** Ends with this, and gives all that was written. */
  end(text: string): Buffer[] {
    this.length += this.bytes.write(text, this.length);
    this.flush(this.length);
    return this.#pieces;
  }
}
