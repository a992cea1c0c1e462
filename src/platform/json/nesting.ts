/** Bounds the depth of a JSON value and the number of its values. It walks level by level, not recursively: the depth is untrusted. */

/** Whether lists and objects nest deeper than `max` levels, or have more than `valuesMax` values. */
export function exceedsBounds(max: number, value: unknown, valuesMax = Number.POSITIVE_INFINITY): boolean {
  let level = [value].filter(isContainer);
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= max) return true;
    const inner = level.flatMap((container) => Object.values(container));
    values += inner.length;
    if (values > valuesMax) return true;
    level = inner.filter(isContainer);
  }
  return false;
}

/** Whether a value is a list or an object. */
export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
