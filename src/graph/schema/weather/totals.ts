/**
 * Totals over observed days: a null is a missing day of that total, never a zero.
 * Growing degree days by method 2 of McMaster & Wilhelm 1997. Frost: a daily minimum below 0 degrees Celsius. Wet: at least 1 mm, as in
 * the indices of ETCCDI.
 */
import { conversion, convertNumber, type Measure, type Quantity } from '../units.ts';
import { degreeDayFormulas } from '../../../agronomy/degree-days.ts';
import type { WeatherRecord } from '../../reads/weather.ts';
import { rounded } from './days.ts';

/** The least precipitation of a wet day, in millimetres. */
const minWetDay = 1;

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
  /** On the days on which both are known. */
  precipitationLessEt0: Total<Measure>;
  wetDays: Total<number>;
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
  const warmth = records.map((_, day) => warmthOf(minima[day], maxima[day], thresholds));
  const et0 = values(records, 'et0', 'length', 'millimetre');
  const surplus = rain.map((depth, day) => difference(depth, et0[day]));

  return {
    observedDays: records.length,
    growingDegreeDays: total(warmth, days, unit === 'fahrenheit' ? 'fahrenheit_day' : 'celsius_day'),
    precipitation: total(rain, days, 'millimetre'),
    et0: total(et0, days, 'millimetre'),
    precipitationLessEt0: total(surplus, days, 'millimetre'),
    wetDays: count(rain, (depth) => depth >= minWetDay, days),
    frostDays: count(minima, (minimum) => minimum < freezing, days),
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

function warmthOf(min: Known, max: Known, thresholds: Thresholds): Known {
  if (min === undefined || max === undefined) return undefined;
  return degreeDayFormulas.mcmaster_wilhelm_2(min, max, thresholds);
}

function difference(left: Known, right: Known): Known {
  return left === undefined || right === undefined ? undefined : left - right;
}

function known(days: readonly Known[]): number[] {
  return days.filter((value) => value !== undefined);
}

function total(values: readonly Known[], days: number, unit: string): Total<Measure> {
  const counted = known(values);
  const sum = counted.reduce((before, value) => before + value, 0);
  return {
    value: counted.length === 0 ? null : { value: rounded(sum), unit },
    missing: days - counted.length,
  };
}

function count(values: readonly Known[], isCounted: (value: number) => boolean, days: number): Total<number> {
  const counted = known(values);
  return { value: counted.length === 0 ? null : counted.filter(isCounted).length, missing: days - counted.length };
}

function extreme(values: readonly Known[], pick: (...values: number[]) => number, unit: string): Measure | null {
  const counted = known(values);
  return counted.length === 0 ? null : { value: pick(...counted), unit };
}
