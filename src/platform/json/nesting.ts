/** How deep a JSON value nests. It walks level by level, not by recursion: depth is what is not trusted. */

/** Whether more than `max` lists and objects are inside one another. */
export function isDeeperThan(max: number, value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= max) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

/** Whether a value is a list or an object. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
