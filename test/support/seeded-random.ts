/** Chance that can be had again: the same seed gives the same in every run. */

import { createRandom } from '../../src/field-data/demo/random.ts';

/** Gives a number from 0 to below 1. */
export type Random = () => number;

/** Random numbers of a seed: mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same of a text. */
export const seededBy: (text: string) => Random = createRandom;

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
