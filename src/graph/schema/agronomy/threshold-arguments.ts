/** The thresholds of degree days, alike on every field that sums them. */
import { GatewayError } from '../../errors/gateway-error.ts';
import type { FieldBuilder } from '../field-builders.ts';
import { TemperatureUnit } from '../measures.ts';
import { conversion } from '../units.ts';
import type { Thresholds } from '../weather/totals.ts';

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

interface Given {
  base?: number | null | undefined;
  upper?: number | null | undefined;
  unit: string;
}

const thresholdMax = 1_000;

/** The thresholds of a caller, the published ones where left out. Throws BAD_USER_INPUT for thresholds between which nothing lies. */
export function thresholdsOf({ base, upper, unit }: Given): Thresholds {
  const inUnit = conversion('temperature', 'celsius', unit);
  const thresholds = { base: base ?? inUnit(published.base), upper: upper ?? inUnit(published.upper), unit };
  const isOrdered = thresholds.base < thresholds.upper;
  if (isOrdered && thresholds.base >= -thresholdMax && thresholds.upper <= thresholdMax) return thresholds;
  const message = `base must be below upper, both from -${thresholdMax} to ${thresholdMax}.`;
  throw new GatewayError('BAD_USER_INPUT', { message, faults: [{ path: ['base'], code: 'out_of_range', message }] });
}
