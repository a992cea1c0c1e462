/**
 * Published thresholds of growing degree days by crop, for the mean of the day's extremes, each limited to the range. If no page confirms
 * a threshold, that of maize is used, and the source says so.
 *
 * | Crop | Base, cap | Page |
 * |---|---|---|
 * | maize | 50 and 86 °F | McMaster & Wilhelm 1997; https://wrcc.dri.edu, corn growing degree days |
 * | wheat | 0 °C, none | McMaster & Wilhelm 1997, Agricultural and Forest Meteorology 87, abstract |
 * | barley | 32 °F, none | NDAWN's small grains: https://www.roundupweb.com/story/2012/05/16/opinion/calculating-crop-development/555.html |
 * | soybean | 50 and 86 °F | NMSU: http://aces.nmsu.edu/aes/irrigation/soybeans.html |
 * | sugar beet | 50 and 86 °F | HPRCC: https://hprcc.unl.edu/archive/data/AWDN/crop_sugarbeet.txt |
 */

/** Degrees Celsius, each with crop and publication: nothing accumulates below `base`, and no more above `upper`. */
function thresholds(base: number, baseSource: string, upperSource = baseSource) {
  return { base, upper: 30, baseSource, upperSource };
}

const maizeSource = 'maize: McMaster & Wilhelm 1997';
const maizeCap = `cap of ${maizeSource}`;

const maize = thresholds(10, maizeSource);
const wheat = thresholds(0, 'wheat: McMaster & Wilhelm 1997', maizeCap);
const barley = thresholds(0, 'barley: NDAWN', maizeCap);
const soybean = thresholds(10, 'soybean: NMSU');
const sugarBeet = thresholds(10, 'sugar beet: HPRCC');

const published: ReadonlyMap<unknown, typeof maize> = new Map([
  ['ZEAMX', maize],
  ['TRZAX', wheat],
  ['TRZAW', wheat],
  ['TRZAS', wheat],
  ['HORVX', barley],
  ['HORVW', barley],
  ['HORVS', barley],
  ['GLXMA', soybean],
  ['BEAVA', sugarBeet],
]);

/** The thresholds of a crop in degrees Celsius, by its EPPO code; those of maize for any other. */
export const cropThresholds = (eppoCode: unknown) => published.get(eppoCode) ?? maize;
