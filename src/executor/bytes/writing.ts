/** Writes the code that answers one value of a plan out of what was read of its shape, in the order of the selection. */
import { compiledBytes } from '../memory.ts';
import { noInfo } from '../plan/bail-out.ts';
import type { FieldPlan, ObjectPlan, ResolvedFieldPlan, ValuePlan } from '../plan/plan.ts';
import { ProjectionWriter } from '../plan/projection.ts';
import { convertedWriting } from './converted-writing.ts';
import { isCopiedString, writeLeaf } from './leaf-writing.ts';
import type { Shape } from './shape.ts';
import { NotWritable, type Writer } from './writer.ts';

type Composite = Exclude<ValuePlan, { kind: 'leaf' }>;

/** An object of which all members are known. Throws NotWritable where something of the plan is not in the bytes. */
export function writeObject(writer: Writer, { type, fields }: ObjectPlan, shape: Shape): void {
  if (type.isTypeOf) throw new NotWritable(`isTypeOf of ${type.name}`);
  writer.text('{');
  for (const [at, field] of fields.entries()) {
    writer.text(`${at === 0 ? '' : ','}${JSON.stringify(field.key)}:`);
    writeField(writer, field, shape);
  }
  writer.text('}');
}

function writeField(writer: Writer, field: FieldPlan, record: Shape): void {
  if (field.kind === 'typename') writer.text(JSON.stringify(field.name));
  else if (field.kind === 'property') writeValue(writer, field.value, memberOf(record, field.name));
  else writeResolver(writer, field, record);
}

function writeResolver(writer: Writer, field: ResolvedFieldPlan, record: Shape): void {
  const { program, value } = field;
  if (program === undefined || program.does === 'pure' || program.does === 'contextual')
    throw new NotWritable(`resolver of ${field.key}`);
  const shape = memberOf(record, program.property);
  if (program.does === 'item') writeItem(writer, value, shape, program.index);
  else if (program.does === 'listOrEmpty' && value.kind === 'list') writeValue(writer, value, shape, '[]');
  else {
    const write = program.does === 'converted' && shape && convertedWriting(writer, field, program, shape);
    if (!write || !shape) writeResolved(writer, field, program.property, shape);
    else if (value.nullable && writer.mayBeNull(shape)) writer.orNull(shape, 'null', write);
    else {
      writer.slots.required.add(shape);
      write();
    }
  }
}

/** The shape of a member. Throws NotWritable for one that every object has, whatever the record says. */
function memberOf({ members }: Shape, name: string): Shape | undefined {
  if (name in Object.prototype) throw new NotWritable(name);
  return members.get(name);
}

/** `missing` stands for null. */
function writeValue(writer: Writer, plan: ValuePlan, shape: Shape | undefined, missing = 'null'): void {
  const isNullable = plan.nullable || missing !== 'null';
  if (shape?.kind === undefined) {
    if (!isNullable) throw new NotWritable('null');
    writer.text(missing);
    return;
  }
  if (!isNullable) writer.slots.required.add(shape);
  if (plan.kind === 'leaf') writeLeaf(writer, plan.type, shape);
  else if (writer.mayBeNull(shape)) writer.orNull(shape, missing, () => writeComposite(writer, plan, shape));
  else writeComposite(writer, plan, shape);
}

function writeComposite(writer: Writer, plan: Composite, shape: Shape): void {
  if (plan.kind === 'abstract') throw new NotWritable('abstract type');
  if (shape.kind !== plan.kind) throw new NotWritable(`${plan.kind} of ${shape.kind}`);
  if (plan.kind === 'object') writeObject(writer, plan.object, shape);
  else if (shape.item === undefined) writer.text('[]');
  else if (isVerbatim(writer, plan.item, shape.item)) writer.copy(shape);
  else writeItems(writer, plan.item, shape, shape.item);
}

/** Whether a list of strings is copied as one. */
function isVerbatim({ slots }: Writer, plan: ValuePlan, item: Shape): boolean {
  if (plan.kind !== 'leaf' || !isCopiedString(plan.type) || item.kind !== 'string') return false;
  if (!plan.nullable) slots.required.add(item);
  slots.copied.set(item, 'copiedString');
  return true;
}

function writeItems(writer: Writer, plan: ValuePlan, shape: Shape, item: Shape): void {
  writer.slots.loop(shape, (loop) => {
    const { code } = writer;
    const place = `i_${loop.first}`;
    code.text('[');
    code.line(`{ let ${place} = ${loop.first};`);
    code.line(`for (let i = 0; i < ${loop.count}; i++) { if (i > 0) ob[o++] = 44;`);
    writer.kept(loop, place, () => writeValue(writer, plan, item));
    code.line(`${place} = tape[${place}]; } }`);
    code.text(']');
  });
}

/** One item of a list, by its place. */
function writeItem(writer: Writer, plan: ValuePlan, shape: Shape | undefined, index: number): void {
  const item = shape?.item;
  if (index < 0 || shape?.kind !== 'list' || item === undefined) throw new NotWritable('no list');
  writer.slots.required.add(shape);
  writer.slots.loop(shape, (loop) => {
    const place = `i_${loop.first}`;
    writer.code.line(`if (${loop.count} <= ${index}) return -1;`);
    writer.code.line(`{ let ${place} = ${loop.first}; ${`${place} = tape[${place}];`.repeat(index)}`);
    writer.kept(loop, place, () => writeValue(writer, plan, item));
    writer.code.line('}');
  });
}

/** A value only its resolver knows: parsed, resolved and projected by itself. */
function writeResolved(writer: Writer, field: ResolvedFieldPlan, property: string, shape: Shape | undefined): void {
  const { resolve, value, arguments: number } = field;
  const projections = new ProjectionWriter();
  const projection = projections.add(value);
  const { text: functions } = projections;
  projections.compile(functions);
  writer.answersBytes += compiledBytes(functions);
  const count = writer.answers.push((text, run) => {
    const source = text === '' ? {} : { [property]: JSON.parse(text) };
    return JSON.stringify(projection.project(resolve(source, run.arguments[number] ?? {}, run.context, noInfo), run));
  });
  const { start, end } = shape === undefined ? { start: '-1', end: '-1' } : writer.slots.span(shape);
  writer.code.line(`o = writeText(answers[${count - 1}](textOf(b, ${start}, ${end}), run), ob, o);`);
}
