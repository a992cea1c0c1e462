/** Degree days: accumulated warmth, with the thresholds and the method that make the number mean something. */
import type { components } from '../../../contract/openapi.ts';
import { builder } from '../builder.ts';
import { quantity } from '../field-builders.ts';
import { DegreeDayUnit, Temperature } from '../measures.ts';
import { openEnum } from '../open-enum.ts';

type Schemas = components['schemas'];

/** The contract's methods, and one that the graph computes by itself. */
export type DegreeDaysMethodWord = Schemas['DegreeDaysMethod'] | 'single_sine';

export const DegreeDaysMethod = openEnum<DegreeDaysMethodWord>(
  'DegreeDaysMethod',
  'How growing degree days are computed from daily extremes: by the mean (McMaster & Wilhelm 1997, Agricultural and Forest Meteorology 87) or by a curve.',
  {
    mcmaster_wilhelm_1: 'Method 1: the mean of the extremes, less the base, never below zero.',
    mcmaster_wilhelm_2:
      'Method 2: each extreme is first held between base and upper threshold, then the mean less the base.',
    single_sine:
      'A sine through the extremes, cut off horizontally at the upper threshold (Baskerville & Emin 1969, Ecology 50). Nearer to the hours of a cool or a hot day.',
  },
);

export const DegreeDays = builder.objectRef<Schemas['DegreeDays']>('DegreeDays').implement({
  description:
    'Accumulated temperature above a base. A difference of temperatures: converted by scale alone, without an offset.',
  fields: (t) => ({
    value: t.exposeFloat('value', { nullable: false, description: 'The number, in `unit`.' }),
    unit: t.expose('unit', { type: DegreeDayUnit, nullable: false, description: 'The unit of `value`.' }),
    base: quantity(t, Temperature, 'base', 'Temperature below which nothing accumulates.'),
    upper: quantity(t, Temperature, 'upper', 'Temperature above which no more accumulates.'),
    method: t.expose('method', { type: DegreeDaysMethod, nullable: true, description: 'How it was computed.' }),
  }),
});

/** The kind that measure fields of degree days are made with. */
export const degreeDays = { quantity: 'degreeDays', type: DegreeDays, unit: DegreeDayUnit } as const;
