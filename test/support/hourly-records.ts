/** Hourly records for tests: good weather, but for what a test says of it. */
import type { components } from '../../src/contract/openapi.ts';
import { hourMs } from '../../src/platform/time/instant.ts';
import { wholeService } from './zoned-weather.ts';

type Hour = components['schemas']['WeatherRecord'];

/** Hours that follow each other from an instant, each with what `more` says of it. */
export function hourlyRecords(
  from: string,
  count: number,
  more: (index: number) => Partial<Hour> = () => ({}),
): Hour[] {
  const at = (index: number) => new Date(Date.parse(from) + index * hourMs).toISOString();
  return Array.from({ length: count }, (_, index) => ({
    field_id: 'fld_a',
    kind: 'observed',
    granularity: 'hourly',
    starts_at: at(index),
    ends_at: at(index + 1),
    temperature_mean: { value: 18, unit: 'celsius' },
    relative_humidity: { value: 55, unit: 'percent' },
    wind_speed: { value: 3, unit: 'metre_per_second' },
    precipitation: { value: 0, unit: 'millimetre' },
    solar_radiation: { value: 1.2, unit: 'megajoule_per_square_metre' },
    source: { name: 'Test', provenance: 'measured', derived: [] },
    ...more(index),
  }));
}

/** What a service sends that says which window it answers: those of the records that begin in the requested window. */
export function hourlyAnswer(records: Hour[], query: Record<string, string>, timezone = 'UTC') {
  return wholeService(records, timezone)({ query: { granularity: 'hourly', ...query } });
}
