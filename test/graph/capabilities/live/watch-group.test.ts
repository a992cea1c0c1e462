/** The timers of a group of watches after the last one ends. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { WatchGroup } from '../../../../src/graph/capabilities/live/watch-group.ts';

it("the last watch clears its timers with a reference, because Node retains an unreferenced timer's list until it expires", () => {
  const clear = clearTimeout;
  const hadReference: boolean[] = [];
  vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout | undefined) => {
    if (timer) hadReference.push(timer.hasRef());
    clear(timer);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const group = new WatchGroup({
    list: 'WEATHER',
    read: async () => {},
    pace: () => ({ waitMs: 300_000, fields: 1 }),
    onEmpty() {},
  });
  const listener = { onChange() {}, onRead() {}, onRefusal() {} };
  group.unsubscribe(group.subscribe('fld_1', listener, 0, true), listener);
  expect(hadReference).toEqual([true, true]);
});
