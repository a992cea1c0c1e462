/** The variables of the page's query, from the settings. */
import type { FieldPageQueryVariables } from './__generated__/graphql.ts';
import { addDays } from './days.ts';
import type { Settings } from './settings.ts';

/** The variables for one field. The graph converts units. */
export function variablesOf(id: string, { units, seasonStart, rootZone }: Settings): FieldPageQueryVariables {
  const { kc, ...soil } = rootZone;
  const today = new Date().toISOString().slice(0, 10);
  const isMetric = units === 'metric';
  return {
    id,
    seasonStart,
    temperature: isMetric ? 'CELSIUS' : 'FAHRENHEIT',
    depth: isMetric ? 'MILLIMETRE' : 'INCH',
    ...(isMetric ? { base: 10, upper: 30 } : { base: 50, upper: 86 }),
    rootZone: soil,
    // One coefficient throughout: its line extends beyond the window on both sides.
    cropCoefficients: [
      { date: addDays(today, -40), kc },
      { date: addDays(today, 20), kc },
    ],
  };
}
