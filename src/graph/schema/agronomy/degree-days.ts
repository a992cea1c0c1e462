/** Degree days: accumulated warmth, with the thresholds and the method that make the number mean something. */
import type { Components } from '../builder.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import { cropThresholds } from '../../../agronomy/crop-thresholds.ts';
import { degreeDayFormulas } from '../../../agronomy/degree-days.ts';
import { invalidArgument } from '../../errors/gateway-error.ts';
import { defaultedArgument, type FieldBuilder, orNull, shownType } from '../field-builders.ts';
import { DegreeDayUnit, Temperature } from '../measures.ts';
import { openEnum } from '../open-enum.ts';
import { conversion } from '../units.ts';
import { type Counts, rounded, weatherDaysIn } from '../weather/days.ts';
import type { WindowArguments } from '../windows/arguments.ts';
import type { Reading } from '../windows/relative-bounds.ts';

/** The methods of the contract, and one that only the graph has. */
export type DegreeDayMethodWord = Components['DegreeDayMethod'] | 'single_sine';

export const DegreeDayMethod = openEnum<'DegreeDayMethod', DegreeDayMethodWord>(
  'DegreeDayMethod',
  'How growing degree days are computed from daily extremes: by the mean (McMaster & Wilhelm 1997, Agricultural and Forest Meteorology 87) or by a curve.',
  {
    mcmaster_wilhelm_1:
      'Method 1: the mean of the extremes, limited to the range from base to upper threshold, less the base.',
    mcmaster_wilhelm_2:
      'Method 2: the mean of the extremes less the base, with each extreme first limited to the range from base to upper threshold.',
    single_sine:
      'A sine through the extremes, cut off horizontally at the upper threshold (Baskerville & Emin 1969, Ecology 50). Nearer to the hours of a cool or a hot day.',
  },
);

const Threshold = { ...Temperature, defaultUnit: 'the unit that the service supplied, or that the request names' };

export const DegreeDays = shownType<Components['DegreeDays'] & { thresholdSource?: string | null }>(
  'DegreeDays',
  'Accumulated temperature above a base. A difference of temperatures, so conversion only scales it.',
  {
    value: ['Float', 'The number, in `unit`.'],
    unit: [DegreeDayUnit, 'The unit of `value`.'],
    base: [orNull(Threshold), 'Temperature below which nothing accumulates.'],
    upper: [orNull(Threshold), 'Temperature above which no more accumulates.'],
    method: [orNull(DegreeDayMethod), 'How it was computed.'],
    thresholdSource: [
      orNull('String'),
      'Crop and publication of the thresholds that are from neither the request nor the service: `maize: McMaster & Wilhelm 1997`. Null if there are none.',
    ],
  },
);

/** The measure kind of fields that show degree days. */
export const degreeDays = { quantity: 'degreeDay', type: DegreeDays, unit: DegreeDayUnit } as const;

export const thresholdMax = 1_000;

/** The arguments `base`, `upper` and their `unit`. */
export function thresholdArguments<Parent>(t: FieldBuilder<Parent>) {
  return {
    base: t.arg.float({
      description: `Temperature below which nothing accumulates, in \`unit\`, at least -${thresholdMax} and below \`upper\`. Defaults to the published one of the field’s crop, and to 10 degrees Celsius, that of maize, where none is known.`,
    }),
    upper: t.arg.float({
      description: `Temperature above which no more accumulates, in \`unit\`, at most ${thresholdMax} and above \`base\`. Defaults to the published one of the field’s crop, and to 30 degrees Celsius, that of maize, where none is known.`,
    }),
    unit: defaultedArgument(
      t,
      Temperature.unit,
      'celsius',
      'Unit of `base` and `upper`, and of the temperatures and degree days returned.',
    ),
  };
}

/** Properties that decide the default thresholds, for the `computedFrom` of a field with `thresholdArguments`. */
export const thresholdProperties = ['Crop.eppo_code', 'FieldFacts.crop', 'ListMeta.field'];

/** The thresholds and their unit, which is also that of the temperatures. */
export type Thresholds = ReturnType<typeof thresholdsOf>;

interface ThresholdArguments extends WindowArguments {
  base?: number | null | undefined;
  upper?: number | null | undefined;
  unit: string;
}

export type DaysWithThresholds = Awaited<ReturnType<typeof daysWithThresholds>>;

/**
 * Reads the days of a window and resolves the thresholds. One that is not in the request is the published threshold of the crop, which the
 * lists of the operation state. Rejects with BAD_USER_INPUT unless `base` is below `upper` and both are in range. If both are in the
 * request, it does so before any read.
 */
export async function daysWithThresholds(context: Reading, fieldId: string, args: ThresholdArguments, counts?: Counts) {
  const { timezones } = context;
  const isComplete = typeof args.base === 'number' && typeof args.upper === 'number';
  if (isComplete) thresholdsOf(args, undefined);
  const days = await weatherDaysIn(context, fieldId, args, counts);
  let crop = timezones.of(fieldId).facts?.crop;
  // Another list may state the crop: the result must not depend on which list arrives first.
  if (crop == null && !isComplete) crop = (await timezones.loadFacts(fieldId, 'crop', async () => {}))?.crop;
  return { ...days, thresholds: thresholdsOf(args, isRecord(crop) ? crop.eppo_code : undefined) };
}

function thresholdsOf({ base, upper, unit }: ThresholdArguments, eppoCode: unknown) {
  const inUnit = conversion('temperature', 'celsius', unit);
  const published = cropThresholds(eppoCode);
  const sources = new Set<string>();
  if (base == null) sources.add(published.baseSource);
  if (upper == null) sources.add(published.upperSource);
  const thresholds = {
    base: base ?? inUnit(published.base),
    upper: upper ?? inUnit(published.upper),
    unit,
    /** Crop and publication of those that are not from the request; null if both are. */
    thresholdSource: [...sources].join('; ') || null,
  };
  const isOrdered = thresholds.base < thresholds.upper;
  if (isOrdered && thresholds.base >= -thresholdMax && thresholds.upper <= thresholdMax) return thresholds;
  let order = 'base must be below upper';
  if (!isOrdered && typeof base !== 'number')
    order = `upper (${upper}) must be above base, which is ${thresholds.base} by default: send base as well`;
  else if (!isOrdered && typeof upper !== 'number')
    order = `base (${base}) must be below upper, which is ${thresholds.upper} by default: send upper as well`;
  const message = `${order}, both from -${thresholdMax} to ${thresholdMax}.`;
  if (thresholds.upper > thresholdMax) throw invalidArgument(['upper'], message, 'TOO_LARGE');
  if (thresholds.base < -thresholdMax) throw invalidArgument(['base'], message, 'TOO_SMALL');
  // The caller cannot correct a default, so the path names a threshold of the request.
  throw invalidArgument([typeof base === 'number' ? 'base' : 'upper'], message);
}

/** Degree days of one day; undefined if an extreme is unknown. */
export function degreeDaysOf(
  method: DegreeDayMethodWord,
  min: number | undefined,
  max: number | undefined,
  thresholds: Thresholds,
): number | undefined {
  return min === undefined || max === undefined ? undefined : degreeDayFormulas[method](min, max, thresholds);
}

/** A sum of degree days with its unit, thresholds and method. */
export function accumulatedOf(sum: number, thresholds: Thresholds, method: DegreeDayMethodWord) {
  const { base, upper, unit, thresholdSource } = thresholds;
  return {
    value: rounded(sum),
    unit: sumUnitOf(thresholds),
    base: { value: base, unit },
    upper: { value: upper, unit },
    method,
    thresholdSource,
  };
}

/** The unit of sums of degree days above these thresholds. */
export const sumUnitOf = ({ unit }: Thresholds) => (unit === 'fahrenheit' ? 'fahrenheit_day' : 'celsius_day');
