/**
 * A day's wind and rain by the hour: drawn at random, the same for a station and day every time, and adding up to the daily record to the
 * last tenth. When in the day it blew or rained was not recorded: such hours are simulated.
 */
import type { LocalDate } from '../../../platform/time/instant.ts';
import { clamp, createRandom, round } from '../random.ts';
import type { Station } from './station-days.ts';

/** Instruments, and the daily records, tell tenths. */
const tenths = 10;

/** Shares a whole number out by weights: whole numbers again, which add up to it (largest remainder). */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((before, weight) => before + weight, 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const shares = exact.map(Math.floor);
  const rest = total - shares.reduce((before, share) => before + share, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** Hour of the strongest wind, and how much stronger than the mean it is: the ground warms the air above it until then. */
const windiestHour = 14;
const windSwing = 0.4;

/** Wind of each hour of a day, m/s: their mean is the day's. */
export function hourlyWind(station: Station, date: LocalDate, mean: number, localHours: readonly number[]): number[] {
  const random = createRandom(`wind ${station.name} ${date}`);
  const weights = localHours.map((hour) => {
    const swing = windSwing * Math.cos((2 * Math.PI * (hour + 0.5 - windiestHour)) / 24);
    return 1 + swing + (random() - 0.5) * 0.4;
  });
  return shareOut(Math.round(round(mean, 1) * tenths) * localHours.length, weights).map((share) => share / tenths);
}

/** Rain of each hour of a day, mm: one spell, longer where there was more of it, adding up to the day's. */
export function hourlyRain(station: Station, date: LocalDate, depth: number, hoursOfDay: number): number[] {
  const total = Math.round(round(depth, 1) * tenths);
  const rain = Array<number>(hoursOfDay).fill(0);
  if (total === 0) return rain;
  const random = createRandom(`rain ${station.name} ${date}`);
  const drawn = Math.round(1 + 3 * Math.sqrt(depth) * (0.6 + 0.8 * random()));
  const hours = clamp(drawn, 1, Math.min(total, hoursOfDay));
  const first = Math.floor(random() * (hoursOfDay - hours + 1));
  const weights = Array.from({ length: hours }, () => 0.3 + random());
  shareOut(total, weights).forEach((share, index) => {
    rain[first + index] = share / tenths;
  });
  return rain;
}
