/** Humidity, compared with an independent implementation of the same published formulas. */
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

it.each(rows)('Delta-T at $temperature °C and $relativeHumidity % is $deltaT K by the formula of Stull', (row) => {
  expect(wetBulb(row.temperature, row.relativeHumidity)).toBeCloseTo(row.wetBulb, 3);
  expect(deltaT(row.temperature, row.relativeHumidity)).toBeCloseTo(row.deltaT, 3);
});

it.each(rows)(
  'Delta-T at $temperature °C and $relativeHumidity % matches a psychrometer within the error that Stull states',
  (row) => {
    const error = row.psychrometricDeltaT - (deltaT(row.temperature, row.relativeHumidity) ?? Number.NaN);
    expect(error).toBeGreaterThanOrEqual(-1);
    expect(error).toBeLessThanOrEqual(0.65);
  },
);

it.each(outOfRange)(
  'Delta-T at $temperature °C and $relativeHumidity % is null, outside the range of the formula',
  (row) => {
    expect(deltaT(row.temperature, row.relativeHumidity)).toBeNull();
  },
);

it('Delta-T of hot and moist air is 0 when the formula puts the wet bulb above the air temperature', () => {
  expect(wetBulb(50, 99)).toBeGreaterThan(50);
  expect(deltaT(50, 99)).toBe(0);
});

/** The wet bulb by the psychrometric equation at sea level, with the vapour pressure of FAO-56. */
function psychrometric(temperature: number, humidity: number): number {
  const pressure = (celsius: number) => 0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3));
  const vapour = (pressure(temperature) * humidity) / 100;
  let [low, high] = [-60, temperature];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (pressure(middle) - 0.000662 * 101.3 * (temperature - middle) > vapour) high = middle;
    else low = middle;
  }
  return low;
}

it('the wet bulb is null for cold and dry air, and within the error that Stull states from the limit on', () => {
  for (let temperature = -20; temperature <= 15; temperature += 1) {
    const limit = Math.max(12 - 1.6 * temperature, 8);
    if (limit > 8) expect(wetBulb(temperature, limit - 0.1)).toBeNull();
    for (let humidity = Math.ceil(limit); humidity <= 99; humidity += 1) {
      const error = (wetBulb(temperature, humidity) ?? Number.NaN) - psychrometric(temperature, humidity);
      expect(error).toBeGreaterThanOrEqual(-1);
      expect(error).toBeLessThanOrEqual(0.65);
    }
  }
});

it.each(golden.relative_humidity_from_dew_point as (HumidRow & { dewPoint: number })[])(
  'air at $temperature °C with a dew point of $dewPoint °C has $relativeHumidity %',
  (row) => expect(relativeHumidity(row.temperature, row.dewPoint)).toBeCloseTo(row.relativeHumidity, 3),
);
