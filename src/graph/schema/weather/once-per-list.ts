/**
 * Caches values computed from a list for all aliases of one operation: sorting a year of hours takes longer than counting it.
 * An entry lives as long as its list. The list belongs to a loader or an argument, which are dropped with the operation.
 */

/** Memoizes `read` by list, with one value for each: another `by` (a moment, a timezone) computes it again. */
export function oncePerList<List extends object, Value, By = void>(read: (list: List, by: By) => Value) {
  const cached = new WeakMap<List, { by: By; value: Value }>();
  return (list: List, by: By): Value => {
    const before = cached.get(list);
    if (before !== undefined && before.by === by) return before.value;
    const value = read(list, by);
    cached.set(list, { by, value });
    return value;
  };
}
