/** The statistics of the bench: medians and their intervals. */
import { describe, expect, test } from 'vitest';
import { seededBy, shuffled } from '../support/seeded-random.ts';
import { estimate, median } from '../../bench/statistics.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('estimate', () => {
  test('does not change its median by one outlier', () => {
    expect(estimate([1, 1.01, 1.02, 0.99, 40])).toEqual({ median: 1.01, low: 0.99, high: 40 });
  });
  test('returns the range from the lowest to the highest for up to eight starts', () => {
    expect(estimate(upTo(3))).toEqual({ median: 2, low: 1, high: 3 });
    expect(estimate(upTo(8))).toEqual({ median: 4.5, low: 1, high: 8 });
  });
  test('returns the binomial interval of the median for more starts', () => {
    // P(at most one of nine fair coins) twice is 0.039; at most two of eleven, 0.065; at most three of fourteen, 0.057.
    expect(estimate(upTo(9))).toEqual({ median: 5, low: 2, high: 8 });
    expect(estimate(upTo(11))).toEqual({ median: 6, low: 3, high: 9 });
    expect(estimate(upTo(14))).toEqual({ median: 7.5, low: 4, high: 11 });
  });
  test('returns no spread for one start; the median of no starts is NaN', () => {
    expect(estimate([3])).toEqual({ median: 3, low: 3, high: 3 });
    expect(median([])).toBeNaN();
  });
});

describe('shuffled', () => {
  test('repeats the order of a seed, orders differently by another seed, and loses no item', () => {
    const order = shuffled(upTo(10), seededBy('a'));
    expect(order).not.toEqual(upTo(10));
    expect(shuffled(upTo(10), seededBy('a'))).toEqual(order);
    expect(shuffled(upTo(10), seededBy('b'))).not.toEqual(order);
    expect(order.toSorted((a, b) => a - b)).toEqual(upTo(10));
  });
  test('puts each item first about equally often', () => {
    const random = seededBy('first');
    const firsts = new Map<string | undefined, number>();
    for (let time = 0; time < 3_000; time++) {
      const first = shuffled(['a', 'b', 'c'], random)[0];
      firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
    for (const count of firsts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(120);
  });
});
