/** The selection of an object of a value and its unit, which a program writes in another unit. */
import { type Leaf, leafOf } from '../leaves.ts';
import type { ValuePlan } from '../plan/plan.ts';
import type { Program } from '../resolvers.ts';

export type Words = Extract<Leaf, { is: 'words' }>;
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
