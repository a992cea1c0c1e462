/** Chance that can be had again: the same seed gives the same in every run. */

/** The same random numbers for the same text, or number. */
export { createRandom as seededBy, mulberry32 as seededRandom } from '../../src/field-data/demo/random.ts';

/** Gives a number from 0 to below 1. */
export type Random = () => number;

/** Any of the items, each as likely. */
export const oneOf = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** The items in another order, every order as likely (Fisher-Yates); the list itself stays as it is. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}
