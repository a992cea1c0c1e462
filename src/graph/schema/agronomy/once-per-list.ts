/**
 * Caches what is read from a list for all aliases of one operation: sorting a year of hours takes longer than counting it.
 * An entry lives as long as its list: that of a loader or of an argument, both dropped with the operation.
 */

/** Makes a reading that is done once for each list and `by` (a moment, a timezone), one value a list: another `by` reads anew. */
export function oncePerList<List extends object, Value, By = void>(
  read: (list: List, by: By) => Value,
): (list: List, by: By) => Value {
  const cached = new WeakMap<List, { by: By; value: Value }>();
  return (list, by) => {
    const before = cached.get(list);
    if (before !== undefined && before.by === by) return before.value;
    const value = read(list, by);
    cached.set(list, { by, value });
    return value;
  };
}
