import { expect, it } from 'vitest';
import { SlicedCount } from '../../../../src/graph/upstream/layers/sliced-count.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

it('counts what happened in the last 10 s to a second, whatever the gaps', () => {
  const random = seededRandom(9);
  const count = new SlicedCount(10, 1_000);
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

it('counts apart what is older, without what was removed', () => {
  const random = seededRandom(4);
  const count = new SlicedCount(10, 1_000);
  const slices: number[] = [];
  let now = 0;
  for (let step = 0; step < 2000; step += 1) {
    now += random() < 0.01 ? random() * 30_000 : random() * 500;
    const newest = Math.floor(now / 1_000);
    if (random() < 0.45 && slices.length > 0) {
      for (const slice of slices.splice(random() * slices.length, 1)) count.remove(slice);
    } else {
      slices.push(count.add(now));
      expect(slices.at(-1)).toBe(newest);
    }
    const older = slices.filter((slice) => newest - slice >= 10).length;
    expect(count.older(now)).toBe(older);
    expect(count.recent(now)).toBe(slices.length - older);
  }
});
