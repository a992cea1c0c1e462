/**
 * What the variables of one operation may hold: so many values, and no half of a surrogate pair. JSON can write one (`"\\ud800"`), an
 * address and UTF-8 cannot: it would fail on its way, or be stored as another text. Documents are refused with one by their parser.
 * Walks with a stack of its own: JSON can nest deeper than calls can.
 */
import { GatewayError } from '../errors.ts';
import { assertWithin, type Limit, type OperationLimits } from './limit.ts';
import { nesting } from './source.ts';

const values: Limit = {
  name: 'VARIABLES_MAX',
  counts: 'values or more in its variables',
  advice: 'Send fewer values, in several operations.',
};

const variablesNesting: Limit = { ...nesting, counts: 'levels of nesting or more in its variables' };

/**
 * Throws OPERATION_TOO_COMPLEX where the variables, as they came from JSON, hold too many values or nest too deeply, and BAD_USER_INPUT
 * where a string of theirs is not Unicode.
 */
export function assertVariables(variables: unknown, limits: OperationLimits): void {
  let count = 0;
  const open = [{ value: variables, level: 0 }];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const { value, level } = top;
    if (typeof value === 'string' && !value.isWellFormed()) throw notUnicode();
    if (typeof value !== 'object' || value === null) continue;
    assertWithin(variablesNesting, limits.nestingMax, level + 1);
    for (const inner of Object.values(value)) {
      count += 1;
      assertWithin(values, limits.variablesMax, count);
      open.push({ value: inner, level: level + 1 });
    }
  }
}

function notUnicode(): GatewayError {
  return new GatewayError('BAD_USER_INPUT', {
    message: 'A string in the variables holds half of a surrogate pair, which is no text: send whole characters.',
    http: { status: 400, spec: true },
  });
}
