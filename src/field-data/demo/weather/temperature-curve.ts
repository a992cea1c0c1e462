/** Hourly temperatures of a day: its real minimum and maximum along a diurnal curve that joins those of the neighbouring days. */
import { clamp } from '../random.ts';
import type { ShownDay } from './daily-weather.ts';

// Coldest about sunrise, warmest in mid-afternoon.
const coldestHour = 6;
const warmestHour = 15;

/** A day and its neighbours. Its curve runs from the maximum of the day before to the minimum of the day after. */
export type Neighbours = readonly [before: ShownDay, day: ShownDay, after: ShownDay];

/**
 * Temperature at a local hour (0 to 24): half a cosine between turning points, so that days join without a step, limited to the day's own
 * minimum and maximum. A night beyond these belongs to the neighbouring day, whose daily record contains it.
 */
export function temperatureAt(hour: number, days: Neighbours): number {
  const [, { temperatureMin: min, temperatureMax: max }] = days;
  return clamp(curveAt(hour, days), min, max);
}

function curveAt(hour: number, [before, { temperatureMin: min, temperatureMax: max }, after]: Neighbours): number {
  const nightHours = 24 - warmestHour + coldestHour;
  if (hour < coldestHour) return between(before.temperatureMax, min, (hour + 24 - warmestHour) / nightHours);
  if (hour < warmestHour) return between(min, max, (hour - coldestHour) / (warmestHour - coldestHour));
  return between(max, after.temperatureMin, (hour - warmestHour) / nightHours);
}

function between(start: number, end: number, part: number): number {
  return start + ((end - start) * (1 - Math.cos(Math.PI * part))) / 2;
}

/**
 * Dew point at a local hour: close to the day's minimum, to which the air cools until dew forms (FAO-56, equation 48). It is linear from
 * one coldest hour to the next.
 */
export function dewPointAt(hour: number, [before, { temperatureMin: min }, after]: Neighbours): number {
  const part = (hour - coldestHour) / 24;
  return min + part * (part < 0 ? min - before.temperatureMin : after.temperatureMin - min);
}
