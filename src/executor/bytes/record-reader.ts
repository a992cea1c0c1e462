/** Generates the code that reads a record of a shape: it checks that all of it is JSON, and stores in slots what the writer needs. */
import { comparison, GeneratedCode, type Loop, type Slots, type Span } from './generated-code.ts';
import type { ObservedShape } from './observed-shape.ts';

const letterN = 110;

/** Variables, by member, that hold the bytes which this member of each record must have. */
export type Expected = ReadonlyMap<string, string>;

/** Statements that read one record, or return -1. */
export function readRecord({ members }: ObservedShape, slots: Slots, expected: Expected): string {
  const reader = new RecordReader(slots);
  reader.members(members, expected);
  return reader.code.toString();
}

class RecordReader {
  readonly code = new GeneratedCode(
    (text) => `if (!(${comparison(text, 'p')})) return -1; p += ${Buffer.byteLength(text)};`,
  );
  readonly #slots: Slots;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  members(members: ObservedShape['members'], expected?: Expected): void {
    let before = '{';
    for (const [name, member] of members) {
      const key = `${before}${JSON.stringify(name)}:`;
      const variable = expected?.get(name);
      if (member.isOptional && variable === undefined) this.#optional(key, member);
      else {
        this.code.text(key);
        if (variable === undefined) this.#value(member);
        else this.#expected(this.#slots.spans.get(member), variable);
      }
      before = ',';
    }
    this.code.text(members.size === 0 ? '{}' : '}');
  }

  /** A member that may be missing: it then starts nowhere. The first of an object never is. */
  #optional(key: string, member: ObservedShape): void {
    const span = this.#slots.spans.get(member);
    const absent = span ? `${span.start} = -1;` : '';
    this.code.line(`if (${comparison(key, 'p')}) { p += ${Buffer.byteLength(key)};`);
    this.#value(member);
    this.code.line(`} else { ${this.#slots.required.has(member) ? 'return -1;' : absent} }`);
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
        this.members(shape.members);
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
    if (item === undefined) {
      this.code.text('[]');
      return;
    }
    const loop = this.#slots.loops.get(shape);
    this.code.text('[');
    if (loop) this.code.line(`${loop.first} = t; ${loop.count} = 0;`);
    this.code.line('if (b[p] === 93) p++; else for (;;) {');
    if (loop) this.#storedItem(item, loop);
    else this.#value(item);
    this.code.line('const c = b[p++]; if (c === 93) break; if (c !== 44) return -1; }');
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
