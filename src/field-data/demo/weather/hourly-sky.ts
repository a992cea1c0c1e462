/** Radiation and weather condition of the hours of a day. */
import type { components } from '../../../contract/openapi.ts';
import type { LocalDate } from '../../../platform/time/instant.ts';
import { dayOfYear, hourlyExtraterrestrialRadiation } from '../agronomy.ts';
import { round } from '../random.ts';
import type { Station } from './station-days.ts';

type Condition = components['schemas']['WeatherCondition'];

/** Part of the day that the sun shines on the ground, by the weather that was recorded: our reading, it was not measured. */
const sunshine: Readonly<Record<Condition, number>> = {
  clear: 0.9,
  cloudy: 0.3,
  fog: 0.3,
  drizzle: 0.15,
  rain: 0.05,
  snow: 0.1,
  thunderstorm: 0.2,
  unknown: 0.5,
};

/** Solar radiation of the hours of a day, MJ/m2: what comes in above the air, less what the day's weather holds back (FAO-56, equation 35). */
export function hourlyRadiation(
  station: Station,
  date: LocalDate,
  condition: Condition,
  startsAt: readonly number[],
): number[] {
  const part = 0.25 + 0.5 * sunshine[condition];
  return hourlyExtraterrestrialRadiation(startsAt, station, dayOfYear(Date.parse(date))).map((above) =>
    round(above * part, 2),
  );
}

const wetConditions: readonly Condition[] = ['drizzle', 'rain', 'snow', 'thunderstorm'];

/** The weather of an hour: on a day with rain it is wet while it rains, and cloudy where the day's weather is. */
export function conditionOfHour(ofDay: Condition, precipitation: number, precipitationOfDay: number): Condition {
  const isWetDay = wetConditions.includes(ofDay);
  if (precipitation > 0) return isWetDay ? ofDay : 'drizzle';
  return isWetDay && precipitationOfDay > 0 ? 'cloudy' : ofDay;
}
