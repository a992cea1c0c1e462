/** Medians and spreads of few, skewed numbers. One slow second would move a mean, and the numbers are not normally distributed. */

/** A median and its interval. */
export interface Estimate {
  median: number;
  low: number;
  high: number;
}

/** The value below which the given share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle number, or the mean of the two middle ones. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half) - 1] ?? Number.NaN)) / 2;
}

export const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, each) => sum + Math.log(each), 0) / numbers.length);

/** Largest chance that the true median lies outside of an estimate. */
const missedMax = 0.07;

/**
 * The median with its interval by order statistics, which holds for any distribution. It leaves out as many of the lowest and highest
 * numbers as `missedMax` allows: none of up to eight numbers, more of more numbers.
 */
export function estimate(numbers: readonly number[]): Estimate {
  const sorted = numbers.toSorted((a, b) => a - b);
  const count = sorted.length;
  let leftOut = 0;
  // Chance that exactly `leftOut` of `count` fair coins show heads. `missed` sums these chances on both sides.
  let coins = 0.5 ** count;
  for (let missed = 2 * coins; ; leftOut++) {
    coins *= (count - leftOut) / (leftOut + 1);
    missed += 2 * coins;
    if (missed > missedMax || 2 * (leftOut + 1) >= count) break;
  }
  return {
    median: median(sorted),
    low: sorted[leftOut] ?? Number.NaN,
    high: sorted[count - 1 - leftOut] ?? Number.NaN,
  };
}

/** Student's t for a two-sided interval of 95 %, by degrees of freedom from 1. */
const studentT = [12.7, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11];
const normal = 2;

/** Distance from 0 within which 95 % of such numbers lie, if the true value of each is 0. */
export function errorAround0(numbers: readonly number[]): number {
  const meanSquare = numbers.reduce((sum, each) => sum + each ** 2, 0) / numbers.length;
  return (studentT[numbers.length - 1] ?? normal) * Math.sqrt(meanSquare);
}
