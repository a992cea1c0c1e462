/** The thresholds of degree days, alike on every field that sums them. */
import type { FieldBuilder } from '../field-builders.ts';
import { TemperatureUnit } from '../measures.ts';

/** `base`, `upper` and their `unit`. */
export function thresholdArguments<Parent>(t: FieldBuilder<Parent>) {
  return {
    base: t.arg.float({
      required: true,
      defaultValue: 10,
      description: 'Temperature below which nothing accumulates, in `unit`.',
    }),
    upper: t.arg.float({
      required: true,
      defaultValue: 30,
      description: 'Temperature above which no more accumulates, in `unit`.',
    }),
    unit: t.arg({
      type: TemperatureUnit,
      required: true,
      defaultValue: 'celsius',
      description:
        'Unit of `base` and `upper`, and of the temperatures and degree days returned. With FAHRENHEIT give both thresholds, for example 50 and 86.',
    }),
  };
}
