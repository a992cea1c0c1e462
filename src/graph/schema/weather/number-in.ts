/** Numbers of weather records for computed fields, each in the unit that the caller computes in. */
import type { WeatherRecord } from '../../reads/weather.ts';
import { convertNumber, type Quantity } from '../units.ts';

const quantityOf = {
  temperature_min: 'temperature',
  temperature_max: 'temperature',
  temperature_mean: 'temperature',
  dew_point: 'temperature',
  relative_humidity: 'fraction',
  precipitation: 'length',
  wind_speed: 'speed',
  wind_gust: 'speed',
  solar_radiation: 'irradiation',
  et0: 'length',
} as const satisfies { [Name in keyof WeatherRecord]?: Quantity };

export type MeasuredProperty = keyof typeof quantityOf;

/** A measure of a record as a number in `unit`; null if unknown. Throws UPSTREAM_ERROR, with its names, for an unknown unit and no number. */
export function numberIn(record: WeatherRecord | undefined, property: MeasuredProperty, unit: string): number | null {
  const measure = record?.[property];
  if (!measure) return null;
  return convertNumber(quantityOf[property], measure.value, measure.unit, unit, `${property} at ${record.starts_at}`);
}
