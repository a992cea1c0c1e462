/** What the variables of one operation may hold. Walks them with a stack of its own: JSON can nest deeper than calls can. */
import { assertWithin, type Limit, type OperationLimits } from './limit.ts';
import { nesting } from './parse-within.ts';

const values: Limit = {
  name: 'VARIABLES_MAX',
  counts: 'values or more in its variables',
  advice: 'Send fewer values, in several operations.',
};

const variablesNesting: Limit = { ...nesting, counts: 'levels of nesting or more in its variables' };

/** Throws OPERATION_TOO_COMPLEX where the variables, as they came from JSON, hold too many values or nest too deeply. */
export function assertVariables(variables: unknown, limits: OperationLimits): void {
  let count = 0;
  const open = [{ value: variables, level: 0 }];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const { value, level } = top;
    if (typeof value !== 'object' || value === null) continue;
    assertWithin(variablesNesting, limits.nestingMax, level + 1);
    for (const inner of Object.values(value)) {
      count += 1;
      assertWithin(values, limits.variablesMax, count);
      open.push({ value: inner, level: level + 1 });
    }
  }
}
