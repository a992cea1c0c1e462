/** Derived values against the worked examples of their sources, and days against the calendars of awkward timezones. */
import fc from 'fast-check';
import { degreeDayFormulas } from '../../../src/agronomy/degree-days.ts';
import { expect, test } from 'vitest';
import { extraterrestrialRadiation, hargreavesSamani, sunPosition } from '../../../src/field-data/demo/agronomy.ts';
import { addDays, localDate, parseDate, parseInstant, startOfDay } from '../../../src/platform/time/instant.ts';

test('extraterrestrial radiation is 32.2 MJ/m2 at 20 degrees south on 3 September (FAO-56, example 8)', () => {
  expect(extraterrestrialRadiation(-20, 246)).toBeCloseTo(32.2, 1);
});

test('Hargreaves-Samani is 5.0 mm in July at Lyon (FAO-56, example 20)', () => {
  expect(hargreavesSamani(14.8, 26.6, 40.6)).toBeCloseTo(5, 1);
});

test.each([
  [5, 25, 7.5],
  [-5, 5, 0],
  [15, 35, 12.5],
  [32, 40, 20],
])(
  'growing degree days of %d to %d degrees, base 10, upper 30, are %d (McMaster & Wilhelm 1997, method 2)',
  (min, max, expected) => {
    expect(degreeDayFormulas.mcmaster_wilhelm_2(min, max, { base: 10, upper: 30 })).toBe(expected);
  },
);

test('the sun stands at 90 degrees minus latitude at noon of an equinox, in the south', () => {
  const { elevation, azimuth } = sunPosition(Date.parse('2026-03-20T12:07:00Z'), 50, 0);
  expect(elevation).toBeCloseTo(40, 0);
  expect(azimuth).toBeCloseTo(180, 0);
});

test('a day begins at the first instant of its date, in every timezone and year', () => {
  // Sao Paulo and Beirut have skipped midnight; Havana repeats the hour after it; Lord Howe moves by half an hour; Kiritimati is 14 hours ahead.
  const zones = [
    'UTC',
    'America/Los_Angeles',
    'America/Sao_Paulo',
    'Asia/Beirut',
    'America/Havana',
    'Atlantic/Azores',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'Europe/London',
  ];
  const days = fc.date({ min: new Date('1980-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...zones), days, (zone, day) => {
      const date = day.toISOString().slice(0, 10);
      const start = startOfDay(date, zone);
      expect([localDate(start, zone), localDate(start - 1, zone)]).toEqual([date, addDays(date, -1)]);
    }),
    {
      numRuns: 2_000,
      examples: [
        ['America/Sao_Paulo', new Date('2018-11-04')],
        ['Asia/Beirut', new Date('2019-03-31')],
        ['Australia/Lord_Howe', new Date('2020-04-05')],
        ['America/Havana', new Date('2020-11-01')],
      ],
    },
  );
});

test('what is written as an instant is read as it, and what does not exist is not read', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }), (date) => {
      expect(parseInstant(date.toISOString())).toBe(date.getTime());
      expect(parseDate(date.toISOString().slice(0, 10))).toBe(Math.floor(date.getTime() / 86_400_000) * 86_400_000);
    }),
  );
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '26-01-01', '2026-00-10', '0000-01-01'])
    expect(parseDate(text)).toBeUndefined();
});
