/** Hourly records for tests: good weather unless a test overrides it. */
import type { components } from '../../src/contract/openapi.ts';
import { dayMs, hourMs, type LocalDate, startOfDay } from '../../src/platform/time/instant.ts';
import { wholeReply } from './zoned-weather.ts';

type Hour = components['schemas']['WeatherRecord'];

type More = (index: number) => Partial<Hour>;

const goodHour: Partial<Hour> = {
  temperature_mean: { value: 18, unit: 'celsius' },
  relative_humidity: { value: 55, unit: 'percent' },
  wind_speed: { value: 3, unit: 'metre_per_second' },
  precipitation: { value: 0, unit: 'millimetre' },
  solar_radiation: { value: 1.2, unit: 'megajoule_per_square_metre' },
};

/** UTC hours from the start of a day in a timezone, with only the temperature. */
export function zonedHours(zone: string, first: LocalDate, days: number, more?: More): Hour[] {
  const startMs = Math.ceil(startOfDay(first, zone) / hourMs) * hourMs;
  const { temperature_mean } = goodHour;
  return hourlyRecords(startMs, Math.round((days * dayMs) / hourMs), more, { temperature_mean });
}

/** Consecutive hours from an instant, each with the properties of `more`. */
export function hourlyRecords(from: string | number, count: number, more: More = () => ({}), usual = goodHour): Hour[] {
  const startMs = new Date(from).getTime();
  const at = (index: number) => new Date(startMs + index * hourMs).toISOString();
  return Array.from({ length: count }, (_, index) => ({
    field_id: 'fld_a',
    kind: 'observed',
    granularity: 'hourly',
    starts_at: at(index),
    ends_at: at(index + 1),
    ...usual,
    source: { name: 'Test', provenance: 'measured', derived: [] },
    ...more(index),
  }));
}

/** The reply of a service that states its window: the records that begin in the requested window. */
export function hourlyAnswer(records: Hour[], query: Record<string, string>, timezone = 'UTC') {
  return wholeReply(records, timezone)({ query: { granularity: 'hourly', ...query } });
}
