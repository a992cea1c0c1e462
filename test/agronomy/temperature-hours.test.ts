/** Frost, heat and chill, compared with independent implementations, and the effect of an unknown hour on each. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChillingHour, utahUnits } from '../../src/agronomy/chill.ts';
import { countHours } from '../../src/agronomy/temperature-hours.ts';
import { toServiceUnit } from '../../src/field-data/records/units.ts';
import { conversion } from '../../src/graph/schema/units.ts';
import { golden } from './golden.ts';

const thresholds = { frostBelow: 0, heatAbove: 30 };
const days = 10;
const steady = (temperature: number) => Array<number>(240).fill(temperature);
const saw = (low: number, high: number) =>
  Array.from(
    { length: days * 24 },
    (_, hour) => low + ((high - low) * (1 - Math.cos((2 * Math.PI * (hour % 24)) / 24))) / 2,
  );

const sequences: Record<string, (number | null)[]> = {
  '240 h at 6 C': steady(6),
  '240 h at 12 C': steady(12),
  '240 h at -5 C': steady(-5),
  '10 days 4 to 18 C': saw(4, 18),
  '10 days 8 to 24 C': saw(8, 24),
  '240 h at 6 C, hour 100 unknown': steady(6)
    .with(100, Number.NaN)
    .map((value) => (Number.isNaN(value) ? null : value)),
};

describe('chill', () => {
  it.each(golden.chill_sequences.rows as { case: string; chillPortions: number }[])(
    '$case: chilling hours, Utah units and chill portions match chillR',
    ({ case: name, chillPortions, ...counts }) => {
      const counted = countHours(sequences[name] ?? [], thresholds);
      expect(counted).toMatchObject({ ...counts, missingHours: 0 });
      expect(counted.chillPortions).toBeCloseTo(chillPortions, 4);
    },
  );

  it('an unknown hour is left out of every count and makes the chill portions null', () => {
    const { case: name, missing: missingHours, ...counts } = golden.chill_sequences.gap;
    expect(countHours(sequences[name] ?? [], thresholds)).toMatchObject({ ...counts, missingHours });
  });

  it.each(golden.utah_units_edges as { temperature: number; units: number }[])(
    'an hour at $temperature °C counts as $units Utah units',
    ({ temperature, units }) => expect(utahUnits(temperature)).toBe(units),
  );

  it.each(golden.chilling_hour_edges as { temperature: number; hours: number }[])(
    'an hour at $temperature °C counts as $hours chilling hours',
    ({ temperature, hours }) => expect(Number(isChillingHour(temperature))).toBe(hours),
  );
});

interface EdgeRow {
  temperatureMean: number | null;
  frostBelow: number;
  heatAbove: number;
  frostHour: boolean;
  heatHour: boolean;
  missing: number;
}

it.each(golden.frost_heat_edges as EdgeRow[])(
  'an hour at $temperatureMean °C: frost $frostHour, heat $heatHour, missing $missing',
  ({ temperatureMean, frostHour, heatHour, missing, ...limits }) => {
    // The second hour is neither frost nor heat. Without a known hour, the counts would be null.
    expect(countHours([temperatureMean, 15], limits)).toMatchObject({
      frostHours: Number(frostHour),
      heatHours: Number(heatHour),
      missingHours: missing,
    });
  },
);

it('an hour exactly at a threshold in degrees Fahrenheit is neither frost nor heat, also when imported with more digits', () => {
  const imported = [28, 85].map((value) => toServiceUnit({ value, unit: 'fahrenheit' }).value);
  const [frostBelow = 0, heatAbove = 0] = [28, 85].map(conversion('temperature', 'fahrenheit', 'celsius'));
  expect(countHours(imported, { frostBelow, heatAbove })).toMatchObject({ frostHours: 0, heatHours: 0 });
});

it('all counts are null, not zero, when no hour is known', () => {
  const nothing = { frostHours: null, heatHours: null, chillingHours: null, utahUnits: null, chillPortions: null };
  expect(countHours([], thresholds)).toEqual({ missingHours: 0, ...nothing });
  expect(countHours([null, null], thresholds)).toEqual({ missingHours: 2, ...nothing });
});

const known = fc.array(fc.double({ min: -30, max: 45, noNaN: true }), { minLength: 1, maxLength: 100 });

it('a null in place of any hour counts as missing, is left out of every other count and makes the chill portions null', () => {
  fc.assert(
    fc.property(known, fc.nat(), (hours, at) => {
      const place = at % hours.length;
      const whole = countHours(hours, thresholds);
      const holed = countHours(
        hours.map((hour, index) => (index === place ? null : hour)),
        thresholds,
      );
      const rest = countHours(hours.toSpliced(place, 1), thresholds);
      expect(holed).toEqual({ ...rest, missingHours: whole.missingHours + 1, chillPortions: null });
    }),
  );
});
