/** Writes the code that answers a measure in the unit that the field's `unit` argument names. */
import type { Quantity } from '../../graph/schema/units.ts';
import type { FieldPlan, ObjectPlan, ValuePlan } from '../plan/plan.ts';
import type { Shape } from './shape.ts';
import { NotWritable, type Writer } from './writer.ts';

type Resolver = Extract<FieldPlan, { kind: 'resolver' }>;

/** Whether a measure is a number in a unit that was the same in every record, and nothing else of it is asked for. */
export function isConvertible(plan: ValuePlan, { kind, members }: Shape): boolean {
  const value = members.get('value');
  const unit = members.get('unit');
  return (
    plan.kind === 'object' &&
    kind === 'object' &&
    value?.kind === 'number' &&
    unit?.word !== undefined &&
    !unit.isNullable &&
    !unit.isOptional &&
    fieldsOf(plan.object).every((name) => name === '__typename' || name === 'value' || name === 'unit')
  );
}

function fieldsOf({ fields }: ObjectPlan): string[] {
  return fields.map((field) => {
    if (field.kind === 'typename') return '__typename';
    return field.kind === 'property' ? field.name : '';
  });
}

/** The measure, converted. A run that names no unit, or one nobody knows, stops the program: the resolver knows what to say. */
export function writeConverted(
  writer: Writer,
  { value: plan, arguments: number }: Resolver,
  quantity: Quantity,
  { members }: Shape,
): void {
  const value = members.get('value');
  const unit = members.get('unit');
  if (plan.kind !== 'object' || value === undefined || unit?.word === undefined) throw new NotWritable('no measure');
  const to = `u${writer.prelude.length}`;
  writer.prelude.push(
    `const ${to} = run.arguments[${number}].unit; if (typeof ${to} !== 'string') return -1;`,
    `const ${to}c = conversionOf(${JSON.stringify(quantity)}, ${JSON.stringify(unit.word)}, ${to});`,
  );
  writer.slots.required.add(value);
  writer.slots.copied.set(value, 'copiedFloat');
  const { start, end } = writer.slots.span(value);
  writer.text('{');
  for (const [at, field] of plan.object.fields.entries()) {
    writer.text(`${at === 0 ? '' : ','}${JSON.stringify(field.key)}:`);
    if (field.kind === 'typename') writer.text(JSON.stringify(field.name));
    else if (field.kind === 'property' && field.name === 'value') {
      writer.code.line(`o = ${to}c.write(b, ${start}, ${end}, ob, o);`);
    } else writer.code.line(`o = writeText(JSON.stringify(${to}.toUpperCase()), ob, o);`);
  }
  writer.text('}');
}
