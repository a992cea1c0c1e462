/** Windows of counts over a wall clock, which may be set back. */
import { expect, it } from 'vitest';
import { createWindows } from '../../../../src/platform/server/rate-limit/count-windows.ts';

it('a clock that is set back by an hour does not make a window of a minute longer', () => {
  let now = 7_200_000;
  const windows = createWindows(() => now, { aligned: true });
  windows.add('caller', 5);
  now -= 3_600_000;
  expect(windows.read('caller')).toEqual({ used: 0, resetMs: 60_000 });
});

it('a clock with fractions of milliseconds neither loses a count nor makes a window longer', () => {
  for (let step = 0; step < 6_000; step += 1) {
    const now = 5_000 + step * 0.137;
    const windows = createWindows(() => now);
    expect(windows.add('caller')).toEqual({ used: 1, resetMs: 60_000 });
    expect(windows.read('caller')).toEqual({ used: 1, resetMs: 60_000 });
  }
});

it('a count can be taken once, and not after its window', () => {
  let now = 0;
  const windows = createWindows(() => now);
  expect(windows.take('caller')).toBe(0);
  windows.add('caller', 3);
  windows.add('caller');
  expect([windows.take('caller'), windows.take('caller')]).toEqual([4, 0]);
  windows.add('caller', 2);
  now += 60_000;
  expect(windows.take('caller')).toBe(0);
});
