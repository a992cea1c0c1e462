/** The variables of the page's query, from the settings. */
import type { FieldPageQueryVariables } from './__generated__/graphql.ts';
import { addDays, daysBetween, localDate } from './days.ts';
import { fromCelsius } from './measures.ts';
import { now } from './now.ts';
import { defaults, type RootZone, type Settings } from './settings.ts';

const nextDaysMax = 7;

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
    nextDays: nextDaysOf(seasonStart),
    temperature,
    depth: isMetric ? 'MILLIMETRE' : 'INCH',
    area: isMetric ? 'HECTARE' : 'ACRE',
    base: inUnit(thresholds.base),
    upper: inUnit(thresholds.upper),
    rootZone: soil,
    // The same coefficient on every day, whenever the query is sent.
    cropCoefficients: [
      { date: '1970-01-01', kc },
      { date: '9999-12-31', kc },
    ],
    sprayLimits,
  };
}

/** The soil and crop of an answer. Those of the settings may be newer. */
export function soilOf({ rootZone, cropCoefficients }: FieldPageQueryVariables): RootZone {
  const [first] = [cropCoefficients].flat();
  return { ...(rootZone as Omit<RootZone, 'kc'>), kc: first?.kc ?? defaults.rootZone.kc };
}

/** Days of the forecast before the season starts again: a window since then must not be longer than a year. */
function nextDaysOf(seasonStart: string): number {
  const today = localDate(now(), 'UTC');
  // The day of the field may be one earlier or later.
  const left = [-1, 0, 1].map((days) => daysUntil(seasonStart, addDays(today, days)));
  return Math.min(nextDaysMax, ...left);
}

/** Days from a day to the next start of the season after it. */
function daysUntil(seasonStart: string, day: string): number {
  const year = Number(day.slice(0, 4)) + (day.slice(5) < seasonStart ? 0 : 1);
  return daysBetween(day, `${year}-${seasonStart}`);
}
