/** Frost, heat and chill of a run of hours: an unknown hour is counted as unknown, and is neither cold nor warm. */
import { chillPortions, isChillingHour, utahUnits } from './chill.ts';

/** Degrees Celsius. */
export interface HourThresholds {
  frostBelow: number;
  heatAbove: number;
}

/** Counts are null where no hour is known. */
export interface HoursCounted {
  /** Hours whose temperature is unknown. */
  missingHours: number;
  frostHours: number | null;
  heatHours: number | null;
  chillingHours: number | null;
  utahUnits: number | null;
  /** Null also where one hour is unknown: the hours after it decide whether its chill counts. */
  chillPortions: number | null;
}

/** Counts consecutive hours by their mean temperature in degrees Celsius, null where it is unknown. A threshold itself is neither frost nor heat. */
export function countHours(hours: readonly (number | null)[], thresholds: HourThresholds): HoursCounted {
  const known = hours.filter((temperature) => temperature !== null);
  const missingHours = hours.length - known.length;
  const count = (is: (temperature: number) => boolean) => (known.length === 0 ? null : known.filter(is).length);
  return {
    missingHours,
    frostHours: count((temperature) => temperature < thresholds.frostBelow),
    heatHours: count((temperature) => temperature > thresholds.heatAbove),
    chillingHours: count(isChillingHour),
    // Halves: their sum is exact.
    utahUnits: known.length === 0 ? null : known.reduce((sum, temperature) => sum + utahUnits(temperature), 0),
    chillPortions: known.length === 0 || missingHours > 0 ? null : chillPortions(known),
  };
}
