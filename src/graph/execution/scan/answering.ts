/** Writes the code that answers one value of a plan out of what was read of its shape, in the order of the selection. */
import { type GraphQLEnumType, type GraphQLLeafType, isEnumType } from 'graphql';
import { noInfo } from '../odd.ts';
import type { FieldPlan, ObjectPlan, ValuePlan } from '../plan.ts';
import { ProjectionWriter, type Surroundings } from '../projection.ts';
import { comparison, WritingCode, writing } from './code.ts';
import type { Shape } from './shape.ts';
import type { Copied, Loop, Slots } from './slots.ts';

/** Thrown where a plan cannot be answered out of bytes of a shape. */
export class NotText extends Error {}

type Resolver = Extract<FieldPlan, { kind: 'resolver' }>;
type Composite = Exclude<ValuePlan, { kind: 'leaf' }>;

/** Answers a value that only its resolver knows, given the text of the one property that the resolver reads. */
export type Answer = (text: string, run: Surroundings) => string;

/** The value of a property as text, by type: how it is copied. */
const copies: Record<string, Copied | 'boolean'> = {
  String: 'copiedString',
  ID: 'copiedString',
  DateTime: 'copiedString',
  Date: 'copiedString',
  Float: 'copiedFloat',
  Int: 'copiedInt',
  Boolean: 'boolean',
};
const kinds = { copiedString: 'string', copiedFloat: 'number', copiedInt: 'number', boolean: 'boolean' } as const;

export class Answering {
  code = new WritingCode();
  /** Functions the code calls, by their text. */
  readonly functions = new Map<string, string>();
  readonly answers: Answer[] = [];
  readonly #slots: Slots;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  object({ type, fields }: ObjectPlan, shape: Shape): void {
    if (type.isTypeOf) throw new NotText(`isTypeOf of ${type.name}`);
    this.code.text('{');
    for (const [at, field] of fields.entries()) {
      this.code.text(`${at === 0 ? '' : ','}${JSON.stringify(field.key)}:`);
      this.#field(field, shape);
    }
    this.code.text('}');
  }

  #field(field: FieldPlan, { members }: Shape): void {
    if (field.kind === 'typename') this.code.text(JSON.stringify(field.name));
    else if (field.kind === 'property') this.#value(field.value, members.get(field.name));
    else this.#read(field, members);
  }

  #read(field: Resolver, members: Shape['members']): void {
    const { reads } = field;
    if (reads === undefined) throw new NotText(`resolver of ${field.key}`);
    const property = members.get(reads.property);
    if (reads.item !== undefined) this.#item(field.value, property, reads.item);
    else if (reads.orEmpty) this.#value(field.value, property, '[]');
    else this.#resolved(field, reads.property, property);
  }

  /** `missing` stands for null. */
  #value(plan: ValuePlan, shape: Shape | undefined, missing = 'null'): void {
    const isNullable = plan.nullable || missing !== 'null';
    if (shape?.kind === undefined) {
      if (!isNullable) throw new NotText('null');
      this.code.text(missing);
      return;
    }
    if (!isNullable) this.#slots.required.add(shape);
    if (plan.kind === 'leaf') this.#leaf(plan.type, shape);
    else if (!shape.isNullable || !isNullable) this.#composite(plan, shape);
    else this.#orNull(shape, missing, () => this.#composite(plan, shape));
  }

  #orNull(shape: Shape, missing: string, present: () => void): void {
    this.code.line(`if (b[${this.#slots.span(shape).start}] === 110) {`);
    this.code.text(missing);
    this.code.line('} else {');
    present();
    this.code.line('}');
  }

  #leaf(type: GraphQLLeafType, shape: Shape): void {
    if (isEnumType(type) && type.extensions.openEnum === true && shape.kind === 'string') {
      if (!shape.isNullable || this.#slots.required.has(shape)) this.#word(type, shape);
      else this.#orNull(shape, 'null', () => this.#word(type, shape));
      return;
    }
    const copied = copies[type.name];
    if (copied === undefined || kinds[copied] !== shape.kind) throw new NotText(`${type.name} of ${shape.kind}`);
    if (copied !== 'boolean') this.#slots.copied.set(shape, copied);
    if (shape.word !== undefined && !shape.isNullable) this.code.text(JSON.stringify(shape.word));
    else this.#copy(shape);
  }

  #copy(shape: Shape): void {
    const { start, end } = this.#slots.span(shape);
    this.code.line(`o = copy(b, bv, ${start}, ${end}, ob, ov, o);`);
  }

  #word(type: GraphQLEnumType, shape: Shape): void {
    const nameOf = (word: string) => JSON.stringify(type.coerceOutputValue(word));
    if (shape.word !== undefined) {
      this.code.text(nameOf(shape.word));
      return;
    }
    this.#slots.copied.set(shape, 'copiedString');
    const cases = type.getValues().map(({ value }) => {
      const sent = JSON.stringify(value);
      return `if (e - s === ${Buffer.byteLength(sent)} && ${comparison(sent, 's')}) { ${writing(nameOf(value))} return o; }`;
    });
    const text = `(b, bv, s, e, ov, o) {\n${cases.join('\n')}\n${writing(nameOf('no word of any contract'))} return o; }`;
    const name = this.functions.get(text) ?? `word${this.functions.size}`;
    this.functions.set(text, name);
    const { start, end } = this.#slots.span(shape);
    this.code.line(`o = ${name}(b, bv, ${start}, ${end}, ov, o);`);
  }

  #composite(plan: Composite, shape: Shape): void {
    if (plan.kind === 'abstract') throw new NotText('abstract type');
    if (plan.kind === 'object') {
      if (shape.kind !== 'object') throw new NotText(`object of ${shape.kind}`);
      this.object(plan.object, shape);
      return;
    }
    const { item } = shape;
    if (shape.kind !== 'list') throw new NotText(`list of ${shape.kind}`);
    if (item === undefined) this.code.text('[]');
    else if (this.#isVerbatim(plan.item, item)) this.#copy(shape);
    else this.#items(plan.item, shape, item);
  }

  #items(plan: ValuePlan, shape: Shape, item: Shape): void {
    this.#slots.loop(shape, (loop) => {
      this.code.text('[');
      this.code.line(`{ let ${at(loop)} = ${loop.first};`);
      this.code.line(`for (let i = 0; i < ${loop.count}; i++) { if (i > 0) ob[o++] = 44;`);
      this.#kept(loop, () => this.#value(plan, item));
      this.code.line(`${at(loop)} = tape[${at(loop)}]; } }`);
      this.code.text(']');
    });
  }

  /** One item of a list, by its place. */
  #item(plan: ValuePlan, shape: Shape | undefined, index: number): void {
    const item = shape?.item;
    if (shape?.kind !== 'list' || item === undefined) throw new NotText('no list');
    this.#slots.required.add(shape);
    this.#slots.loop(shape, (loop) => {
      const next = `${at(loop)} = tape[${at(loop)}];`;
      this.code.line(`if (${loop.count} <= ${index}) return -1;`);
      this.code.line(`{ let ${at(loop)} = ${loop.first}; ${next.repeat(index)}`);
      this.#kept(loop, () => this.#value(plan, item));
      this.code.line('}');
    });
  }

  /** Code over the variables that an item kept: which these are is known when it is written. */
  #kept({ variables, first }: Loop, write: () => void): void {
    const outer = this.code;
    this.code = new WritingCode();
    write();
    const body = this.code.toString();
    this.code = outer;
    const reads = variables.map((name, index) => `${name} = tape[i_${first} + ${index + 1}];`);
    this.code.line(`${reads.join(' ')}\n${body}`);
  }

  /** Whether a list of strings is copied as one. */
  #isVerbatim(plan: ValuePlan, item: Shape): boolean {
    if (plan.kind !== 'leaf' || copies[plan.type.name] !== 'copiedString' || item.kind !== 'string') return false;
    if (!plan.nullable) this.#slots.required.add(item);
    this.#slots.copied.set(item, 'copiedString');
    return true;
  }

  /** A value only its resolver knows: parsed, resolved and projected by itself. */
  #resolved({ resolve, value, arguments: number }: Resolver, property: string, shape: Shape | undefined): void {
    const writer = new ProjectionWriter();
    const projection = writer.add(value);
    writer.compile();
    const index = this.answers.push((text, run) => {
      const source = text === '' ? {} : { [property]: JSON.parse(text) };
      return JSON.stringify(projection.project(resolve(source, run.arguments[number] ?? {}, run.context, noInfo), run));
    });
    const { start, end } = shape === undefined ? { start: '0', end: '0' } : this.#slots.span(shape);
    this.code.line(`o = writeText(answers[${index - 1}](textOf(b, ${start}, ${end}), run), ob, o);`);
  }
}

/** The variable that holds the place on the tape of a loop's current item. */
function at({ first }: Loop): string {
  return `i_${first}`;
}
