/** Bytes that clients do not read. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { BufferedBytes } from '../../../src/platform/server/buffered-bytes.ts';

it('the oldest bytes above the limit are cut once they are old enough, although nobody adds any', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const unsent = new BufferedBytes(100);
  const cut: number[] = [];
  for (const name of [1, 2, 3]) {
    unsent.add(60, () => cut.push(name));
    vi.advanceTimersByTime(2_000);
  }
  expect([unsent.bytes, cut]).toEqual([120, [1]]);
  vi.advanceTimersByTime(3_000);
  expect([unsent.bytes, cut]).toEqual([60, [1, 2]]);
  vi.advanceTimersByTime(60_000);
  expect(cut).toEqual([1, 2]);
  expect(vi.getTimerCount()).toBe(0);
});

it('the oldest are cut on demand, once they are old enough', () => {
  let now = 0;
  const bodies = new BufferedBytes(100, () => now, 0);
  const cut: number[] = [];
  expect(bodies.cutOldest(1_000)).toBe(false);
  for (const name of [1, 2]) bodies.add(10, () => cut.push(name));
  now = 999;
  expect(bodies.cutOldest(1_000)).toBe(false);
  now = 1_000;
  expect([bodies.cutOldest(1_000), cut, bodies.bytes]).toEqual([true, [1], 10]);
});
