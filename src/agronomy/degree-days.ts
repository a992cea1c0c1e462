/**
 * Degree days of one day from its extremes, by three published methods. Temperatures, thresholds and results share one unit. Results
 * are not rounded: rounding day by day adds up over a season.
 */

/** Nothing accumulates below `base`, and nothing more above `upper`. */
interface DegreeDayThresholds {
  base: number;
  upper: number;
}

/** Returns the degree days of a day with this minimum and maximum, never below zero. */
type DegreeDayFormula = (min: number, max: number, thresholds: DegreeDayThresholds) => number;

function clamped(temperature: number, { base, upper }: DegreeDayThresholds): number {
  return Math.min(Math.max(temperature, base), upper);
}

/** Degree days above a threshold under a sine through the day's extremes (Baskerville & Emin 1969, Ecology 50, 514-517). */
function aboveUnderSine(min: number, max: number, threshold: number): number {
  if (max <= threshold) return 0;
  const mean = (min + max) / 2;
  if (min >= threshold) return mean - threshold;
  const half = (max - min) / 2;
  const angle = Math.asin((threshold - mean) / half);
  return ((mean - threshold) * (Math.PI / 2 - angle) + half * Math.cos(angle)) / Math.PI;
}

/** The methods by their names in the contract, and the one that the graph adds. */
export const degreeDayFormulas = {
  /** McMaster & Wilhelm 1997 (Agricultural and Forest Meteorology 87, 291-300), method 1: the mean is limited to the thresholds. */
  mcmaster_wilhelm_1: (min, max, thresholds) => clamped((min + max) / 2, thresholds) - thresholds.base,
  /** Method 2: each extreme is limited to the thresholds before the mean is taken. */
  mcmaster_wilhelm_2: (min, max, thresholds) =>
    (clamped(min, thresholds) + clamped(max, thresholds)) / 2 - thresholds.base,
  /** A sine through the extremes, cut off horizontally at the upper threshold (Zalom et al. 1983, UC leaflet 21373). */
  single_sine: (min, max, { base, upper }) => aboveUnderSine(min, max, base) - aboveUnderSine(min, max, upper),
} as const satisfies Record<string, DegreeDayFormula>;
