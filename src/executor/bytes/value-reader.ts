/** Writes the code that reads one value of a shape: all of it is checked to be JSON, what is answered is kept in its slots. */
import { comparison, ReadingCode } from './code.ts';
import type { Shape } from './shape.ts';
import type { Copied, Loop, Slots, Span } from './slots.ts';

const letterN = 110;
const letterT = 116;

/** Names of members whose value each list states beforehand: the program is given it as bytes. */
export type Given = ReadonlyMap<string, string>;

/** Code that reads a record; `given` gives the variable that holds the bytes a member of the record must have. */
export function readingOf(shape: Shape, slots: Slots, given: Given): string {
  const writer = new Reading(slots, given);
  writer.record(shape);
  return writer.code.toString();
}

class Reading {
  readonly code = new ReadingCode();
  readonly #slots: Slots;
  readonly #given: Given;

  constructor(slots: Slots, given: Given) {
    this.#slots = slots;
    this.#given = given;
  }

  record({ members }: Shape): void {
    this.#members(members, this.#given);
  }

  #members(members: Shape['members'], given?: Given): void {
    let before = '{';
    for (const [name, member] of members) {
      const key = `${before}${JSON.stringify(name)}:`;
      const variable = given?.get(name);
      if (member.isOptional && variable === undefined) this.#optional(key, member);
      else {
        this.code.text(key);
        if (variable === undefined) this.#value(member);
        else this.#givenValue(this.#slots.spans.get(member), variable);
      }
      before = ',';
    }
    this.code.text(members.size === 0 ? '{}' : '}');
  }

  /** A member that may be left out: it then starts nowhere. The first of an object never is. */
  #optional(key: string, member: Shape): void {
    const span = this.#slots.spans.get(member);
    const absent = span ? `${span.start} = -1;` : '';
    this.code.line(`if (${comparison(key, 'p')}) { p += ${Buffer.byteLength(key)};`);
    this.#value(member);
    this.code.line(`} else { ${this.#slots.required.has(member) ? 'return -1;' : absent} }`);
  }

  #givenValue(span: Span | undefined, variable: string): void {
    if (span) this.code.line(`${span.start} = p;`);
    this.code.line(`if (!isAt(b, p, ${variable})) return -1; p += ${variable}.length;`);
    if (span) this.code.line(`${span.end} = p;`);
  }

  #value(shape: Shape): void {
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
    this.#present(shape, span);
    if (mayBeNull) this.code.line('}');
  }

  #present(shape: Shape, span: Span | undefined): void {
    switch (shape.kind) {
      case 'string':
        if (shape.word !== undefined) this.code.text(JSON.stringify(shape.word));
        else this.#call(this.#slots.copied.get(shape) ?? 'skippedString');
        break;
      case 'number':
        this.#number(this.#slots.copied.get(shape), span);
        return;
      case 'boolean':
        this.code.line(`if (b[p] === ${letterT}) {`);
        this.code.text('true');
        this.code.line('} else {');
        this.code.text('false');
        this.code.line('}');
        break;
      case 'object':
        this.#members(shape.members);
        break;
      case 'list':
        this.#list(shape);
    }
    if (span) this.code.line(`${span.end} = p;`);
  }

  #number(copied: Copied | undefined, span: Span | undefined): void {
    this.#call(copied ?? 'skippedNumber');
    if (span) this.code.line(`${span.end} = ${copied === undefined ? 'p' : 'lastNumber.end'};`);
  }

  #call(read: string): void {
    this.code.line(`p = ${read}(b, p); if (p < 0) return -1;`);
  }

  #list(shape: Shape): void {
    const { item } = shape;
    if (item === undefined) {
      this.code.text('[]');
      return;
    }
    const loop = this.#slots.loops.get(shape);
    this.code.text('[');
    if (loop) this.code.line(`${loop.first} = t; ${loop.count} = 0;`);
    this.code.line('if (b[p] === 93) p++; else for (;;) {');
    if (loop) this.#keptItem(item, loop);
    else this.#value(item);
    this.code.line('const c = b[p++]; if (c === 93) break; if (c !== 44) return -1; }');
  }

  /** An item whose variables go to the tape, behind the place of the next. */
  #keptItem(item: Shape, { first, count, variables }: Loop): void {
    const base = `${first}base`;
    this.code.line(`const ${base} = t; t += ${variables.length + 1}; if (t > tapeMax) return -1; ${count}++;`);
    this.#value(item);
    const keeps = variables.map((name, at) => `tape[${base} + ${at + 1}] = ${name};`);
    this.code.line(`${keeps.join(' ')} tape[${base}] = t;`);
  }
}
