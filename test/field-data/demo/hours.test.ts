/** The hourly weather of the demo: simulated from daily records, marked as such, and consistent with the real record of each day. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LRUCache } from 'lru-cache';
import { extraterrestrialRadiation, hourlyExtraterrestrialRadiation } from '../../../src/field-data/demo/agronomy.ts';
import { createDemoStore } from '../../../src/field-data/demo/store.ts';
import { shareOut } from '../../../src/field-data/demo/weather/hourly-weather.ts';
import {
  folderOfTest,
  sharedService,
  startOverShared,
  testNow,
  type TestService,
  type WeatherRecord,
} from '../support/service.ts';
import { openTestStore } from '../support/stores.ts';

const paths = {
  Seattle: '/api/v1/weather?field_id=fld_demo_01',
  'New York': '/api/v1/weather?field_id=fld_demo_02',
};
const year = 'from=2025-05-01&to=2026-05-01';
const hourMs = 3_600_000;

type Measure = { value: number } | null | undefined;
const number = (measure: Measure) => measure?.value ?? Number.NaN;
const sum = (values: number[]) => values.reduce((before, value) => before + value, 0);

interface Day {
  day: WeatherRecord;
  hours: WeatherRecord[];
}

const read = new Map<string, Promise<Day[]>>();

/** The days of a window, each with its hours. Read once: checking a year against the description is slow. */
function readDays(field: string, window: string): Promise<Day[]> {
  const known = read.get(`${field}&${window}`) ?? requestDays(field, window);
  read.set(`${field}&${window}`, known);
  return known;
}

async function requestDays(field: string, window: string): Promise<Day[]> {
  const { call } = await sharedService();
  const days = (await call(`${field}&${window}`)).body.data as WeatherRecord[];
  const hours = (await call(`${field}&granularity=hourly&${window}`)).body.data as WeatherRecord[];
  let next = 0;
  return days.map((day) => {
    const first = next;
    while ((hours[next]?.starts_at ?? day.ends_at) < day.ends_at) next += 1;
    return { day, hours: hours.slice(first, next) };
  });
}

describe.each(Object.entries(paths))('the hours of every day of a year in %s', (_, path) => {
  test('are complete, and have the minimum and maximum of the daily record', async () => {
    const days = await readDays(path, year);
    const contradicted = days.filter(({ day, hours }) => {
      const min = Math.min(...hours.map(({ temperature_min }) => number(temperature_min)));
      const max = Math.max(...hours.map(({ temperature_max }) => number(temperature_max)));
      return min !== day.temperature_min?.value || max !== day.temperature_max?.value;
    });
    const hourCount = sum(days.map(({ hours }) => hours.length));
    expect([days.length, hourCount, contradicted.map(({ day }) => day.date)]).toEqual([365, 8_760, []]);
  });

  test('add up to the rain of the daily record, and average to its wind speed', async () => {
    const days = await readDays(path, year);
    const against = days.filter(({ day, hours }) => {
      const rain = sum(hours.map(({ precipitation }) => number(precipitation)));
      const wind = sum(hours.map(({ wind_speed }) => number(wind_speed))) / hours.length;
      return Math.abs(rain - number(day.precipitation)) > 1e-9 || Math.abs(wind - number(day.wind_speed)) > 1e-9;
    });
    expect([days.length, against.map(({ day }) => day.date)]).toEqual([365, []]);
  });

  test('include dry hours on rainy days, and nights calmer than afternoons', async () => {
    const days = await readDays(path, year);
    const rainy = days.filter(({ day }) => number(day.precipitation) > 1);
    const wetHours = rainy.flatMap(({ hours }) => hours).filter(({ precipitation }) => number(precipitation) > 0);
    expect(wetHours.length / (rainy.length * 24)).toBeGreaterThan(0.15);
    expect(wetHours.length / (rainy.length * 24)).toBeLessThan(0.6);
    const windOf = (first: number, last: number) =>
      sum(days.map(({ hours }) => sum(hours.slice(first, last).map(({ wind_speed }) => number(wind_speed)))));
    expect(windOf(13, 16)).toBeGreaterThan(windOf(1, 4));
  });

  test('have a dew point near the minimum, never above the air temperature, and the matching humidity', async () => {
    const pressure = (celsius: number) => Math.exp((17.27 * celsius) / (celsius + 237.3));
    for (const { day, hours } of await readDays(path, year)) {
      const wrong = hours.filter(({ temperature_mean, dew_point, relative_humidity }) => {
        const [air, dew] = [number(temperature_mean), number(dew_point)];
        const humidity = (100 * pressure(dew)) / pressure(air);
        return !(dew <= air && Math.abs(number(relative_humidity) - humidity) <= 0.5);
      });
      expect(wrong).toEqual([]);
      // At the coldest hour the air is close to saturation.
      expect(Math.abs(number(hours[6]?.dew_point) - number(day.temperature_min))).toBeLessThan(2.5);
    }
  });

  test('are dark at night, brightest around noon, and darker on rainy than on clear days', async () => {
    const days = await readDays(path, year);
    for (const { hours } of days) {
      const radiation = hours.map(({ solar_radiation }) => number(solar_radiation));
      expect([radiation[0], radiation[1], radiation.at(-1)]).toEqual([0, 0, 0]);
      const brightest = radiation.indexOf(Math.max(...radiation));
      expect(brightest).toBeGreaterThanOrEqual(10);
      expect(brightest).toBeLessThanOrEqual(14);
    }
    const ofJune = (condition: string) =>
      days
        .filter(({ day }) => day.condition === condition && day.date?.slice(5, 7) === '06')
        .map(({ hours }) => sum(hours.map(({ solar_radiation }) => number(solar_radiation))));
    expect(Math.min(...ofJune('clear'))).toBeGreaterThan(Math.max(0, ...ofJune('rain')));
  });

  test('are marked as simulated, list their derived values, and have null for values without a source', async () => {
    for (const { day, hours } of await readDays(path, 'from=2026-05-01&to=2026-05-06')) {
      for (const { source, kind, wind_gust, pressure, soil } of hours) {
        expect(source).toMatchObject({
          name:
            kind === 'observed' ? 'Demo hours from NOAA daily summaries' : 'Demo forecast from NOAA daily summaries',
          provenance: 'simulated',
          derived: ['temperature_min', 'temperature_max', 'temperature_mean'],
          recorded_on: day.source.recorded_on,
        });
        expect([wind_gust, pressure, soil]).toEqual([null, null, []]);
      }
    }
  });
});

test('only hours with a wet condition have rain, and hours of a dry day have the condition of the day', async () => {
  for (const { day, hours } of await readDays(paths.Seattle, year)) {
    const wrong = hours.filter(({ precipitation, condition }) => {
      const isWet = ['drizzle', 'rain', 'snow'].includes(condition ?? '');
      if (number(precipitation) > 0) return !isWet;
      return number(day.precipitation) > 0 ? isWet : condition !== day.condition;
    });
    expect(wrong).toEqual([]);
  }
});

test('the hours of a forecast day add up to its rain and average to its wind speed', async () => {
  for (const { hours, day } of await readDays(paths.Seattle, 'from=2026-05-05&to=2026-05-20')) {
    expect(sum(hours.map(({ precipitation }) => number(precipitation)))).toBeCloseTo(number(day.precipitation), 9);
    expect(sum(hours.map(({ wind_speed }) => number(wind_speed))) / hours.length).toBeCloseTo(
      number(day.wind_speed),
      9,
    );
  }
});

test('the hours of a field are the same after a restart', async () => {
  const readText = async ({ call }: TestService) =>
    JSON.stringify((await call('/api/v1/weather?field_id=fld_demo_03&granularity=hourly')).body.data);
  expect(await readText(await startOverShared())).toBe(await readText(await sharedService()));
});

test('shareOut divides a whole number into whole shares that add up to it', () => {
  const weights = fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(fc.nat({ max: 10_000 }), weights, (total, parts) => {
      const shares = shareOut(total, parts);
      expect(sum(shares)).toBe(total);
      expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
    }),
  );
});

test('hourly extraterrestrial radiation adds up to that of the day (FAO-56, equations 28 and 21)', () => {
  const place = fc.record({
    latitude: fc.double({ min: -60, max: 60, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 365 }), ({ latitude, longitude }, day) => {
      // A solar day: twelve hours on either side of solar noon, except for the equation of time.
      const midnight = Date.UTC(2026, 0, day) - (longitude / 15) * hourMs;
      const hours = Array.from({ length: 24 }, (_, hour) => midnight + hour * hourMs);
      const total = sum(hourlyExtraterrestrialRadiation(hours, { latitude, longitude }, day));
      expect(total).toBeCloseTo(extraterrestrialRadiation(latitude, day), 6);
    }),
  );
});

test('a second read of a year of hours of each station and height makes none of them anew', async () => {
  const stored = await openTestStore(folderOfTest());
  onTestFinished(() => stored.close());
  const store = await createDemoStore(stored, () => testNow);
  const ids = ['fld_demo_01', 'fld_demo_02', 'fld_demo_03', 'fld_demo_04'];
  const window = { from: Date.parse('2025-05-01T00:00:00Z'), to: Date.parse('2026-05-01T00:00:00Z') };
  const readAll = async () => {
    for (const id of ids) {
      const field = (await store.findField(id)) ?? expect.fail();
      const query = { field, granularity: 'hourly', kind: undefined, order: 'asc', limit: undefined } as const;
      expect(await store.weather({ ...query, ...window })).toHaveLength(365 * 24);
    }
  };
  await readAll();
  const { memo } = LRUCache.prototype;
  const made = vi.fn();
  const spy = vi.spyOn(LRUCache.prototype, 'memo').mockImplementation(function (this: unknown, key, options) {
    const { context: make } = options as { context: () => object };
    return memo.call(this as never, key, { context: () => made() ?? make() } as never);
  });
  await readAll();
  spy.mockRestore();
  expect(made).not.toHaveBeenCalled();
});
