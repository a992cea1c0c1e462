/** Windows of counts over a wall clock, which may be set back. */
import { expect, it } from 'vitest';
import { createWindows } from '../../../../src/platform/server/rate-limit/count-windows.ts';

it('a clock that is set back by an hour does not make a window of a minute longer', () => {
  let now = 7_200_000;
  const windows = createWindows(60_000, 10, () => now, true);
  windows.add('caller', 5);
  now -= 3_600_000;
  expect(windows.read('caller')).toEqual({ used: 0, resetMs: 60_000 });
});
