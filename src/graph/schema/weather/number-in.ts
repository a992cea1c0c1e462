/** Numbers of weather records for computed fields, each in the unit that the caller computes in. */
import { type Bounds, isWithin, measureBounds } from '../../../agronomy/bounds.ts';
import type { WeatherRecord } from '../../reads/weather.ts';
import { quantities, type Quantity } from '../../../agronomy/units.ts';
import { convertNumber, isUnit } from '../units.ts';

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

/** Bounds in the units that the service sends: a number outside them is unknown. */
export const boundsOf = Object.fromEntries(
  Object.keys(quantityOf).map((property) => [property, measureBounds.get(property)]),
) as Record<MeasuredProperty, Bounds>;

/** The unit of `boundsOf`. */
const baseUnitOf = Object.fromEntries(
  Object.entries(quantityOf).map(([property, quantity]) => [property, Object.keys(quantities[quantity])[0]]),
) as Record<MeasuredProperty, string>;

/** Degrees Celsius of an extreme. NaN, which fails every comparison, if it is unknown, or if it cannot be read. */
function celsiusOf(extreme: WeatherRecord['temperature_min']): number {
  const isReadable = isUnit('temperature', extreme?.unit) && typeof extreme?.value === 'number';
  const celsius = isReadable ? convertNumber('temperature', extreme.value, extreme.unit, 'celsius') : Number.NaN;
  return isWithin(celsius, boundsOf.temperature_min) ? celsius : Number.NaN;
}

/**
 * A measure of a record as a number in `unit`; null if unknown, or impossible as the marks of missing values are: -9999 mm of rain are not
 * a dry day, nor is 9999 MJ/m² daylight. A minimum above the maximum makes both unknown.
 * Throws UPSTREAM_ERROR, naming both, for an unknown unit and for what is no number.
 */
export function numberIn(record: WeatherRecord | undefined, property: MeasuredProperty, unit: string): number | null {
  const measure = record?.[property];
  if (!measure || measure.value === null) return null;
  const convert = (to: string) =>
    convertNumber(quantityOf[property], measure.value, measure.unit, to, `${property} at ${record.starts_at}`);
  if (!isWithin(convert(baseUnitOf[property]), boundsOf[property])) return null;
  const isExtreme = property === 'temperature_min' || property === 'temperature_max';
  const isSwapped = isExtreme && celsiusOf(record.temperature_min) > celsiusOf(record.temperature_max);
  return isSwapped ? null : convert(unit);
}

/** Whether a measure is known. One in an unknown unit is not: a count of missing days must not fail where only their sum does. */
export function isKnown(record: WeatherRecord, property: MeasuredProperty): boolean {
  const unit = record[property]?.unit;
  return isUnit(quantityOf[property], unit) && numberIn(record, property, baseUnitOf[property]) !== null;
}
