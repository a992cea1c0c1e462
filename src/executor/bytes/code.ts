/**
 * Pieces of the generated program. Its variables: `b` and `bv` are the bytes read and a DataView of them, `p` the place in them; `ob`, `ov`
 * and `o` the same of what is written. Constant text is compared and written four bytes at a time.
 */

const wordBytes = 4;

/** A JavaScript condition: these bytes stand at `place`. */
export function comparison(text: string, place: string): string {
  const bytes = Buffer.from(text);
  const terms: string[] = [];
  if (bytes.length < wordBytes) {
    for (const [at, byte] of bytes.entries()) terms.push(`b[${place} + ${at}] === ${byte}`);
    return terms.join(' && ');
  }
  for (let at = 0; at < bytes.length; at += wordBytes) {
    // The last word may overlap the one before it.
    const from = Math.min(at, bytes.length - wordBytes);
    terms.push(`bv.getInt32(${place} + ${from}, true) === ${bytes.readInt32LE(from)}`);
  }
  return terms.join(' && ');
}

/** Statements that write these bytes, and up to three more that the next text overwrites. */
export function writing(text: string): string {
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes, Buffer.alloc(wordBytes)]);
  const writes: string[] = [];
  for (let at = 0; at < bytes.length; at += wordBytes) {
    writes.push(`ov.setInt32(o + ${at}, ${padded.readInt32LE(at)}, true);`);
  }
  return `${writes.join(' ')} o += ${bytes.length};`;
}

/** Statements in order; constant text is gathered until something else follows. */
export abstract class Code {
  readonly #lines: string[] = [];
  #text = '';

  text(text: string): void {
    this.#text += text;
  }

  line(line: string): void {
    if (this.#text !== '') {
      this.#lines.push(this.constant(this.#text));
      this.#text = '';
    }
    if (line !== '') this.#lines.push(line);
  }

  toString(): string {
    this.line('');
    return this.#lines.join('\n');
  }

  protected abstract constant(text: string): string;
}

/** Code that reads: a constant is what must stand there. */
export class ReadingCode extends Code {
  protected constant(text: string): string {
    return `if (!(${comparison(text, 'p')})) return -1; p += ${Buffer.byteLength(text)};`;
  }
}

/** Code that writes. */
export class WritingCode extends Code {
  protected constant(text: string): string {
    return writing(text);
  }
}
