import { expect, it } from 'vitest';
import { HeldList } from '../../../../src/graph/execution/scan/held.ts';

it('holds so many, and lets go of the longest unused', () => {
  const released: string[] = [];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({ release: () => void released.push(name) }));
  const held = new HeldList(2);
  for (const each of [a, b, a, c, d, d]) held.use(each as NonNullable<typeof each>);
  expect(released).toEqual(['b', 'a']);
});
