/** The variables of the page's query, from the settings. */
import type { FieldPageQueryVariables } from './__generated__/graphql.ts';
import { addDays } from './days.ts';
import { fromCelsius } from './measures.ts';
import { now } from './now.ts';
import type { Settings } from './settings.ts';

/** The variables for one field. The graph converts units. */
export function variablesOf(
  id: string,
  { units, seasonStart, rootZone, thresholds, sprayLimits }: Settings,
): FieldPageQueryVariables {
  const { kc, ...soil } = rootZone;
  const today = now().toISOString().slice(0, 10);
  const isMetric = units === 'metric';
  const temperature = isMetric ? 'CELSIUS' : 'FAHRENHEIT';
  const inUnit = (degrees?: number) => (degrees === undefined ? undefined : fromCelsius(degrees, temperature));
  return {
    id,
    seasonStart,
    temperature,
    depth: isMetric ? 'MILLIMETRE' : 'INCH',
    area: isMetric ? 'HECTARE' : 'ACRE',
    base: inUnit(thresholds.base),
    upper: inUnit(thresholds.upper),
    rootZone: soil,
    // One coefficient throughout: its line extends beyond the window on both sides.
    cropCoefficients: [
      { date: addDays(today, -40), kc },
      { date: addDays(today, 20), kc },
    ],
    sprayLimits,
  };
}
