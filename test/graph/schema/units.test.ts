import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Quantity, quantities } from '../../../src/agronomy/units.ts';
import { conversion, convertNumber } from '../../../src/graph/schema/units.ts';

describe('conversions against published values', () => {
  // NIST SP 811, appendix B; the SI Brochure; the freezing and boiling points and the crossing of the two scales.
  it.each<[Quantity, number, string, number, string]>([
    ['temperature', 0, 'celsius', 32, 'fahrenheit'],
    ['temperature', 100, 'celsius', 212, 'fahrenheit'],
    ['temperature', -40, 'celsius', -40, 'fahrenheit'],
    ['temperature', -273.15, 'celsius', 0, 'kelvin'],
    ['temperature', 98.6, 'fahrenheit', 37, 'celsius'],
    ['temperature', 300, 'kelvin', 80.33, 'fahrenheit'],
    // As imported, in twelve digits, and as this gateway converts them, in ten.
    ['temperature', -17.7777777778, 'celsius', 0, 'fahrenheit'],
    ['temperature', -17.77777778, 'celsius', 0, 'fahrenheit'],
    ['temperature', 255.3722222, 'kelvin', 0, 'fahrenheit'],
    ['length', 25.4, 'millimetre', 1, 'inch'],
    ['length', 1, 'metre', 39.37007874, 'inch'],
    ['length', 2.54, 'centimetre', 25.4, 'millimetre'],
    ['speed', 1, 'mile_per_hour', 1.609344, 'kilometre_per_hour'],
    ['speed', 1, 'knot', 1.852, 'kilometre_per_hour'],
    ['speed', 10, 'metre_per_second', 36, 'kilometre_per_hour'],
    ['speed', 1, 'metre_per_second', 2.236936292, 'mile_per_hour'],
    ['pressure', 1013.25, 'hectopascal', 101.325, 'kilopascal'],
    ['fraction', 12.5, 'percent', 0.125, 'fraction'],
    // A difference of temperatures: scaled, never shifted.
    ['degreeDay', 100, 'celsius_day', 180, 'fahrenheit_day'],
  ])('%s: %d %s is %d %s', (quantity, value, from, expected, to) => {
    expect(conversion(quantity, from, to)(value)).toBe(expected);
  });

  it('round to 10 significant digits, which removes binary rounding errors', () => {
    expect(conversion('temperature', 'celsius', 'fahrenheit')(12)).toBe(53.6);
    expect(conversion('length', 'millimetre', 'inch')(0.1)).toBe(0.003937007874);
  });
});

describe('conversions of random values', () => {
  const pairs = Object.entries(quantities).flatMap(([quantity, units]) =>
    Object.keys(units).flatMap((from) => Object.keys(units).map((to) => [quantity as Quantity, from, to] as const)),
  );

  it.each(pairs)('%s from %s to %s and back is the original value', (quantity, from, to) => {
    fc.assert(
      fc.property(fc.double({ min: -1e4, max: 1e4, noNaN: true }), (value) => {
        const there = conversion(quantity, from, to)(value);
        const back = conversion(quantity, to, from)(there);
        // Ten significant digits on the larger of the two scales, in units of the first.
        const grain = Math.max(Math.abs(value), Math.abs(there), 1e3) * 1e-6;
        expect(Math.abs(back - value)).toBeLessThanOrEqual(grain);
      }),
      { seed: 20261121, numRuns: 200 },
    );
  });

  it('leave a value in its own unit unchanged', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        expect(convertNumber('length', value, 'inch', 'inch')).toBe(value);
      }),
      { seed: 20261121 },
    );
  });

  it('refuse an unrecognised unit with UPSTREAM_ERROR', () => {
    expect(() => convertNumber('temperature', 1, 'rankine', 'celsius')).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_ERROR' }),
    );
  });
});
