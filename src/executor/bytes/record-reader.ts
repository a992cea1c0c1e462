/** Generates the code that reads a record of a shape: it checks that all of it is JSON, and stores in slots what the writer needs. */
import { comparison, GeneratedCode, type Loop, type Slots, type Span } from './generated-code.ts';
import { keyHash } from './json-values.ts';
import type { Layout } from './layout.ts';
import { NotWritable, type ObservedShape } from './observed-shape.ts';

const letterN = 110;
/** Members that one number of 32 bits counts. */
const membersOfMask = 31;

/** Variables, by member, that hold the bytes which this member of each record must have. */
export type Expected = ReadonlyMap<string, string>;

/** Statements that read one record, or return -1. */
export function readRecord(shape: ObservedShape, slots: Slots, expected: Expected, layout: Layout): string {
  const reader = new RecordReader(slots, layout);
  reader.object(shape, expected);
  return reader.code.toString();
}

const reading = (text: string): string =>
  `if (!(${comparison(text, 'p')})) return -1; p += ${Buffer.byteLength(text)};`;

class RecordReader {
  code = new GeneratedCode(reading);
  readonly #slots: Slots;
  readonly #layout: Layout;
  /** Brackets around what is read. */
  #outer = '';
  #masks = 0;

  constructor(slots: Slots, layout: Layout) {
    this.#slots = slots;
    this.#layout = layout;
  }

  object({ members, isOrdered }: ObservedShape, expected?: Expected): void {
    this.code.text(this.#token(members.size === 0 ? '{}' : '{'));
    if (members.size === 0) return;
    this.#outer += '{';
    if (isOrdered) this.#inOrder(members, expected);
    else this.#inAnyOrder(members, expected);
    this.#outer = this.#outer.slice(0, -1);
    this.code.text(this.#token('}'));
  }

  #token(token: string): string {
    return this.#layout.of(this.#outer, token);
  }

  #inOrder(members: ObservedShape['members'], expected?: Expected): void {
    let before = '';
    for (const [name, member] of members) {
      const key = `${before}${JSON.stringify(name)}${this.#token(':')}`;
      const variable = expected?.get(name);
      if (member.isOptional && variable === undefined) this.#optional(key, member);
      else {
        this.code.text(key);
        this.#member(member, variable);
      }
      before = this.#token(',');
    }
  }

  /** A member that may be missing: it then starts nowhere. The first of an object never is. */
  #optional(key: string, member: ObservedShape): void {
    const isRequired = this.#slots.required.has(member);
    this.code.line(`if (${comparison(key, 'p')}) { p += ${Buffer.byteLength(key)};`);
    this.#value(member);
    this.code.line(`} else { ${isRequired ? 'return -1;' : this.#absent(member)} }`);
  }

  #absent(member: ObservedShape): string {
    const span = this.#slots.spans.get(member);
    return span ? `${span.start} = -1;` : '';
  }

  /** Reads whichever member comes next, up to the last; of two with one name the later counts, as in a parse. None that is required may be missing. */
  #inAnyOrder(members: ObservedShape['members'], expected?: Expected): void {
    const comma = this.#token(',');
    const hashes = new Set<number>();
    const required: number[] = [];
    const masks: string[] = [];
    const absent: string[] = [];
    const outside = this.code;
    this.code = new GeneratedCode(reading);
    for (const [at, [name, member]] of [...members].entries()) {
      const key = JSON.stringify(name);
      const hash = keyHash(Buffer.from(key), 0);
      if (hashes.has(hash)) throw new NotWritable(`two keys like ${name}`);
      hashes.add(hash);
      const number = Math.floor(at / membersOfMask);
      const bit = 1 << (at % membersOfMask);
      masks[number] ??= `m${this.#masks++}`;
      required[number] ??= 0;
      const variable = expected?.get(name);
      if (member.isOptional && variable === undefined && !this.#slots.required.has(member))
        absent.push(this.#absent(member));
      else required[number] |= bit;
      this.code.line(`case ${hash}: ${masks[number]} |= ${bit};`);
      this.code.text(`${key}${this.#token(':')}`);
      this.#member(member, variable);
      this.code.line('break;');
    }
    const cases = this.code.toString();
    this.code = outside;
    this.code.line(`{ let ${masks.map((mask) => `${mask} = 0`)}; ${absent.join(' ')}
for (;;) { switch (keyHash(b, p)) { ${cases} default: return -1; }
if (!(${comparison(comma, 'p')})) break; p += ${Buffer.byteLength(comma)}; }
if (${masks.map((mask, at) => `(${mask} & ${required[at]}) !== ${required[at]}`).join(' || ')}) return -1; }`);
  }

  #member(member: ObservedShape, variable: string | undefined): void {
    if (variable === undefined) this.#value(member);
    else this.#expected(this.#slots.spans.get(member), variable);
  }

  #expected(span: Span | undefined, variable: string): void {
    if (span) this.code.line(`${span.start} = p;`);
    this.code.line(`if (!isAt(b, p, ${variable})) return -1; p += ${variable}.length;`);
    if (span) this.code.line(`${span.end} = p;`);
  }

  #value(shape: ObservedShape): void {
    const span = this.#slots.spans.get(shape);
    if (span) this.code.line(`${span.start} = p;`);
    const mayBeNull = shape.isNullable && !this.#slots.required.has(shape);
    if (mayBeNull && shape.kind !== undefined) this.code.line(`if (b[p] === ${letterN}) {`);
    if (mayBeNull) {
      this.code.text('null');
      if (span) this.code.line(`${span.end} = p;`);
    }
    if (shape.kind === undefined) return;
    if (mayBeNull) this.code.line('} else {');
    const end = this.#present(shape);
    if (span) this.code.line(`${span.end} = ${end};`);
    if (mayBeNull) this.code.line('}');
  }

  /** Reads a value that is not null; returns an expression for the place after the bytes to copy. */
  #present(shape: ObservedShape): string {
    const copied = this.#slots.copied.get(shape);
    switch (shape.kind) {
      case 'string':
        if (shape.constant !== undefined) this.code.text(JSON.stringify(shape.constant));
        else this.#call(copied ?? 'skippedString');
        break;
      case 'number':
        this.#call(copied ?? 'skippedNumber');
        return copied === undefined ? 'p' : 'lastNumber.end';
      case 'boolean':
        this.code.line(
          `if (${comparison('true', 'p')}) p += 4; else if (${comparison('false', 'p')}) p += 5; else return -1;`,
        );
        break;
      case 'object':
        this.object(shape);
        break;
      case 'list':
        this.#list(shape);
    }
    return 'p';
  }

  #call(read: string): void {
    this.code.line(`p = ${read}(b, p); if (p < 0) return -1;`);
  }

  #list(shape: ObservedShape): void {
    const { item } = shape;
    const empty = this.#token('[]');
    if (item === undefined) {
      this.code.text(empty);
      return;
    }
    const loop = this.#slots.loops.get(shape);
    if (loop) this.code.line(`${loop.first} = t; ${loop.count} = 0;`);
    this.code.line(`if (${comparison(empty, 'p')}) p += ${Buffer.byteLength(empty)}; else {`);
    this.code.text(this.#token('['));
    this.#outer += '[';
    this.code.line('for (;;) {');
    if (loop) this.#storedItem(item, loop);
    else this.#value(item);
    const comma = this.#token(',');
    this.code.line(`if (!(${comparison(comma, 'p')})) break; p += ${Buffer.byteLength(comma)}; }`);
    this.#outer = this.#outer.slice(0, -1);
    this.code.text(this.#token(']'));
    this.code.line('}');
  }

  /** An item whose variables go to the tape, after the place of the next. */
  #storedItem(item: ObservedShape, { first, count, variables }: Loop): void {
    const base = `${first}base`;
    this.code.line(`const ${base} = t; t += ${variables.length + 1}; if (t > tapeMax) return -1; ${count}++;`);
    this.#value(item);
    const stores = variables.map((name, at) => `tape[${base} + ${at + 1}] = ${name};`);
    this.code.line(`${stores.join(' ')} tape[${base}] = t;`);
  }
}
