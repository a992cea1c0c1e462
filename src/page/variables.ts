/** The variables of the page's query, from the settings. */
import type { FieldPageQueryVariables } from './__generated__/graphql.ts';
import { fromCelsius } from './measures.ts';
import type { Settings } from './settings.ts';

/** The variables for one field. The graph converts units. */
export function variablesOf(
  id: string,
  { units, seasonStart, rootZone, thresholds, sprayLimits }: Settings,
): FieldPageQueryVariables {
  const { kc, ...soil } = rootZone;
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
    // One coefficient throughout, on whatever day the query is sent.
    cropCoefficients: [
      { date: '1970-01-01', kc },
      { date: '9999-12-31', kc },
    ],
    sprayLimits,
  };
}
