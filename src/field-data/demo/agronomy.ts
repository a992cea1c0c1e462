/** The sun's position, and reference evapotranspiration from radiation and temperatures: published formulas that only the demo needs. */

import { hourMs } from '../../platform/time/instant.ts';

const degrees = Math.PI / 180;

/** The sun on a day of the year (from 1) at a latitude in degrees: FAO-56, equations 22 to 25. The angles of the result are in radians. */
function sunOfDay(latitude: number, dayOfYear: number) {
  const angle = (2 * Math.PI * dayOfYear) / 365;
  const declination = 0.409 * Math.sin(angle - 1.39);
  const phi = latitude * degrees;
  // The hour angle of sunset: 0 where the sun does not rise.
  const sunset = Math.acos(Math.min(Math.max(-Math.tan(phi) * Math.tan(declination), -1), 1));
  return { phi, declination, sunset, inverseDistance: 1 + 0.033 * Math.cos(angle) };
}

const solarConstant = 0.082; // MJ/m2/min

/** Extraterrestrial radiation between two hour angles while the sun is up, MJ/m2 (FAO-56, equation 28). */
function radiationBetween(sun: ReturnType<typeof sunOfDay>, first: number, last: number): number {
  const { phi, declination, inverseDistance } = sun;
  const height =
    (last - first) * Math.sin(phi) * Math.sin(declination) +
    Math.cos(phi) * Math.cos(declination) * (Math.sin(last) - Math.sin(first));
  return ((12 * 60) / Math.PI) * solarConstant * inverseDistance * height;
}

/** Extraterrestrial radiation of a day, MJ/m2 (FAO-56, equation 21). Latitude in degrees, day of the year from 1. */
export function extraterrestrialRadiation(latitude: number, dayOfYear: number): number {
  const sun = sunOfDay(latitude, dayOfYear);
  return radiationBetween(sun, -sun.sunset, sun.sunset);
}

/**
 * Extraterrestrial radiation of each hour, MJ/m2 (FAO-56, equation 28). `startsAt` are the starts of the hours of one day, in milliseconds;
 * the position is in degrees. All hours use the sun of that day of the year, so that they add up to the day's radiation.
 */
export function hourlyExtraterrestrialRadiation(
  startsAt: readonly number[],
  { latitude, longitude }: { latitude: number; longitude: number },
  day: number,
): number[] {
  const sun = sunOfDay(latitude, day);
  const minutes = equationOfTime(startsAt[0] ?? 0);
  const halfHour = 7.5 * degrees;
  return startsAt.map((ms) => {
    const solarHours = ms / hourMs + 0.5 + minutes / 60 + longitude / 15;
    const middle = ((((solarHours % 24) + 24) % 24) - 12) * 15 * degrees;
    const first = Math.max(middle - halfHour, -sun.sunset);
    const last = Math.min(middle + halfHour, sun.sunset);
    return first < last ? radiationBetween(sun, first, last) : 0;
  });
}

/** Reference evapotranspiration of a day, mm, from temperatures only (Hargreaves & Samani 1985; FAO-56, equation 52). */
export function hargreavesSamani(min: number, max: number, radiation: number): number {
  const mean = (min + max) / 2;
  const millimetresPerMegajoule = 0.408;
  return Math.max(0.0023 * (mean + 17.8) * Math.sqrt(max - min) * radiation * millimetresPerMegajoule, 0);
}

/** Position of the sun in degrees: elevation above the horizon, and azimuth clockwise from north. Accurate to about a degree. */
export function sunPosition(ms: number, latitude: number, longitude: number): { elevation: number; azimuth: number } {
  const hours = hoursOfDay(ms);
  const angle = yearAngle(ms);
  // Spencer 1971: declination in radians.
  const declination =
    0.006918 -
    0.399912 * Math.cos(angle) +
    0.070257 * Math.sin(angle) -
    0.006758 * Math.cos(2 * angle) +
    0.000907 * Math.sin(2 * angle);
  const hourAngle = (hours + equationOfTime(ms) / 60 + longitude / 15 - 12) * 15 * degrees;
  const phi = latitude * degrees;
  const sine = Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle);
  const east = -Math.cos(declination) * Math.sin(hourAngle);
  const north = Math.cos(phi) * Math.sin(declination) - Math.sin(phi) * Math.cos(declination) * Math.cos(hourAngle);
  return { elevation: Math.asin(sine) / degrees, azimuth: (Math.atan2(east, north) / degrees + 360) % 360 };
}

/** By how many minutes the sun runs ahead of the clock (Spencer 1971). */
function equationOfTime(ms: number): number {
  const angle = yearAngle(ms);
  return (
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(angle) -
      0.032077 * Math.sin(angle) -
      0.014615 * Math.cos(2 * angle) -
      0.040849 * Math.sin(2 * angle))
  );
}

/** Spencer's angle of the year, radians. */
const yearAngle = (ms: number): number => (2 * Math.PI * (dayOfYear(ms) - 1 + (hoursOfDay(ms) - 12) / 24)) / 365;

function hoursOfDay(ms: number): number {
  const date = new Date(ms);
  return date.getUTCHours() + date.getUTCMinutes() / 60 + date.getUTCSeconds() / 3_600;
}

/** The day of the year of an instant, UTC, from 1. */
export function dayOfYear(ms: number): number {
  return Math.floor((ms - Date.UTC(new Date(ms).getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}
