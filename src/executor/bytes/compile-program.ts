/** Compiles a program for records of one shape: it turns the bytes of a list into the text of its answer in one pass, without a parse. */
import type { ListBytes } from '../byte-list.ts';
import { compiledBytes } from '../memory.ts';
import type { ObjectPlan } from '../plan/plan.ts';
import type { Surroundings } from '../plan/projection.ts';
import { writeAscii } from './converted-parts.ts';
import { comparison } from './generated-code.ts';
import { copiedString, keyHash, lastCopied, numberAt, readFloat, readInt, readString } from './json-values.ts';
import { skippedNumber, skippedString, skippedValue } from './json-values.ts';
import type { Layout } from './layout.ts';
import { NotWritable, type ObservedShape } from './observed-shape.ts';
import { readRecord } from './record-reader.ts';
import { RecordWriter } from './record-writer.ts';

/**
 * Writes the answers of all records and returns the number of records. Returns -1 if a record has another shape, or other values than
 * `expected`: the JSON of the members that `compileProgram` names. After `stop` it ends between two records, at `output.next`.
 */
export type Program = (
  list: Pick<ListBytes, 'bytes' | 'start' | 'end'>,
  expected: readonly string[],
  run: Surroundings,
  output: Output,
  stop: number,
) => number;

/** Positions of the items of lists inside one record: several numbers for each item. All programs share this tape. */
const tape = new Int32Array(16_384);
/** Above this, parsing is cheaper: the records vary too much. The memory of the optimising compiler grows with the text, too. */
const textLengthMax = 64_000;

/** Compiles the program; `bytes` is the memory that it takes. Throws NotWritable if the plan needs more than the bytes. */
export function compileProgram(
  plan: ObjectPlan,
  shape: ObservedShape,
  expectedNames: readonly string[],
  layout: Layout,
): { program: Program; bytes: number } {
  for (const name of expectedNames) if (!shape.members.has(name)) throw new NotWritable(`no ${name}`);
  const writer = new RecordWriter();
  const write = writer.write(plan, shape, layout);
  const expected = new Map(expectedNames.map((name, at) => [name, `x${at}`]));
  const read = readRecord(shape, writer.slots, expected, layout);
  const comma = layout.of('', ',');
  const functions = Array.from(writer.functions, ([text, name]) => `function ${name}${text}`);
  const { variables } = writer.slots;
  const body = `const { ${Object.keys(helpers)} } = helpers;
const tapeMax = tape.length;
${functions.join('\n')}
return (list, expected, run, output, stop) => {
  const { bytes: b, end } = list;
  const bv = new DataView(b.buffer, b.byteOffset, b.length);
  const { bytes: ob, view: ov } = output;
  const [${[...expected.values()]}] = expected;
  let p = list.start, o = output.length, t = 0, records = 0${Array.from(expected.values(), (name) => `, ${name}At = -1`).join('')};
  let ${variables.length > 0 ? variables.map((name) => `${name} = 0`) : 'none'};
  ${writer.prelude.join('\n  ')}
  for (;;) {
    t = 0;
    ${read}
    ${write}
    records++;
    if (p === end) break;
    if (!(${comparison(comma, 'p')})) return -1;
    p += ${Buffer.byteLength(comma)};
    if (p > stop) break;
    ob[o++] = 44;
    if (o > output.full) o = output.flush(o);
  }
  output.length = o;
  output.next = p;
  return records;
};`;
  if (body.length > textLengthMax) throw new NotWritable('too long');
  // Text from the service becomes only numbers and string literals, never code.
  const make = new Function('helpers', 'answers', 'conversions', body);
  return {
    program: make(helpers, writer.answers, writer.conversions),
    bytes: writer.answers.reduce((sum, { bytes }) => sum + bytes, compiledBytes(body)),
  };
}

const [quote, openBracket] = Buffer.from('"[');

const helpers = {
  tape,
  copiedString,
  readFloat,
  readInt,
  readString,
  skippedNumber,
  skippedString,
  skippedValue,
  keyHash,
  lastCopied,
  /** Whether a text is at `place`. `known`: an earlier place that has it, after the same key; -1 at first. Four bytes are compared at a time. */
  isAt(bytes: Uint8Array, bv: DataView, place: number, text: string, known: number): boolean {
    if (known >= 0) {
      for (let at = text.length - 4; at > -4; at -= 4)
        if (bv.getInt32(place + at, true) !== bv.getInt32(known + at, true)) return false;
      return true;
    }
    for (let at = 0; at < text.length; at++) if (bytes[place + at] !== text.charCodeAt(at)) return false;
    return true;
  },
  /** Copies four bytes at a time: up to three bytes too many, which the next text overwrites. */
  copy(bv: DataView, start: number, end: number, ov: DataView, place: number): number {
    const length = end - start;
    for (let at = 0; at < length; at += 4) ov.setInt32(place + at, bv.getInt32(start + at, true), true);
    return place + length;
  },
  /** The text of a value; '' for a missing one. */
  textOf: (bytes: Buffer, start: number, end: number): string =>
    start < 0 ? '' : bytes.toString('utf8', start, Math.abs(end)),
  /** Writes a string, number or list with a negative end as JSON.stringify would. Throws for an infinite number. */
  rewrite(bytes: Buffer, start: number, end: number, output: Buffer, place: number): number {
    const first = bytes[start];
    if (first === quote || first === openBracket)
      return helpers.writeText(JSON.stringify(JSON.parse(bytes.toString('utf8', start, -end))), output, place);
    const value = numberAt(bytes, start, end);
    if (!Number.isFinite(value)) throw new RangeError('not finite');
    return writeAscii(String(value), output, place);
  },
  writeText(text: string, output: Buffer, place: number): number {
    if (place + Buffer.byteLength(text) > output.length) throw new RangeError('too long');
    return place + output.write(text, place);
  },
};

const outputBytesMax = 256 * 1024;

/** The output buffer of all programs, copied and emptied when it is full. Do not use it across an await. */
export class Output {
  /** One byte more than the view: a comma may follow a record that ends with the view. */
  readonly bytes = Buffer.alloc(outputBytesMax + 1);
  readonly view = new DataView(this.bytes.buffer, this.bytes.byteOffset, outputBytesMax);
  /** Flushed above this many bytes. The rest of the buffer has space for any record but a huge one. */
  readonly full = 64 * 1024;
  /** Bytes written. */
  length = 0;
  /** Position at which the program stopped reading. */
  next = 0;
  #pieces: Buffer[] | undefined;

  /** Copies the output up to `length`. Returns the position at which to continue. */
  flush(length: number): number {
    const piece = Buffer.allocUnsafeSlow(length);
    this.bytes.copy(piece, 0, 0, length);
    if (this.#pieces === undefined) this.#pieces = [piece];
    else this.#pieces.push(piece);
    return 0;
  }

  /** Discards earlier output, and begins with this text. */
  begin(text: string): void {
    this.#pieces = undefined;
    this.length = this.bytes.write(text);
  }

  /** Ends with this text, and returns the whole output. */
  end(text: string): Buffer[] {
    this.length += this.bytes.write(text, this.length);
    this.flush(this.length);
    const pieces = this.#pieces ?? [];
    this.#pieces = undefined;
    return pieces;
  }
}
