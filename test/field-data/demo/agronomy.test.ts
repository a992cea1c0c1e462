/** Derived values, compared with the worked examples of their sources, and local days in timezones with unusual clock changes. */
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

test('the sun is in the south at an elevation of 90 degrees minus latitude at noon of an equinox', () => {
  const { elevation, azimuth } = sunPosition(Date.parse('2026-03-20T12:07:00Z'), 50, 0);
  expect(elevation).toBeCloseTo(40, 0);
  expect(azimuth).toBeCloseTo(180, 0);
});

test('a day begins at the first instant of its date, in every timezone and year', () => {
  // Sao Paulo and Beirut skipped midnight; Havana repeats the hour after it.
  // Lord Howe changes by half an hour; Kiritimati is at UTC+14.
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

test('parsing reads back every written instant and date, and rejects dates that do not exist', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }), (date) => {
      expect(parseInstant(date.toISOString())).toBe(date.getTime());
      expect(parseDate(date.toISOString().slice(0, 10))).toBe(Math.floor(date.getTime() / 86_400_000) * 86_400_000);
    }),
  );
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '26-01-01', '2026-00-10', '0000-01-01'])
    expect(parseDate(text)).toBeUndefined();
});
