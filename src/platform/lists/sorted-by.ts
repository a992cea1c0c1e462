/** The items by a number of each, lowest first. Comparators that compute the numbers would do so many times for each item. */
export function sortedBy<Item>(
  items: readonly Item[],
  numberOf: (item: Item) => number,
  compareEqual: (one: Item, other: Item) => number = () => 0,
): Item[] {
  const numbered = items.map((item) => ({ item, number: numberOf(item) }));
  numbered.sort((one, other) => one.number - other.number || compareEqual(one.item, other.item));
  return numbered.map(({ item }) => item);
}
