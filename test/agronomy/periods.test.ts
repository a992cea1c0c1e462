/** Periods of the calendar, compared with independent rows. They cover the calendar without gap or overlap. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Period, periodOf } from '../../src/agronomy/periods.ts';
import golden from '../graph/schema/agronomy/golden.json' with { type: 'json' };

it.each(golden.period_labels)('$date is in $week, $dekad and $month', ({ date, week, dekad, month }) => {
  expect(['week', 'dekad', 'month'].map((period) => periodOf(period as Period, date).name)).toEqual([
    week,
    dekad,
    month,
  ]);
});

it('each day is in exactly one period of each kind, which ends where the next begins', () => {
  const day = fc.date({ noInvalidDate: true, min: new Date('1990-01-01'), max: new Date('2090-01-01') });
  fc.assert(
    fc.property(day, fc.constantFrom<Period>('week', 'dekad', 'month'), (instant, period) => {
      const date = instant.toISOString().slice(0, 10);
      const { first, end, name } = periodOf(period, date);
      expect(first <= date && date < end).toBe(true);
      expect(periodOf(period, first)).toEqual({ first, end, name });
      expect(periodOf(period, end).first).toBe(end);
      expect(periodOf(period, end).name > name).toBe(true);
    }),
  );
});

it('the periods of the years 4 to 99 are named like those of any other year', () => {
  // The calendar repeats itself every 400 years, weekdays included.
  for (const period of ['week', 'dekad', 'month'] as const) {
    for (const date of ['0050-01-01', '0050-01-09', '0099-12-31', '0004-02-29']) {
      const later = `${Number(date.slice(0, 4)) + 2_000}${date.slice(4)}`;
      const { name, first, end } = periodOf(period, later);
      const back = (text: string) => String(Number(text.slice(0, 4)) - 2_000).padStart(4, '0') + text.slice(4);
      expect(periodOf(period, date)).toEqual({ name: back(name), first: back(first), end: back(end) });
    }
  }
});
