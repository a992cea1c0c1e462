/**
 * The text of a generated program and its variables: `b`, `bv` and `p` are the input bytes, a DataView of them and the position in them;
 * `ob`, `ov` and `o` are the same for the output. Constant text is compared and written four bytes at a time.
 */
import { memberOf, NotWritable, type ObservedShape } from './observed-shape.ts';

const wordBytes = 4;

/** A JavaScript condition: the input has this text at `place`. */
export function comparison(text: string, place: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length < wordBytes) return Array.from(bytes, (byte, at) => `b[${place} + ${at}] === ${byte}`).join(' && ');
  const terms: string[] = [];
  for (let at = 0; at < bytes.length; at += wordBytes) {
    // The last word may overlap the one before it.
    const from = Math.min(at, bytes.length - wordBytes);
    terms.push(`bv.getInt32(${place} + ${from}, true) === ${bytes.readInt32LE(from)}`);
  }
  return terms.join(' && ');
}

/** Collects statements in order. Consecutive constant text becomes one statement, made by `constant`. */
export class GeneratedCode {
  readonly #constant: (text: string) => string;
  readonly #lines: string[] = [];
  #text = '';

  constructor(constant: (text: string) => string) {
    this.#constant = constant;
  }

  text(text: string): void {
    this.#text += text;
  }

  line(line: string): void {
    if (this.#text !== '') this.#lines.push(this.#constant(this.#text));
    this.#text = '';
    if (line !== '') this.#lines.push(line);
  }

  toString(): string {
    this.line('');
    return this.#lines.join('\n');
  }
}

/** Variables with the position of a value's first byte, and the position after its last. */
export interface Span {
  start: string;
  end: string;
}

/** Variables for a list: the position of its first item on the tape, the number of items, and the variables that each item stores there. */
export interface Loop {
  first: string;
  count: string;
  variables: string[];
}

/** The function that reads a value to copy. Those of `read…` also pass a value to rewrite: JSON.stringify would write other bytes. */
type Copied = 'copiedString' | 'readString' | 'readFloat' | 'readInt';

/** How leaves are copied, and the kind of value that they are copied from. */
export const copies = {
  text: { copied: 'readString', kind: 'string' },
  float: { copied: 'readFloat', kind: 'number' },
  int: { copied: 'readInt', kind: 'number' },
  boolean: { copied: undefined, kind: 'boolean' },
  words: { copied: undefined, kind: 'string' },
  none: { copied: undefined, kind: 'no leaf' },
} as const satisfies Record<string, { copied: Copied | undefined; kind: string }>;

/** The variables that pass each value's position from the reader to the writer. Items of lists pass theirs on the tape. */
export class Slots {
  readonly spans = new Map<ObservedShape, Span>();
  readonly loops = new Map<ObservedShape, Loop>();
  readonly copied = new Map<ObservedShape, Copied>();
  /** Values that must not be null. */
  readonly required = new Set<ObservedShape>();
  readonly variables: string[] = [];
  /** Variables of the innermost list that is being described. */
  #itemVariables: string[] = [];

  /** Whether the answer may be null or missing. Otherwise, a null or missing value stops the program. */
  mayBeNull(shape: ObservedShape): boolean {
    return (shape.isNullable || shape.isOptional) && !this.required.has(shape);
  }

  /** The member whose null makes an object null; undefined if there is none, or none was null. It is required where the object is. */
  nullingMember(shape: ObservedShape, name: string | undefined): ObservedShape | undefined {
    const member = name === undefined ? undefined : memberOf(shape, name);
    if (member && this.required.has(shape)) this.required.add(member);
    return member?.isNullable && !this.required.has(member) ? member : undefined;
  }

  /** The bytes of a member that is a string. They are copied unchanged. */
  copiedText(shape: ObservedShape, name: string): Span {
    const text = memberOf(shape, name);
    if (text?.kind !== 'string') throw new NotWritable(`no ${name}`);
    this.required.add(text);
    this.copied.set(text, 'copiedString');
    return this.span(text);
  }

  span(shape: ObservedShape): Span {
    return this.spans.getOrInsertComputed(shape, () => ({ start: this.#variable('s'), end: this.#variable('e') }));
  }

  /** The variables of a member; no position if it was never observed. */
  memberSpan(shape: ObservedShape, name: string): Span {
    const member = memberOf(shape, name);
    return member === undefined ? { start: '-1', end: '-1' } : this.span(member);
  }

  /** Each item of the list stores the variables that `describe` makes. */
  loop(shape: ObservedShape, describe: (loop: Loop) => void): void {
    const loop = this.loops.get(shape) ?? { first: this.#variable('f'), count: this.#variable('n'), variables: [] };
    this.loops.set(shape, loop);
    if (shape.item) shape.item.isRead = true;
    const outer = this.#itemVariables;
    this.#itemVariables = loop.variables;
    describe(loop);
    this.#itemVariables = outer;
  }

  #variable(letter: string): string {
    const name = `${letter}${this.variables.length}`;
    this.variables.push(name);
    this.#itemVariables.push(name);
    return name;
  }
}

/** Statements that write these bytes, and up to three more that the next text overwrites. */
export function writing(text: string): string {
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes, Buffer.alloc(wordBytes)]);
  const writes: string[] = [];
  for (let at = 0; at < bytes.length; at += wordBytes)
    writes.push(`ov.setInt32(o + ${at}, ${padded.readInt32LE(at)}, true);`);
  return `${writes.join(' ')} o += ${bytes.length};`;
}
