/** Aliases that differ only in a threshold read a list once, so no query parses and sorts a year of hours a hundred times. */
import { expect, it } from 'vitest';
import { oncePerList } from '../../../../src/graph/schema/weather/once-per-list.ts';

it('a list is read once per moment, separately from other lists, and again at another moment', () => {
  const reads: [object, number][] = [];
  const read = oncePerList((list: { hours: number }, nowMs: number) => {
    reads.push([list, nowMs]);
    return { hours: list.hours };
  });
  const [first, second] = [{ hours: 1 }, { hours: 2 }];
  expect(read(first, 5)).toBe(read(first, 5));
  expect(read(second, 5)).toEqual({ hours: 2 });
  expect(read(first, 6)).toEqual({ hours: 1 });
  expect(reads).toEqual([
    [first, 5],
    [second, 5],
    [first, 6],
  ]);
});

it('a list that cannot be read throws at each attempt', () => {
  const read = oncePerList((_list: object, _nowMs: number) => {
    throw new Error('cut');
  });
  const list = {};
  expect(() => read(list, 5)).toThrow('cut');
  expect(() => read(list, 5)).toThrow('cut');
});
