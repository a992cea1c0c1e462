/**
 * What is read from a list once for all aliases that ask for it: a year of hours takes longer to read than to count by the next thresholds.
 * It is held as long as its list is, one value for each, and a loader lets go of its lists with the operation.
 */

/** Makes a reading that is done once for each list and moment; at another moment it is done anew. */
export function oncePerList<List extends object, Value>(
  read: (list: List, nowMs: number) => Value,
): (list: List, nowMs: number) => Value {
  const kept = new WeakMap<List, { nowMs: number; value: Value }>();
  return (list, nowMs) => {
    const before = kept.get(list);
    if (before?.nowMs === nowMs) return before.value;
    const value = read(list, nowMs);
    kept.set(list, { nowMs, value });
    return value;
  };
}
