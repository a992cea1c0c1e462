/** The ways in which services write one body. All parse to the same value but for the order of members. */
import { type Random, seededBy, shuffled } from '../../test/support/seeded-random.ts';

const compact = (body: unknown) => JSON.stringify(body);

export const writings = {
  compact,
  /** As Python's json.dumps does. */
  spaced,
  indented: (body: unknown) => JSON.stringify(body, null, 2),
  /** The members of all records in one order, which is not the contract's. */
  reordered: (body: unknown) => compact(inOrder(body, () => seededBy('order'))),
  /** The members of each object in an order of its own. */
  shuffled: (body: unknown) => {
    const random = seededBy('orders');
    return compact(inOrder(body, () => random));
  },
} satisfies Record<string, (body: unknown) => string>;

export type Writing = keyof typeof writings;

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`);
  return `{${members.join(', ')}}`;
}

/** The value with the members of each object of its records in the order that the next numbers draw. */
function inOrder(value: unknown, randomOf: () => Random, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, randomOf, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member, randomOf, depth + 1)] as const);
  // Not those around the list.
  return Object.fromEntries(depth < 2 ? members : shuffled(members, randomOf()));
}
