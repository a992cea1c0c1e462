/** Reproducible randomness: the same seed returns the same numbers in every run. */

/** The same random numbers for the same text, or number. */
export { createRandom as seededBy, mulberry32 as seededRandom } from '../../src/field-data/demo/random.ts';

/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** Any of the items, with equal probability. */
export const oneOf = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** A copy of the items in random order, every order with equal probability (Fisher-Yates). */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}
