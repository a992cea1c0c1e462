/** From which difference on `doctor` reports another clock, and in which direction. */
import { expect, it } from 'vitest';
import { checkOffset } from '../../../src/platform/cli/clock-offset.ts';

const agrees = 'The clock agrees with that of the service within 5 seconds.';

it.each([
  ['between request and response', 100_500, 'ok', agrees],
  ['5 s after the response', 106_000, 'ok', agrees],
  ['more than 5 s after the response', 106_001, 'warning', 'The clock is 5 seconds slow against that of the service.'],
  ['an hour after the response', 3_701_000, 'warning', 'The clock is 3600 seconds slow against that of the service.'],
  ['5 s before the request', 95_000, 'ok', agrees],
  ['6.5 s before the request', 93_500, 'warning', 'The clock is 7 seconds fast against that of the service.'],
])('another clock that shows a moment %s', (_, otherMs, verdict, detail) => {
  const outcome = checkOffset('the service', otherMs, { sentMs: 100_000, receivedMs: 101_000 });
  expect(outcome).toMatchObject({ check: 'clock', verdict, detail });
});
