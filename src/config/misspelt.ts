/** Finds environment variables that are most likely misspelt or renamed settings. Ignored silently, they would be noticed in production. */

/** A name, and the setting that is one edit away from it or has replaced it. */
export interface Misspelt {
  name: string;
  meant: string;
  /** Whether the name can mean nothing else: it is long, or it protected reads. */
  isCertain: boolean;
}

/** Settings that were renamed, as CHANGELOG.md lists them. Other programs may use the names of the rate limit. */
const renamed: ReadonlyMap<string, Omit<Misspelt, 'name'>> = new Map([
  ['READS_REQUIRE_KEY', { meant: 'FIELD_DATA_READS_REQUIRE_KEY', isCertain: true }],
  ['RATE_LIMIT_PER_MINUTE', { meant: 'FIELD_DATA_RATE_LIMIT_PER_MINUTE', isCertain: false }],
  ['RATE_LIMIT_EXEMPT', { meant: 'FIELD_DATA_RATE_LIMIT_EXEMPT', isCertain: false }],
]);

const certainLengthMin = 10;

/** Shorter words without an underscore too often belong to other programs: `POST` is no misspelt `PORT`, nor `CMP` `MCP`. */
const wordLengthMin = { edit: 7, transposition: 4 };

/**
 * Finds unknown names that are one edit (insertion, deletion, substitution, transposition) from a known one, and renamed ones whose new
 * name is not set. Short words match only if two letters are transposed.
 */
export function findMisspelt(names: readonly string[], known: ReadonlySet<string>): Misspelt[] {
  return names.flatMap((name) => {
    if (known.has(name)) return [];
    const now = renamed.get(name);
    if (now) return names.includes(now.meant) ? [] : [{ name, ...now }];
    const hasUnderscore = name.includes('_');
    const meant = [...known].find((setting) => {
      const edit = editBetween(name, setting);
      return edit !== undefined && (hasUnderscore || name.length >= wordLengthMin[edit]);
    });
    return meant === undefined ? [] : [{ name, meant, isCertain: hasUnderscore && name.length >= certainLengthMin }];
  });
}

/** The one edit between two different names; undefined if there are more. */
function editBetween(one: string, other: string): keyof typeof wordLengthMin | undefined {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [oneEnd, otherEnd] = [one.length, other.length];
  for (; oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]; oneEnd -= 1) otherEnd -= 1;
  const [left, right] = [one.slice(start, oneEnd), other.slice(start, otherEnd)];
  if (left.length <= 1 && right.length <= 1) return 'edit';
  const isTransposed = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isTransposed ? 'transposition' : undefined;
}
