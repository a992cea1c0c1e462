/** A program that turns the bytes of a list of records of one shape into the text of its answer, in one pass and without a parse. */
import type { ListBytes } from '../byte-list.ts';
import type { ObjectPlan } from '../plan/plan.ts';
import { compiledBytes } from '../memory.ts';
import type { Surroundings } from '../plan/projection.ts';
import { writeObject } from './writing.ts';
import { readingOf } from './value-reader.ts';
import type { Shape } from './shape.ts';
import { Slots } from './slots.ts';
import { NotWritable, Writer } from './writer.ts';
import { copiedFloat, copiedInt, copiedString, lastNumber, skippedNumber, skippedString } from './json-values.ts';

/**
 * Writes the answers of all records, and gives how many there were; -1 where a record is not of the shape, or not what is given.
 * `given` are the JSON texts that the members named in `compile` must have. Behind `stop` it ends between two records: `output.next` says where.
 */
export type Program = (
  list: Pick<ListBytes, 'bytes' | 'start' | 'end'>,
  given: readonly Buffer[],
  run: Surroundings,
  output: Output,
  stop: number,
) => number;

/** Items of lists inside one record that are kept at once, times the places each of them needs: one tape for all programs. */
const tape = new Int32Array(16_384);
/** A record so varied that its program is longer than this is cheaper to parse; and the optimising compiler takes memory with the text. */
const textLengthMax = 64_000;

export interface Compiled {
  program: Program;
  /** Memory that it holds. */
  bytes: number;
}

/** Compiles the program. Throws NotWritable where the plan needs more than the bytes. */
export function compile(plan: ObjectPlan, shape: Shape, givenNames: readonly string[]): Compiled {
  for (const name of givenNames) {
    const member = shape.members.get(name);
    if (member === undefined) throw new NotWritable(`no ${name}`);
    // Another in each list.
    member.word = undefined;
  }
  const slots = new Slots();
  const writer = new Writer(slots);
  writeObject(writer, plan, shape);
  const write = writer.code.toString();
  const given = new Map(givenNames.map((name, at) => [name, `x${at}`]));
  const read = readingOf(shape, slots, given);
  const functions = Array.from(writer.functions, ([text, name]) => `function ${name}${text}`);
  const body = `const { ${Object.keys(helpers)} } = helpers;
const tapeMax = tape.length;
${functions.join('\n')}
return (list, given, run, output, stop) => {
  const { bytes: b, end } = list;
  const bv = new DataView(b.buffer, b.byteOffset, b.length);
  const { bytes: ob, view: ov } = output;
  const [${[...given.values()]}] = given;
  let p = list.start, o = output.length, t = 0, records = 0;
  let ${slots.variables.length > 0 ? slots.variables.map((name) => `${name} = 0`) : 'none'};
  ${writer.prelude.join('\n  ')}
  for (;;) {
    t = 0;
    ${read}
    ${write}
    records++;
    if (p === end) break;
    if (b[p++] !== 44) return -1;
    if (p > stop) break;
    ob[o++] = 44;
    if (o > output.full) o = output.flush(o);
  }
  output.length = o;
  output.next = p;
  return records;
};`;
  if (body.length > textLengthMax) throw new NotWritable('too long');
  // Of what the service sent it holds numbers made of bytes, and words as string literals: no text of it is code.
  const program: Program = new Function('helpers', 'answers', 'conversions', body)(
    helpers,
    writer.answers,
    writer.conversions,
  );
  return { program, bytes: compiledBytes(body) + writer.answersBytes };
}

const helpers = {
  tape,
  copiedFloat,
  copiedInt,
  copiedString,
  skippedNumber,
  skippedString,
  lastNumber,
  isAt(bytes: Uint8Array, place: number, expected: Uint8Array): boolean {
    for (let at = 0; at < expected.length; at++) if (bytes[place + at] !== expected[at]) return false;
    return true;
  },
  /** Copies four bytes at a time, up to three more than asked for, which the next text overwrites. */
  copy(_b: Uint8Array, bv: DataView, start: number, end: number, _ob: Uint8Array, ov: DataView, place: number): number {
    const length = end - start;
    for (let at = 0; at < length; at += 4) ov.setInt32(place + at, bv.getInt32(start + at, true), true);
    return place + length;
  },
  /** The text of a value; of one that was left out, none. */
  textOf: (bytes: Buffer, start: number, end: number): string => (start < 0 ? '' : bytes.toString('utf8', start, end)),
  writeText(text: string, output: Buffer, place: number): number {
    const length = Buffer.byteLength(text);
    if (place + length > output.length) throw new RangeError('no room');
    return place + output.write(text, place);
  },
};

const outputBytesMax = 256 * 1024;
const fullAt = 64 * 1024;

/** Where programs write: one buffer for the process, handed on in copies when it is full. Not to be held across an await. */
export class Output {
  readonly bytes = Buffer.alloc(outputBytesMax);
  readonly view = new DataView(this.bytes.buffer, this.bytes.byteOffset, outputBytesMax);
  /** Above this many bytes it has to be flushed; what is left holds any record but a huge one. */
  readonly full = fullAt;
  /** Bytes written. */
  length = 0;
  /** Where the program stopped reading. */
  next = 0;
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
