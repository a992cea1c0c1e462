import { expect, it } from 'vitest';
import { systemClock } from '../../../src/platform/time/clock.ts';

it('the system clock calls back after a time, unless that is cancelled', async () => {
  const called: string[] = [];
  const cancel = systemClock.after(0, () => void called.push('cancelled'));
  systemClock.after(0, () => void called.push('called'));
  cancel();
  await new Promise<void>((resolve) => systemClock.after(1, resolve));
  expect(called).toEqual(['called']);
});
