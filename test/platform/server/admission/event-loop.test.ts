/** The delay of the event loop, by timers and a clock that the test moves. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchEventLoop } from '../../../../src/platform/server/admission/event-loop.ts';

it('measures how late a turn is while it lasts, reports it when the turn ends, and stops when closed', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = 1_000;
  using _clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const lateMs: number[] = [];
  const loop = watchEventLoop((milliseconds) => lateMs.push(milliseconds));
  const overdueMs: number[] = [loop.overdueMs()];
  // A turn of 170 ms, one of the timer's period, and one that ends early.
  for (const turnMs of [170, 20, 15]) {
    now += turnMs;
    overdueMs.push(loop.overdueMs());
    vi.advanceTimersToNextTimer();
  }
  expect(overdueMs).toEqual([-20, 150, 0, -5]);
  expect(lateMs).toEqual([150, 0, 0]);
  loop.close();
  expect(vi.getTimerCount()).toBe(0);
});
