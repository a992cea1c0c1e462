import { expect, it } from 'vitest';
import { SlicedCount } from '../../../../src/graph/upstream/layers/sliced-count.ts';
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
