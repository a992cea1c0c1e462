/** Generates the code that reads a record of a shape: it checks that all of it is JSON, and stores in slots what the writer needs. */
import { comparison, GeneratedCode, type Loop, type Slots } from './generated-code.ts';
import { keyHash } from './json-values.ts';
import type { Layout } from './layout.ts';
import type { ObservedShape } from './observed-shape.ts';

const letterN = 110;
const openBrace = 123;
/** Members that one 32-bit mask can mark. */
const membersOfMask = 31;

/** By member: the variable with the bytes that this member of each record must have. */
type Expected = ReadonlyMap<string, string>;

const reading = (text: string): string =>
  `if (!(${comparison(text, 'p')})) return -1; p += ${Buffer.byteLength(text)};`;

/** Statements that read one record, or return -1. */
export function readRecord(record: ObservedShape, slots: Slots, stated: Expected, layout: Layout): string {
  let code = new GeneratedCode(reading);
  /** Brackets around the current position. */
  let outer = '';

  readObject(record, stated);
  return code.toString();

  function readObject({ members, isOrdered }: ObservedShape, expected?: Expected): void {
    code.text(token(members.size === 0 ? '{}' : '{'));
    if (members.size === 0) return;
    outer += '{';
    if (isOrdered) readInOrder(members, expected);
    else readInAnyOrder(members, expected);
    outer = outer.slice(0, -1);
    code.text(token('}'));
  }

  function token(token: string): string {
    return layout.of(outer, token);
  }

  function readInOrder(members: ObservedShape['members'], expected?: Expected): void {
    let before = '';
    for (const [name, member] of members) {
      const key = `${before}${JSON.stringify(name)}${token(':')}`;
      const variable = expected?.get(name);
      if (member.isOptional && variable === undefined) readOptional(key, member);
      else {
        code.text(key);
        readMember(member, variable);
      }
      before = token(',');
    }
  }

  /** A member that may be missing; its start is then -1. The first member of an object is never optional. */
  function readOptional(key: string, member: ObservedShape): void {
    const isRequired = slots.required.has(member);
    code.line(`if (${comparison(key, 'p')}) { p += ${Buffer.byteLength(key)};`);
    readValue(member);
    code.line(`} else { ${isRequired ? 'return -1;' : absent(member)} }`);
  }

  function absent(member: ObservedShape): string {
    const span = slots.spans.get(member);
    return span ? `${span.start} = -1;` : '';
  }

  /** Reads members in any order. Of two with one name the later counts, as in a parse. The code returns -1 without a required one. */
  function readInAnyOrder(members: ObservedShape['members'], expected?: Expected): void {
    const comma = token(',');
    const required: number[] = [];
    const masks: string[] = [];
    const missing: string[] = [];
    const outside = code;
    code = new GeneratedCode(reading);
    for (const [at, [name, member]] of [...members].entries()) {
      const key = JSON.stringify(name);
      const number = Math.floor(at / membersOfMask);
      const bit = 1 << (at % membersOfMask);
      // A nested object reuses these names in a block of its own.
      masks[number] ??= `m${number}`;
      required[number] ??= 0;
      const variable = expected?.get(name);
      if (member.isOptional && variable === undefined && !slots.required.has(member)) missing.push(absent(member));
      else required[number] |= bit;
      code.line(`case ${keyHash(Buffer.from(key), 0)}: ${masks[number]} |= ${bit};`);
      code.text(`${key}${token(':')}`);
      readMember(member, variable);
      code.line('break;');
    }
    const cases = code.toString();
    code = outside;
    code.line(`{ let ${masks.map((mask) => `${mask} = 0`)}; ${missing.join(' ')}
for (;;) { switch (keyHash(b, p)) { ${cases} default: return -1; }
if (!(${comparison(comma, 'p')})) break; p += ${Buffer.byteLength(comma)}; }
if (${masks.map((mask, at) => `(${mask} & ${required[at]}) !== ${required[at]}`).join(' || ')}) return -1; }`);
  }

  function readMember(member: ObservedShape, variable: string | undefined): void {
    if (variable === undefined) {
      readValue(member);
      return;
    }
    const span = slots.spans.get(member);
    if (span) code.line(`${span.start} = p;`);
    const known = `${variable}At`;
    code.line(`if (!isAt(b, bv, p, ${variable}, ${known})) return -1; ${known} = p; p += ${variable}.length;`);
    if (span) code.line(`${span.end} = p;`);
  }

  function readValue(shape: ObservedShape): void {
    const span = slots.spans.get(shape);
    if (span) code.line(`${span.start} = p;`);
    const mayBeNull = shape.isNullable && !slots.required.has(shape);
    if (mayBeNull && shape.kind !== undefined) code.line(`if (b[p] === ${letterN}) {`);
    if (mayBeNull) {
      code.text('null');
      if (span) code.line(`${span.end} = p;`);
    }
    if (shape.kind === undefined) return;
    if (mayBeNull) code.line('} else {');
    const end = readPresent(shape);
    if (span) code.line(`${span.end} = ${end};`);
    if (mayBeNull) code.line('}');
  }

  /** Reads a value that is not null; returns an expression for the position after the bytes to copy. */
  function readPresent(shape: ObservedShape): string {
    const copied = slots.copied.get(shape);
    if (shape.skips && !shape.isRead) {
      if (shape.skips === 'object') code.line(`if (b[p] !== ${openBrace}) return -1;`);
      call('skippedValue');
      return 'p';
    }
    switch (shape.kind) {
      case 'string':
        if (shape.constant !== undefined) code.text(JSON.stringify(shape.constant));
        else call(copied ?? 'skippedString');
        return copied === 'readString' && shape.constant === undefined ? 'lastCopied.end' : 'p';
      case 'number':
        call(copied ?? 'skippedNumber');
        return copied === undefined ? 'p' : 'lastCopied.end';
      case 'boolean':
        code.line(
          `if (${comparison('true', 'p')}) p += 4; else if (${comparison('false', 'p')}) p += 5; else return -1;`,
        );
        break;
      case 'object':
        readObject(shape);
        break;
      case 'list':
        if (shape.item === undefined || slots.copied.get(shape.item) !== 'readString') readList(shape);
        else {
          code.line('lastCopied.isRewritten = false;');
          readList(shape);
          return '(lastCopied.isRewritten ? -p : p)';
        }
    }
    return 'p';
  }

  function call(read: string): void {
    code.line(`p = ${read}(b, p); if (p < 0) return -1;`);
  }

  function readList(shape: ObservedShape): void {
    const { item } = shape;
    const empty = token('[]');
    if (item === undefined) {
      code.text(empty);
      return;
    }
    const loop = slots.loops.get(shape);
    if (loop) code.line(`${loop.first} = t; ${loop.count} = 0;`);
    code.line(`if (${comparison(empty, 'p')}) p += ${Buffer.byteLength(empty)}; else {`);
    code.text(token('['));
    outer += '[';
    code.line('for (;;) {');
    if (loop) readStoredItem(item, loop);
    else readValue(item);
    const comma = token(',');
    code.line(`if (!(${comparison(comma, 'p')})) break; p += ${Buffer.byteLength(comma)}; }`);
    outer = outer.slice(0, -1);
    code.text(token(']'));
    code.line('}');
  }

  /** Reads an item, and stores the tape position of the next item, then the variables of this one. */
  function readStoredItem(item: ObservedShape, { first, count, variables }: Loop): void {
    const base = `${first}base`;
    code.line(`const ${base} = t; t += ${variables.length + 1}; if (t > tapeMax) return -1; ${count}++;`);
    readValue(item);
    const stores = variables.map((name, at) => `tape[${base} + ${at + 1}] = ${name};`);
    code.line(`${stores.join(' ')} tape[${base}] = t;`);
  }
}
