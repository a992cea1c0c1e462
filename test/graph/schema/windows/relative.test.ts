/** Windows relative to now, against independent rows. Before a timezone is known, the requested window covers the intended one in any. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundsAnywhere,
  dayBounds,
  hourBounds,
  instantsOf,
  assertWindow,
} from '../../../../src/graph/schema/windows/relative-bounds.ts';
import { formatInstant, localDate, localInstant } from '../../../../src/platform/time/instant.ts';
import { zones } from '../../../support/zoned-weather.ts';
import golden from '../agronomy/golden.json' with { type: 'json' };

const seconds = (ms: number) => formatInstant(ms);

describe('a window relative to now', () => {
  it.each(golden.relative_windows.rows)('$last $next $since in $timezone at $now', (row) => {
    const { now, timezone, answer, last, next, since } = row;
    const args = { last, next, since };
    expect(assertWindow(args, true)).toBe(true);
    const nowMs = Date.parse(now);
    const hours = hourBounds(args, nowMs);
    const days = dayBounds(args, nowMs, timezone);
    const { fromMs, toMs } = hours
      ? { fromMs: Date.parse(hours.from), toMs: Date.parse(hours.to) }
      : instantsOf(days, timezone);
    expect([seconds(fromMs), seconds(toMs)]).toEqual([answer.from, answer.to]);
    expect((toMs - fromMs) / 3_600_000).toBe(answer.hours);
    if (!hours) expect([days.from, days.to]).toEqual([answer.fromDate, answer.toDate]);
    const requested = hours ?? (since ? null : boundsAnywhere(args, nowMs));
    expect(requested && [requested.from, requested.to]).toEqual(answer.ask);
  });

  it('lies within the window requested before the timezone is known, in every timezone', () => {
    const span = fc.option(fc.record({ days: fc.integer({ min: 1, max: 180 }) }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
        span,
        span,
        (now, last, next) => {
          if (!last && !next) return;
          const requested = boundsAnywhere({ last, next }, now.getTime());
          for (const timezone of [...zones, 'America/New_York']) {
            // The service reads a bare date as midnight in the timezone of the field, which is not known yet.
            const wide = instantsOf(requested, timezone);
            const meant = instantsOf(dayBounds({ last, next }, now.getTime(), timezone), timezone);
            expect(wide.fromMs).toBeLessThanOrEqual(meant.fromMs);
            expect(wide.toMs).toBeGreaterThanOrEqual(meant.toMs);
          }
        },
      ),
    );
  });

  it.each([
    [{ last: { days: 0 } }, 'TOO_SMALL'],
    [{ last: { days: 364 } }, 'TOO_LARGE'],
    [{ next: { hours: 745 } }, 'TOO_LARGE'],
    [{ last: { days: 200 }, next: { days: 165 } }, 'TOO_LARGE'],
    [{ last: { days: 2 }, since: '04-15' }, 'NOT_ALLOWED'],
    [{ last: { days: 2 }, from: '2026-05-01' }, 'NOT_ALLOWED'],
    [{ since: '04-15', to: '2026-05-01' }, 'NOT_ALLOWED'],
    [{ last: { days: 2 }, next: { hours: 2 } }, 'NOT_ALLOWED'],
    [{ last: { hours: 2 }, next: { days: 2 } }, 'NOT_ALLOWED'],
    [{ since: '04-15', next: { hours: 2 } }, 'NOT_ALLOWED'],
    [{ from: '2026-05-01', to: '2026-05-01' }, 'EMPTY_WINDOW'],
    [{ from: '2026-05-01T02:00:00Z', to: '2026-05-01T03:59:59+02:00' }, 'EMPTY_WINDOW'],
  ])('is refused with an error code if it is invalid: %j', (args, code) => {
    expect(() => assertWindow(args, true)).toThrow(
      expect.objectContaining({ extensions: expect.objectContaining({ faults: [expect.objectContaining({ code })] }) }),
    );
  });

  it.each([
    [{ from: '2026-05-01' }],
    [{ from: '2026-05-01T02:00:00Z', to: '2026-05-01T04:00:01+02:00' }],
    // West of Greenwich that day begins after this instant.
    [{ from: '2026-05-01T02:00:00Z', to: '2026-05-01' }],
  ])('with explicit bounds is left to the service unless it is empty in every timezone: %j', (args) => {
    expect(assertWindow(args, true)).toBe(false);
  });

  it('accepts hours only where records are hourly', () => {
    for (const hours of [0, 2])
      expect(() => assertWindow({ last: { hours } }, false)).toThrow(
        'last takes hours only where records are hourly: give days, or request weather with granularity: HOURLY.',
      );
  });

  it('is refused if `since` and `next` together exceed the 366 days that the service reads at once', () => {
    const now = Date.parse('2026-04-14T12:00:00Z');
    expect(() => dayBounds({ since: '04-15', next: { days: 10 } }, now, 'UTC')).toThrow('at most 366 days');
    expect(dayBounds({ since: '04-15' }, now, 'UTC')).toEqual({ from: '2025-04-15', to: '2026-04-15' });
  });
});

it.each(golden.local_time.rows.filter(({ timezone }) => timezone !== null))(
  '$startsAt in $timezone is $startsAtLocal there',
  ({ timezone, startsAt, startsAtLocal, localDate: date }) => {
    expect(localInstant(Date.parse(startsAt), timezone as string)).toBe(startsAtLocal);
    expect(localDate(Date.parse(startsAt), timezone as string)).toBe(date);
  },
);
