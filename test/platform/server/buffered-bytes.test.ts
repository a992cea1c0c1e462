/** Bytes that clients do not read, and requests that arrive slowly. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { BufferedBytes, cutOldestArriving, trackArriving } from '../../../src/platform/server/buffered-bytes.ts';

it('the clients of the oldest bytes above the limit are disconnected once these are old enough, without further bytes', () => {
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

it('a request that has meanwhile arrived completely is not cut', () => {
  const destroy = vi.fn();
  const sender = { isArriving: true, lastUse: 1, socket: { destroyed: false, destroy } as never };
  trackArriving(sender);
  sender.isArriving = false;
  expect([cutOldestArriving(), destroy.mock.calls]).toEqual([false, []]);
});

it('the request that has been arriving longest is cut first, not a newer one of an older connection', () => {
  const cut: string[] = [];
  const sender = (name: string) => {
    const socket = { destroyed: false, destroy: () => cut.push(name) } as never;
    return { isArriving: true, lastUse: 1, socket };
  };
  const [busy, slow] = [sender('busy'), sender('slow')];
  for (const each of [busy, slow]) trackArriving(each);
  busy.lastUse = 2;
  for (const each of [busy, slow]) trackArriving(each);
  expect([cutOldestArriving(), cutOldestArriving(), cutOldestArriving()]).toEqual([true, true, false]);
  expect(cut).toEqual(['slow', 'busy']);
});
