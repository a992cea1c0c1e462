/** Humidity against values of an independent implementation of the same published formulas. */
import { expect, it } from 'vitest';
import { deltaT, relativeHumidity, wetBulb } from '../../src/agronomy/humidity.ts';
import { golden } from './golden.ts';

interface HumidRow {
  temperature: number;
  relativeHumidity: number;
  wetBulb: number;
  deltaT: number;
  psychrometricDeltaT: number;
}

const { rows, outOfRange } = golden.delta_t as { rows: HumidRow[]; outOfRange: HumidRow[] };

it.each(rows)('Delta-T at $temperature °C and $relativeHumidity % is $deltaT K, by Stull', (row) => {
  expect(wetBulb(row.temperature, row.relativeHumidity)).toBeCloseTo(row.wetBulb, 3);
  expect(deltaT(row.temperature, row.relativeHumidity)).toBeCloseTo(row.deltaT, 3);
});

it.each(rows)(
  "Delta-T at $temperature °C and $relativeHumidity % is the psychrometer's, within Stull's error",
  (row) => {
    const error = row.psychrometricDeltaT - (deltaT(row.temperature, row.relativeHumidity) ?? Number.NaN);
    expect(error).toBeGreaterThanOrEqual(-1);
    expect(error).toBeLessThanOrEqual(0.65);
  },
);

it.each(outOfRange)(
  'Delta-T at $temperature °C and $relativeHumidity % is unknown: the formula does not hold',
  (row) => {
    expect(deltaT(row.temperature, row.relativeHumidity)).toBeNull();
  },
);

it.each([
  [-20, 73, 74],
  [-10, 50, 51],
  [5, 16, 17],
])(
  'Delta-T at %d °C is unknown at %d %%, and known at %d %%: cold and dry air is out of range',
  (temperature, dry, humid) => {
    expect(deltaT(temperature, dry)).toBeNull();
    expect(deltaT(temperature, humid)).toBeGreaterThan(0);
  },
);

it.each(golden.relative_humidity_from_dew_point as (HumidRow & { dewPoint: number })[])(
  'air at $temperature °C with a dew point of $dewPoint °C has $relativeHumidity %',
  (row) => expect(relativeHumidity(row.temperature, row.dewPoint)).toBeCloseTo(row.relativeHumidity, 3),
);
