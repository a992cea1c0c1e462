/** Whether a value's answer depends on the value alone: then the same bytes give the same text in every run, for every caller. */
import type { FieldPlan, ObjectPlan, ValuePlan } from './plan.ts';

/** Of a value below which nothing waits. A resolver counts by what it takes: one that takes more than source and arguments may not. */
export function isRepeatable(value: ValuePlan): boolean {
  switch (value.kind) {
    case 'leaf':
      return true;
    case 'list':
      return isRepeatable(value.item);
    case 'object':
      return isRepeatableObject(value.object);
    case 'abstract':
      return false;
  }
}

function isRepeatableObject({ type, fields }: ObjectPlan): boolean {
  return !type.isTypeOf && fields.every(isRepeatableField);
}

function isRepeatableField(field: FieldPlan): boolean {
  if (field.kind === 'typename') return true;
  if (field.kind === 'resolver' && (!field.isConstant || field.resolve.length > 2)) return false;
  return isRepeatable(field.value);
}
