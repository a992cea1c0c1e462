/** Frost, heat and chill of a run of hours: an unknown hour is counted as unknown, and is neither cold nor warm. */
import { chillPortions, isChillingHour, utahUnits } from './chill.ts';
import { tolerance } from './tolerance.ts';

/**
 * Counts consecutive hours by their mean temperature in degrees Celsius, null where it is unknown. A threshold itself is neither frost nor
 * heat. Counts are null where no hour is known.
 */
export function countHours(hours: readonly (number | null)[], thresholds: { frostBelow: number; heatAbove: number }) {
  const known = hours.filter((temperature) => temperature !== null);
  const missingHours = hours.length - known.length;
  const count = (is: (temperature: number) => boolean) => (known.length === 0 ? null : known.filter(is).length);
  return {
    /** Hours whose temperature is unknown. */
    missingHours,
    frostHours: count((temperature) => temperature < thresholds.frostBelow - tolerance),
    heatHours: count((temperature) => temperature > thresholds.heatAbove + tolerance),
    chillingHours: count(isChillingHour),
    // Multiples of 0.5: their sum is exact.
    utahUnits: known.length === 0 ? null : known.reduce((sum, temperature) => sum + utahUnits(temperature), 0),
    /** Null also if one hour is unknown: the hours after it decide whether its chill counts. */
    chillPortions: known.length === 0 || missingHours > 0 ? null : chillPortions(known),
  };
}
