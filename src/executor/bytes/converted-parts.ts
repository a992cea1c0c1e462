/** What a program writes in place of the bytes: an object of a value and its unit in another unit, and the names of words. */
import { type Leaf, leafOf } from '../leaves.ts';
import type { ValuePlan } from '../plan/plan.ts';
import type { Program } from '../resolvers.ts';
import { comparison, writing } from './generated-code.ts';
import type { ObservedShape } from './observed-shape.ts';

export type Words = Extract<Leaf, { is: 'words' }>;
export type Joined = Extract<Program, { does: 'joined' }>;
export type Converted = Extract<Program, { does: 'converted' }>;

/** A selected member of a converted object. */
export type ConvertedPart = { key: string } & (
  | { is: 'typename'; name: string }
  | { is: 'value' }
  | { is: 'unit'; textOf: (unit: string) => string }
);

/** JSON of the name of a word. */
export function nameOf({ names, other }: Words, word: string): string {
  return JSON.stringify(names.get(word) ?? other);
}

/** The selected members of a converted object; undefined if others than its numeric value and its unit are selected. */
export function convertedParts(plan: ValuePlan, program: Converted): ConvertedPart[] | undefined {
  if (plan.kind !== 'object' || plan.object.type.isTypeOf) return undefined;
  const parts: ConvertedPart[] = [];
  for (const field of plan.object.fields) {
    const { key } = field;
    if (field.kind === 'typename') parts.push({ is: 'typename', key, name: field.name });
    else if (field.kind !== 'property' || field.value.kind !== 'leaf') return undefined;
    else if (field.name === program.value && leafOf(field.value.type)?.is === 'float') parts.push({ is: 'value', key });
    else {
      const leaf = field.name === program.unit ? leafOf(field.value.type) : undefined;
      if (leaf?.is === 'text') parts.push({ is: 'unit', key, textOf: JSON.stringify });
      else if (leaf?.is === 'words') parts.push({ is: 'unit', key, textOf: (unit) => nameOf(leaf, unit) });
      else return undefined;
    }
  }
  return parts;
}

/** The value of a converted object and the unit that it always has; undefined where the value is no number or the unit varies. */
export function measureOf(
  { kind, members }: ObservedShape,
  program: Converted,
): [value: ObservedShape, unit: string] | undefined {
  const value = members.get(program.value);
  const unit = members.get(program.unit);
  if (kind !== 'object' || value?.kind !== 'number' || unit?.constant === undefined) return undefined;
  return unit.isNullable || unit.isOptional ? undefined : [value, unit.constant];
}

/** Parameters and body of a function that writes the name of a word, whose bytes are from `s` to before `e`. */
export function wordFunction({ names, other }: Words): string {
  const cases = Array.from(names, ([word, name]) => {
    const sent = JSON.stringify(word);
    return `if (e - s === ${Buffer.byteLength(sent)} && ${comparison(sent, 's')}) { ${writing(JSON.stringify(name))} return o; }`;
  });
  return `(b, bv, s, e, ov, o) {\n${cases.join('\n')}\n${writing(JSON.stringify(other))} return o; }`;
}
