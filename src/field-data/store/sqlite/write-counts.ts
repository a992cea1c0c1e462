/** Counts the writes of one connection by what they change, so that a note on one field does not invalidate the pages of all others. */

/** Names that are counted separately. Above that, all count as changed. */
const namesMax = 10_000;

/** Creates empty counts. */
export function createWriteCounts() {
  let ofAll = 0;
  const byName = new Map<string, number>();

  function countAll(): void {
    ofAll += 1;
    byName.clear();
  }

  return {
    /** Counts a write that may change anything. */
    countAll,
    /** Counts a write that changes nothing but the data under these names. */
    count(...names: string[]): void {
      for (const name of names) byName.set(name, (byName.get(name) ?? 0) + 1);
      if (byName.size > namesMax) countAll();
    },
    /** A text that differs after each write that was counted for this name or for all. */
    of: (name: string): string => `${ofAll} ${byName.get(name) ?? 0}`,
  };
}
