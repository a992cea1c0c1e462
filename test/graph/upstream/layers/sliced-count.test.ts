import { expect, it } from 'vitest';
import { LRUCache } from 'lru-cache';
import { type CallerCounts, count, recentOf, SlicedCount } from '../../../../src/graph/upstream/layers/sliced-count.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

it('a SlicedCount counts the events of the last 10 s to within a second, whatever their gaps', () => {
  const random = seededRandom(9);
  const count = new SlicedCount();
  const moments: number[] = [];
  let now = 123_456;
  for (let step = 0; step < 5000; step += 1) {
    now += random() < 0.01 ? random() * 30_000 : random() * 300;
    count.add(now);
    moments.push(now);
    const within = (ms: number) => moments.filter((moment) => moment > now - ms).length;
    expect(count.recent(now)).toBeGreaterThanOrEqual(within(9_000));
    expect(count.recent(now)).toBeLessThanOrEqual(within(10_000));
  }
  expect(count.recent(now + 10_000)).toBe(0);
});

it('counts of a caller begin anew after ten seconds, and one without a call for so long is not listed', () => {
  const callers = new LRUCache<string, CallerCounts>({ max: 2 });
  const served = () => recentOf(callers, 19_999).map((each) => [each.caller, each.served]);
  count(callers, 'a', 'served', 0);
  count(callers, 'b', 'served', 9_999);
  count(callers, 'b', 'served', 10_000);
  expect(served()).toEqual([['b', 2]]);
  expect([9_999, 10_000].map((now) => recentOf(callers, now).length)).toEqual([2, 1]);
  count(callers, 'a', 'served', 10_000);
  expect(served()).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});
