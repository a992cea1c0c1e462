/** Whether the errors of a result left nothing of its data: for the log, and for tools that must say that they failed. */

/** Known without a call for the list that was lost: what the caller sent, and what other requests brought. */
const knownBefore: ReadonlySet<string> = new Set(['id', '__typename', 'timezone']);
/** The same, and facts that any list of a field states: a tool that returns nothing else has failed. */
export const identifying: ReadonlySet<string> = new Set([...knownBefore, 'name', 'crop']);

/** Whether anything was read, other than members of these names. A list without items was: there is nothing. */
export function holdsData(value: unknown, ignored = knownBefore): boolean {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return value.length === 0 || value.some((item) => holdsData(item, ignored));
  if (typeof value !== 'object') return true;
  return Object.entries(value).some(([name, member]) => !ignored.has(name) && holdsData(member, ignored));
}
