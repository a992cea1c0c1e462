/** Writes the code that answers an object of a value and its unit in the unit that an argument names. */
import type { ResolvedFieldPlan, ValuePlan } from '../plan/plan.ts';
import type { Program } from '../resolvers.ts';
import { textWriterOf } from './leaf-writing.ts';
import { leafOf } from '../leaves.ts';
import { conversionOf } from './number-conversion.ts';
import type { Shape } from './shape.ts';
import type { Writer } from './writer.ts';

type Converted = Extract<Program, { does: 'converted' }>;

/** What is asked of the object: each by its key. */
type Part = { key: string } & ({ is: 'typename'; name: string } | { is: 'value' } | { is: 'unit'; textOf: TextOf });
type TextOf = (unit: string) => string;

/**
 * The code that writes the object, converted; undefined where its value is not a number, where its unit was not the same in every
 * record, and where more of it is asked for. A run that names no unit, or one that cannot be converted to, stops the program: the
 * resolver knows what to say.
 */
export function convertedWriting(
  writer: Writer,
  field: ResolvedFieldPlan,
  program: Converted,
  { kind, members }: Shape,
): (() => void) | undefined {
  const value = members.get(program.value);
  const unit = members.get(program.unit);
  const parts = partsOf(field.value, program);
  if (kind !== 'object' || value?.kind !== 'number' || parts === undefined) return undefined;
  const from = unit?.word;
  if (from === undefined || unit?.isNullable !== false || unit.isOptional) return undefined;
  return () => {
    const to = `u${writer.prelude.length}`;
    const count = writer.conversions.push((name) => ({
      conversion: conversionOf(program.by, from, name),
      units: parts.map((part) => (part.is === 'unit' ? part.textOf(name) : '')),
    }));
    writer.prelude.push(
      `const ${to} = run.arguments[${field.arguments}][${JSON.stringify(program.argument)}]; if (typeof ${to} !== 'string') return -1;`,
      `const { conversion: ${to}c, units: ${to}t } = conversions[${count - 1}](${to});`,
    );
    writer.slots.required.add(value);
    writer.slots.copied.set(value, 'copiedFloat');
    const { start, end } = writer.slots.span(value);
    // Where the value is not selected it is converted all the same: that may fail, and then so does the field.
    if (!parts.some(({ is }) => is === 'value')) writer.code.line(`${to}c.write(b, ${start}, ${end}, ob, o);`);
    writer.text('{');
    for (const [at, part] of parts.entries()) {
      writer.text(`${at === 0 ? '' : ','}${JSON.stringify(part.key)}:`);
      if (part.is === 'typename') writer.text(JSON.stringify(part.name));
      else if (part.is === 'value') writer.code.line(`o = ${to}c.write(b, ${start}, ${end}, ob, o);`);
      else writer.code.line(`o = writeText(${to}t[${at}], ob, o);`);
    }
    writer.text('}');
  };
}

/** What is asked of the object, where that is no more than its value, as a number, and its unit. */
function partsOf(plan: ValuePlan, program: Converted): Part[] | undefined {
  if (plan.kind !== 'object' || plan.object.type.isTypeOf) return undefined;
  const parts: Part[] = [];
  for (const field of plan.object.fields) {
    const { key } = field;
    if (field.kind === 'typename') parts.push({ is: 'typename', key, name: field.name });
    else if (field.kind !== 'property' || field.value.kind !== 'leaf') return undefined;
    else if (field.name === program.value && leafOf(field.value.type)?.is === 'float') parts.push({ is: 'value', key });
    else {
      const textOf = field.name === program.unit ? textWriterOf(field.value.type) : undefined;
      if (textOf === undefined) return undefined;
      parts.push({ is: 'unit', key, textOf });
    }
  }
  return parts;
}
