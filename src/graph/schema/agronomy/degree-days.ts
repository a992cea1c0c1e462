/** Degree days: accumulated warmth, with the thresholds and the method that make the number mean something. */
import { type DegreeDayThresholds, degreeDayFormulas } from '../../../agronomy/degree-days.ts';
import type { components } from '../../../contract/openapi.ts';
import { invalidArgument } from '../../errors/gateway-error.ts';
import { type FieldBuilder, orNull, shownType } from '../field-builders.ts';
import { DegreeDayUnit, Temperature, TemperatureUnit } from '../measures.ts';
import { openEnum } from '../open-enum.ts';
import { conversion } from '../units.ts';
import { rounded } from '../weather/days.ts';

type Schemas = components['schemas'];

/** The contract's methods, and one that the graph computes by itself. */
export type DegreeDayMethodWord = Schemas['DegreeDayMethod'] | 'single_sine';

export const DegreeDayMethod = openEnum<DegreeDayMethodWord>(
  'DegreeDayMethod',
  'How growing degree days are computed from daily extremes: by the mean (McMaster & Wilhelm 1997, Agricultural and Forest Meteorology 87) or by a curve.',
  {
    mcmaster_wilhelm_1: 'Method 1: the mean of the extremes, less the base, never below zero.',
    mcmaster_wilhelm_2:
      'Method 2: the mean of the extremes less the base, with each extreme first limited to the range from base to upper threshold.',
    single_sine:
      'A sine through the extremes, cut off horizontally at the upper threshold (Baskerville & Emin 1969, Ecology 50). Nearer to the hours of a cool or a hot day.',
  },
);

export const DegreeDays = shownType<Schemas['DegreeDays']>(
  'DegreeDays',
  'Accumulated temperature above a base. A difference of temperatures, so conversion only scales it.',
  {
    value: ['Float', 'The number, in `unit`.'],
    unit: [DegreeDayUnit, 'The unit of `value`.'],
    base: [orNull(Temperature), 'Temperature below which nothing accumulates.'],
    upper: [orNull(Temperature), 'Temperature above which no more accumulates.'],
    method: [orNull(DegreeDayMethod), 'How it was computed.'],
  },
);

/** The kind that measure fields of degree days are made with. */
export const degreeDays = { quantity: 'degreeDays', type: DegreeDays, unit: DegreeDayUnit } as const;

/** The published thresholds of maize, degrees Celsius. */
const published = { base: 10, upper: 30 };

/** `base`, `upper` and their `unit`. */
export function thresholdArguments<Parent>(t: FieldBuilder<Parent>) {
  return {
    base: t.arg.float({
      description: `Temperature below which nothing accumulates, in \`unit\`. Defaults to ${published.base} degrees Celsius, converted to \`unit\`.`,
    }),
    upper: t.arg.float({
      description: `Temperature above which no more accumulates, in \`unit\`. Defaults to ${published.upper} degrees Celsius, converted to \`unit\`.`,
    }),
    unit: t.arg({
      type: TemperatureUnit,
      required: true,
      defaultValue: 'celsius',
      description: 'Unit of `base` and `upper`, and of the temperatures and degree days returned.',
    }),
  };
}

/** The thresholds and their unit, which is also that of the temperatures. */
export interface Thresholds extends DegreeDayThresholds {
  unit: string;
}

interface ThresholdArguments {
  base?: number | null | undefined;
  upper?: number | null | undefined;
  unit: string;
}

const thresholdMax = 1_000;

/** The thresholds of a caller, the published ones where left out. Throws BAD_USER_INPUT for thresholds between which nothing lies. */
export function thresholdsOf({ base, upper, unit }: ThresholdArguments): Thresholds {
  const inUnit = conversion('temperature', 'celsius', unit);
  const thresholds = { base: base ?? inUnit(published.base), upper: upper ?? inUnit(published.upper), unit };
  const isOrdered = thresholds.base < thresholds.upper;
  if (isOrdered && thresholds.base >= -thresholdMax && thresholds.upper <= thresholdMax) return thresholds;
  const message = `base must be below upper, both from -${thresholdMax} to ${thresholdMax}.`;
  throw invalidArgument(['base'], message);
}

/** Degree days of one day; undefined if an extreme is unknown. */
export function warmthOf(
  method: DegreeDayMethodWord,
  min: number | undefined,
  max: number | undefined,
  thresholds: Thresholds,
): number | undefined {
  return min === undefined || max === undefined ? undefined : degreeDayFormulas[method](min, max, thresholds);
}

/** A sum of degree days with its unit, thresholds and method. */
export function accumulatedOf(sum: number, thresholds: Thresholds, method: DegreeDayMethodWord) {
  const { base, upper, unit } = thresholds;
  return {
    value: rounded(sum),
    unit: sumUnitOf(thresholds),
    base: { value: base, unit },
    upper: { value: upper, unit },
    method,
  };
}

/** The unit of sums of degree days above these thresholds. */
export function sumUnitOf({ unit }: Thresholds) {
  return unit === 'fahrenheit' ? 'fahrenheit_day' : 'celsius_day';
}
