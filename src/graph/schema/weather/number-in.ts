/** Numbers of weather records for computed fields, each in the unit that the caller computes in. */
import type { WeatherRecord } from '../../reads/weather.ts';
import { convertNumber, isUnit, type Quantity } from '../units.ts';

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

const absoluteZero = -273.15;

/**
 * The least possible numbers, in degrees, percent, millimetres, metres per second and megajoules per square metre. Dew makes `et0` a little
 * negative at night, and so do sensors `solar_radiation`.
 */
const least: { [Name in MeasuredProperty]?: number } = {
  temperature_min: absoluteZero,
  temperature_max: absoluteZero,
  temperature_mean: absoluteZero,
  dew_point: absoluteZero,
  relative_humidity: 0,
  precipitation: 0,
  wind_speed: 0,
  wind_gust: 0,
  solar_radiation: -1,
  et0: -5,
};

/**
 * A measure of a record as a number in `unit`; null if unknown, or impossible as the marks of missing values are: -9999 mm of rain are not
 * a dry day. Throws UPSTREAM_ERROR, naming both, for an unknown unit and for what is no number.
 */
export function numberIn(record: WeatherRecord | undefined, property: MeasuredProperty, unit: string): number | null {
  const measure = record?.[property];
  if (!measure) return null;
  const what = `${property} at ${record.starts_at}`;
  const number = convertNumber(quantityOf[property], measure.value, measure.unit, unit, what);
  return number < (least[property] ?? Number.NEGATIVE_INFINITY) ? null : number;
}

/** Whether a measure is known. One in an unknown unit is not: a count of missing days must not fail where their sum does. */
export function isKnown(record: WeatherRecord, property: MeasuredProperty): boolean {
  const measure = record[property];
  return (
    measure != null && isUnit(quantityOf[property], measure.unit) && numberIn(record, property, measure.unit) !== null
  );
}
