/** Hourly records for tests: good weather, but for what a test says of it. */
import type { components } from '../../src/contract/openapi.ts';

type Schemas = components['schemas'];
type Hour = Schemas['WeatherRecord'];

const hourMs = 3_600_000;

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

/** What a service that says which window it answers sends: those of the records that begin in the window asked for. */
export function hourlyAnswer(records: Hour[], { from = '', to = '' }: Record<string, string>, timezone = 'UTC') {
  const instant = (bound: string) => new Date(Date.parse(bound)).toISOString();
  return {
    body: {
      data: records.filter(({ starts_at }) => starts_at >= instant(from) && starts_at < instant(to)),
      meta: { field_id: 'fld_a', timezone, from: instant(from), to: instant(to) },
    },
  };
}
