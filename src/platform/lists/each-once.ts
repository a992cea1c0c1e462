/** The items without those whose id is that of an earlier one. */
export function eachOnce<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const byId = new Map<string, Item>();
  for (const item of items) byId.getOrInsert(item.id, item);
  return [...byId.values()];
}
