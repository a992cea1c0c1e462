/** Whether the errors of a result left nothing of its data: for the log, and for tools that must say that they failed. */

/** Known without a call for the list that was lost: what the caller sent, and what other requests brought. */
const knownBefore: ReadonlySet<string> = new Set(['id', '__typename', 'timezone']);

/** Whether anything was read. A list without items was: there is nothing. */
export function holdsData(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return value.length === 0 || value.some(holdsData);
  if (typeof value !== 'object') return true;
  return Object.entries(value).some(([name, member]) => !knownBefore.has(name) && holdsData(member));
}
