/**
 * Totals over observed days: a null is a missing day of that total, never a zero.
 * Growing degree days by method 2 of McMaster & Wilhelm 1997 (Agricultural and Forest Meteorology 87, 291-300): each daily extreme is first
 * held between base and upper threshold, then their mean less the base is added. Frost: a daily minimum below 0 degrees Celsius.
 */
import { conversion, convertNumber, type Measure, type Quantity } from '../units.ts';
import type { WeatherRecord } from '../../reads/weather.ts';

export interface Thresholds {
  /** Below it nothing accumulates; in `unit`. */
  base: number;
  /** Above it no more accumulates; in `unit`. */
  upper: number;
  unit: string;
}

/** A total, and on how many of the days it could not be counted. */
export interface Total<Value> {
  value: Value | null;
  missing: number;
}

export interface WeatherTotals {
  observedDays: number;
  growingDegreeDays: Total<Measure>;
  precipitation: Total<Measure>;
  et0: Total<Measure>;
  frostDays: Total<number>;
  temperatureMin: Measure | null;
  temperatureMax: Measure | null;
  precipitationMax: Measure | null;
  windSpeedMax: Measure | null;
}

/** The totals of daily observed records over `days` days, temperatures in the unit of the thresholds. */
export function weatherTotals(records: readonly WeatherRecord[], days: number, thresholds: Thresholds): WeatherTotals {
  const { unit } = thresholds;
  const minima = values(records, 'temperature_min', 'temperature', unit);
  const maxima = values(records, 'temperature_max', 'temperature', unit);
  const rain = values(records, 'precipitation', 'length', 'millimetre');
  const freezing = conversion('temperature', 'celsius', unit)(0);
  const warmth = records.map((_, day) => degreeDays(minima[day], maxima[day], thresholds));

  return {
    observedDays: records.length,
    growingDegreeDays: total(warmth, days, unit === 'fahrenheit' ? 'fahrenheit_day' : 'celsius_day'),
    precipitation: total(rain, days, 'millimetre'),
    et0: total(values(records, 'et0', 'length', 'millimetre'), days, 'millimetre'),
    frostDays: frosts(minima, freezing, days),
    temperatureMin: extreme(minima, Math.min, unit),
    temperatureMax: extreme(maxima, Math.max, unit),
    precipitationMax: extreme(rain, Math.max, 'millimetre'),
    windSpeedMax: extreme(values(records, 'wind_speed', 'speed', 'metre_per_second'), Math.max, 'metre_per_second'),
  };
}

type Known = number | undefined;
type MeasuredProperty = 'temperature_min' | 'temperature_max' | 'precipitation' | 'et0' | 'wind_speed';

function values(
  records: readonly WeatherRecord[],
  property: MeasuredProperty,
  quantity: Quantity,
  unit: string,
): Known[] {
  return records.map((record) => {
    const measure = record[property];
    return measure ? convertNumber(quantity, measure.value, measure.unit, unit) : undefined;
  });
}

function degreeDays(min: Known, max: Known, { base, upper }: Thresholds): Known {
  if (min === undefined || max === undefined) return undefined;
  const held = (temperature: number) => Math.min(Math.max(temperature, base), upper);
  return (held(min) + held(max)) / 2 - base;
}

function known(days: readonly Known[]): number[] {
  return days.filter((value) => value !== undefined);
}

const decimals = 1e6;

/** Rounded to six decimals: sums of decimal fractions gather binary dust. */
function total(values: readonly Known[], days: number, unit: string): Total<Measure> {
  const counted = known(values);
  const sum = counted.reduce((before, value) => before + value, 0);
  return {
    value: counted.length === 0 ? null : { value: Math.round(sum * decimals) / decimals, unit },
    missing: days - counted.length,
  };
}

function frosts(minima: readonly Known[], freezing: number, days: number): Total<number> {
  const counted = known(minima);
  const value = counted.length === 0 ? null : counted.filter((minimum) => minimum < freezing).length;
  return { value, missing: days - counted.length };
}

function extreme(values: readonly Known[], pick: (...values: number[]) => number, unit: string): Measure | null {
  const counted = known(values);
  return counted.length === 0 ? null : { value: pick(...counted), unit };
}
