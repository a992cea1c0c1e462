/**
 * Totals over observed days: a null is a missing day of that total, never a zero.
 * Growing degree days by method 2 of McMaster & Wilhelm 1997. Frost: a daily minimum below 0 degrees Celsius. Wet: at least 1 mm, as in
 * the indices of ETCCDI.
 */
import { wetDayMillimetres } from '../../../agronomy/spells.ts';
import type { Measure } from '../../../agronomy/units.ts';
import { conversion } from '../units.ts';
import { accumulatedOf, type Thresholds, degreeDaysOf } from '../agronomy/degree-days.ts';
import type { WeatherRecord } from '../../reads/weather.ts';
import { known, millimetres } from './days.ts';
import { isKnown, type MeasuredProperty } from './number-in.ts';

/**
 * The totals of daily observed records over `days` days, temperatures in the unit of the thresholds. Each reads only what it needs,
 * once it is selected: a measure that cannot be read fails no other.
 */
export function weatherTotals(records: readonly WeatherRecord[], days: number, thresholds: Thresholds) {
  const { unit } = thresholds;
  const read = new Map<MeasuredProperty, Known[]>();
  const values = (property: MeasuredProperty, unit: string) =>
    read.getOrInsertComputed(property, () => records.map((record) => known({ record }, property, unit)));
  const missing = (...properties: MeasuredProperty[]) =>
    days - records.filter((record) => properties.every((property) => isKnown(record, property))).length;
  const minima = () => values('temperature_min', unit);
  const maxima = () => values('temperature_max', unit);
  const rain = () => values('precipitation', 'millimetre');
  const et0 = () => values('et0', 'millimetre');
  const warmth = () => minima().map((min, day) => degreeDaysOf('mcmaster_wilhelm_2', min, maxima()[day], thresholds));
  const surplus = () => rain().map((depth, day) => difference(depth, et0()[day]));

  return lazily({
    observedDays: () => records.length,
    growingDegreeDays: () => {
      const accumulated = sum(warmth());
      return accumulated === null ? null : accumulatedOf(accumulated, thresholds, 'mcmaster_wilhelm_2');
    },
    growingDegreeDaysMissingDays: () => missing('temperature_min', 'temperature_max'),
    precipitation: () => millimetres(sum(rain())),
    precipitationMissingDays: () => missing('precipitation'),
    et0: () => millimetres(sum(et0())),
    et0MissingDays: () => missing('et0'),
    /** Only over days on which both are known. */
    precipitationLessEt0: () => millimetres(sum(surplus())),
    precipitationLessEt0MissingDays: () => missing('precipitation', 'et0'),
    wetDays: () => count(rain(), (depth) => depth >= wetDayMillimetres),
    frostDays: () => {
      const freezing = conversion('temperature', 'celsius', unit)(0);
      return count(minima(), (minimum) => minimum < freezing);
    },
    temperatureMinMissingDays: () => missing('temperature_min'),
    temperatureMin: () => extreme(minima(), Math.min, unit),
    temperatureMax: () => extreme(maxima(), Math.max, unit),
    precipitationMax: () => extreme(rain(), Math.max, 'millimetre'),
    windSpeedMax: () => extreme(values('wind_speed', 'metre_per_second'), Math.max, 'metre_per_second'),
  });
}

/** An object whose values are computed when they are read. */
function lazily<Values extends object>(values: { [Name in keyof Values]: () => Values[Name] }): Values {
  const getters = Object.entries<() => unknown>(values).map(
    ([name, get]) => [name, { get, enumerable: true }] as const,
  );
  return Object.defineProperties({} as Values, Object.fromEntries(getters));
}

type Known = number | undefined;

function difference(left: Known, right: Known): Known {
  return left === undefined || right === undefined ? undefined : left - right;
}

/** Folds the known values; null where none is known. */
function total<Value>(values: readonly Known[], fold: (known: number[]) => Value): Value | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : fold(known);
}

const sum = (values: readonly Known[]) => total(values, (known) => known.reduce((before, value) => before + value, 0));

const count = (values: readonly Known[], isCounted: (value: number) => boolean) =>
  total(values, (known) => known.filter(isCounted).length);

const extreme = (values: readonly Known[], pick: (...values: number[]) => number, unit: string) =>
  total(values, (known): Measure => ({ value: pick(...known), unit }));
