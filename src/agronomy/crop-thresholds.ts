/**
 * Published thresholds of growing degree days by crop, for the mean of the extremes with each extreme limited to the range. Maize: McMaster
 * and Wilhelm 1997. Wheat: base of McMaster and Wilhelm 1997, cap of NDAWN (95 °F). Barley, sugar beet: NDAWN.
 */

export interface CropThresholds {
  /** Degrees Celsius below which nothing accumulates. */
  base: number;
  /** Degrees Celsius above which no more accumulates. */
  upper: number;
  /** Crop and publication. */
  source: string;
}

const maize = { base: 10, upper: 30, source: 'maize: McMaster & Wilhelm 1997' };
const wheat = { base: 0, upper: 35, source: 'wheat: McMaster & Wilhelm 1997, NDAWN' };
const barley = { base: 0, upper: 35, source: 'barley: NDAWN' };
const sugarBeet = { base: 10 / 9, upper: 30, source: 'sugar beet: NDAWN' };

/** By EPPO code. */
const published: ReadonlyMap<unknown, CropThresholds> = new Map([
  ['ZEAMX', maize],
  ['TRZAX', wheat],
  ['TRZAW', wheat],
  ['TRZAS', wheat],
  ['HORVX', barley],
  ['HORVW', barley],
  ['HORVS', barley],
  ['BEAVA', sugarBeet],
]);

/** The thresholds of a crop, by its EPPO code; those of maize for any other. */
export function cropThresholds(eppoCode: unknown): CropThresholds {
  return published.get(eppoCode) ?? maize;
}
