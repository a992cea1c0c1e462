/** The data of the demo fields: the weather of their station, temperatures derived for the height of each field, and scenes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { degreeDayFormulas } from '../../../src/agronomy/degree-days.ts';
import { demoField } from '../../support/demo-fields.ts';
import { sharedService, type WeatherRecord } from '../support/service.ts';

const numbers = Array.from({ length: 30 }, (_, index) => 2 * index + 1);
const number = (measure: { value: number } | null | undefined) => measure?.value ?? Number.NaN;
const temperaturesOf = (records: WeatherRecord[]) =>
  records.map(({ temperature_min, temperature_max }) => [number(temperature_min), number(temperature_max)]);

async function read(path: string): Promise<WeatherRecord[]> {
  const { call } = await sharedService();
  return (await call(path)).body.data as WeatherRecord[];
}

/** Recorded, replayed and forecast days of all fields of a station. */
async function daysOfFields(first: number): Promise<[WeatherRecord[], ...WeatherRecord[][]]> {
  const { call } = await sharedService();
  const lists: WeatherRecord[][] = [];
  for (const odd of numbers) {
    const id = demoField(odd + first - 1);
    const path = `/api/v1/weather?field_id=${id}`;
    const recorded = await call(`${path}&from=2014-06-01&to=2014-06-08`);
    const shown = await call(`${path}&from=2026-04-20&to=2026-05-15`);
    lists.push([...(recorded.body.data as WeatherRecord[]), ...(shown.body.data as WeatherRecord[])]);
  }
  return lists as [WeatherRecord[], ...WeatherRecord[][]];
}

describe.each([
  ['Seattle', 1],
  ['New York', 2],
])('the weather of the fields near %s', (_, first) => {
  let lists: Awaited<ReturnType<typeof daysOfFields>>;

  beforeAll(async () => {
    lists = await daysOfFields(first);
  });

  test('is the weather of the station, colder by 6.5 degrees per kilometre above it', async () => {
    const [station, ...others] = lists;
    expect(station.map(({ source }) => [source.name, source.derived])).toEqual(
      station.map(({ kind }) => [
        kind === 'observed' ? 'NOAA daily summaries' : 'Demo forecast from NOAA daily summaries',
        ['temperature_mean', 'et0', 'growing_degree_days'],
      ]),
    );
    for (const [index, day] of others.flat().entries()) {
      const of = station[index % station.length];
      const { name, derived } = day.source;
      const metres = Number(/^.+ daily summaries, adjusted to (\d+) m above the station$/.exec(name)?.[1]);
      expect(metres).toBeGreaterThan(0);
      expect(derived).toEqual(['temperature_min', 'temperature_max', 'temperature_mean', 'et0', 'growing_degree_days']);
      const colder = [number(of?.temperature_min) - number(day.temperature_min)];
      colder.push(number(of?.temperature_max) - number(day.temperature_max));
      for (const degrees of colder) expect(Math.abs(degrees - metres * 0.0065)).toBeLessThan(0.11);
      const { source, temperature_min, temperature_max, temperature_mean, et0, growing_degree_days, ...shared } = day;
      expect(of).toMatchObject({ ...shared, field_id: of?.field_id });
      expect(source).toMatchObject({ provenance: of?.source.provenance, recorded_on: of?.source.recorded_on });
    }
  });

  test('differs between any two fields', async () => {
    expect(new Set(lists.map((list) => JSON.stringify(temperaturesOf(list.slice(0, 1))))).size).toBe(30);
  });

  test('is consistent: mean, degree days and evapotranspiration follow from the temperatures', async () => {
    const [station, ...others] = lists;
    for (const [index, day] of others.flat().entries()) {
      const [min, max] = [number(day.temperature_min), number(day.temperature_max)];
      expect(min).toBeLessThanOrEqual(max);
      expect(Math.abs(number(day.temperature_mean) - (min + max) / 2)).toBeLessThan(0.11);
      const degreeDays = degreeDayFormulas.mcmaster_wilhelm_2(min, max, { base: 10, upper: 30 });
      expect(Math.abs(number(day.growing_degree_days) - degreeDays)).toBeLessThan(0.06);
      // Hargreaves-Samani: as the range is the same, evapotranspiration depends only on the mean.
      const of = station[index % station.length];
      const meanOf = (number(of?.temperature_min) + number(of?.temperature_max)) / 2;
      const expected = (number(of?.et0) * ((min + max) / 2 + 17.8)) / (meanOf + 17.8);
      expect(Math.abs(number(day.et0) - expected)).toBeLessThan(0.12);
      expect(number(day.et0)).toBeGreaterThanOrEqual(0);
    }
  });
});

test('hours of a higher field are as much colder as its days, at most 100 % humid, and marked as derived', async () => {
  const window = 'granularity=hourly&from=2026-04-25&to=2026-05-15';
  const station = await read(`/api/v1/weather?field_id=fld_demo_01&${window}`);
  const hours = await read(`/api/v1/weather?field_id=fld_demo_03&${window}`);
  expect(hours).toHaveLength(station.length);
  for (const [index, { source, temperature_min, temperature_max, ...hour }] of hours.entries()) {
    const { temperature_mean: mean, dew_point: dewPoint, relative_humidity: humidity } = hour;
    expect(source.name).toContain('adjusted to 112 m above the station');
    expect(source.derived).toEqual(['temperature_min', 'temperature_max', 'temperature_mean']);
    expect(Math.abs(number(station[index]?.temperature_mean) - 0.7 - number(mean))).toBeLessThan(0.11);
    expect(number(temperature_min)).toBeLessThanOrEqual(number(temperature_max));
    expect(number(dewPoint)).toBeLessThanOrEqual(number(mean));
    expect(number(humidity)).toBeGreaterThan(0);
    expect(number(humidity)).toBeLessThanOrEqual(100);
  }
});

test('a scene has valid pixels exactly when its indices have samples, and none under full cloud cover', async () => {
  const { call } = await sharedService();
  const { body } = await call('/api/v1/earth-observations?field_id=fld_demo_01&from=2023-09-01&to=2023-12-31');
  const scenes = body.data as { valid_pixels: { value: number }; indices: { sample_count: number }[] }[];
  const seen = scenes.map(({ valid_pixels, indices }) => [
    valid_pixels.value > 0,
    indices.some(({ sample_count }) => sample_count > 0),
  ]);
  for (const [isValid, isSampled] of seen) expect(isValid).toBe(isSampled);
  expect(seen).toContainEqual([false, false]);
});
