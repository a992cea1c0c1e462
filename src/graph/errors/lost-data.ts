/** Detects results whose errors left no data: for the log, and for tools that must report their failure. */

/** Known without the list that was lost: sent by the caller, or read by other requests. */
const knownBefore: ReadonlySet<string> = new Set(['id', '__typename', 'timezone']);
/** These, and facts that any list of a field states: a tool that returns nothing else has failed. */
export const identifying: ReadonlySet<string> = new Set([...knownBefore, 'name', 'crop']);

/** Whether any data was read besides members of these names. An empty list counts: there is nothing to read. */
export function holdsData(value: unknown, ignored = knownBefore): boolean {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return value.length === 0 || value.some((item) => holdsData(item, ignored));
  // The bytes of a list, which may be many, are not members.
  if (typeof value !== 'object' || ArrayBuffer.isView(value)) return true;
  return Object.entries(value).some(([name, member]) => !ignored.has(name) && holdsData(member, ignored));
}
