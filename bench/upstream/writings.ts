/** Writings of one body as JSON. All parse to the same value, except for the order of members. */
import { type Random, seededBy, shuffled } from '../../test/support/seeded-random.ts';

const compact = (body: unknown) => JSON.stringify(body);

export const writings = {
  compact,
  /** With a space after each `:` and `,`, like Python's json.dumps. */
  spaced,
  indented: (body: unknown) => JSON.stringify(body, null, 2),
  /** All records with the same order of members, which differs from that of the contract. */
  reordered: (body: unknown) => compact(inOrder(body, () => seededBy('order'))),
  /** Each object with its own order of members. */
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

/** Returns the value with the members of all objects in its records in random order. */
function inOrder(value: unknown, randomOf: () => Random, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, randomOf, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member, randomOf, depth + 1)] as const);
  // The objects around the list have the order of the contract.
  return Object.fromEntries(depth < 2 ? members : shuffled(members, randomOf()));
}
