/**
 * The items by a number of each, lowest first, then by `secondOf`, which few items need, then by `compareEqual`. Comparators that compute
 * the numbers would do so many times for each item.
 */
export function sortedBy<Item>(
  items: readonly Item[],
  numberOf: (item: Item) => number,
  secondOf: (item: Item) => number = () => 0,
  compareEqual: (one: Item, other: Item) => number = () => 0,
): Item[] {
  const numbered = items.map((item) => ({ item, number: numberOf(item), second: undefined as number | undefined }));
  numbered.sort(
    (one, other) =>
      one.number - other.number ||
      (one.second ??= secondOf(one.item)) - (other.second ??= secondOf(other.item)) ||
      compareEqual(one.item, other.item),
  );
  return numbered.map(({ item }) => item);
}
