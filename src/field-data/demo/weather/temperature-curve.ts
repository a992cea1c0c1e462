/** The temperature of a day by the hour: its real minimum and maximum along a diurnal curve that joins those of its neighbours. */
import { addDays, type LocalDate } from '../../../platform/time/instant.ts';
import { type ShownDay, showDay } from './daily-weather.ts';
import { clamp } from '../random.ts';
import type { Station } from './station-days.ts';

// Coldest about sunrise, warmest in mid-afternoon.
const coldestHour = 6;
const warmestHour = 15;

/** Temperatures that a day's curve goes through, degrees Celsius. */
export interface Turns {
  minBefore: number;
  maxBefore: number;
  min: number;
  max: number;
  minAfter: number;
}

/** A day as it is shown on the morning of `asOf`, and the turns of its temperature. */
export function turnsOf(station: Station, date: LocalDate, asOf: LocalDate): Turns & { day: ShownDay } {
  const day = showDay(station, date, asOf);
  const before = showDay(station, addDays(date, -1), asOf);
  return {
    day,
    minBefore: before.temperatureMin,
    maxBefore: before.temperatureMax,
    min: day.temperatureMin,
    max: day.temperatureMax,
    minAfter: showDay(station, addDays(date, 1), asOf).temperatureMin,
  };
}

/**
 * Temperature at a local hour (0 to 24): half a cosine from each turn to the next, so that days join without a step, cut off at
 * the day's own minimum and maximum. A night that falls below the one or begins above the other belongs to the neighbour, whose
 * daily record has it; the daily record of this day does not.
 */
export function temperatureAt(hour: number, turns: Turns): number {
  return clamp(curveAt(hour, turns), turns.min, turns.max);
}

function curveAt(hour: number, { maxBefore, min, max, minAfter }: Turns): number {
  if (hour < coldestHour) return between(maxBefore, min, (hour + 24 - warmestHour) / (24 - warmestHour + coldestHour));
  if (hour < warmestHour) return between(min, max, (hour - coldestHour) / (warmestHour - coldestHour));
  return between(max, minAfter, (hour - warmestHour) / (24 - warmestHour + coldestHour));
}

function between(start: number, end: number, part: number): number {
  return start + ((end - start) * (1 - Math.cos(Math.PI * part))) / 2;
}

/**
 * Dew point at a local hour: about the day's minimum, to which the air cools until dew forms (FAO-56, equation 48), in a straight line from
 * one coldest hour to the next.
 */
export function dewPointAt(hour: number, { minBefore, min, minAfter }: Turns): number {
  const part = (hour - coldestHour) / 24;
  return part < 0 ? min + (min - minBefore) * part : min + (minAfter - min) * part;
}
