/** Names of the environment that are most likely settings, misspelt: what is ignored in silence is found out in production. */

/** A name, and the setting that is one edit away from it. */
export interface Misspelt {
  name: string;
  meant: string;
  /** Whether it is so long that nothing else can be meant. */
  isCertain: boolean;
}

/** Below this length, names of other programs are one edit away: `GCP` is no misspelt `MCP`. */
const certainLengthMin = 10;

/** The unknown names that are one edit (insertion, deletion, substitution, transposition) from a known one. Ordinary words are none. */
export function findMisspelt(names: readonly string[], known: ReadonlySet<string>): Misspelt[] {
  return names.flatMap((name) => {
    const isLong = name.length >= certainLengthMin;
    const hasUnderscore = name.includes('_');
    if (known.has(name) || !(isLong || hasUnderscore)) return [];
    const meant = [...known].find((setting) => isOneEdit(name, setting));
    return meant === undefined ? [] : [{ name, meant, isCertain: isLong && hasUnderscore }];
  });
}

/** Compares two different names. */
function isOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [oneEnd, otherEnd] = [one.length, other.length];
  for (; oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]; oneEnd -= 1) otherEnd -= 1;
  const [left, right] = [one.slice(start, oneEnd), other.slice(start, otherEnd)];
  const isTransposed = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isTransposed || (left.length <= 1 && right.length <= 1);
}
