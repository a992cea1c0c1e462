/** What is derived from a day's temperatures: growing degree days and reference evapotranspiration, by published formulas. */

const degrees = Math.PI / 180;

/**
 * Growing degree days by method 2 of McMaster & Wilhelm 1997: minimum and maximum are each brought between base and upper
 * threshold before their mean is taken. Degrees Celsius in, Celsius days out.
 */
export function growingDegreeDays(min: number, max: number, { base, upper }: { base: number; upper: number }): number {
  const bring = (value: number) => Math.min(Math.max(value, base), upper);
  return (bring(min) + bring(max)) / 2 - base;
}

/** Extraterrestrial radiation of a day, MJ/m2 (FAO-56, equations 21 to 25). Latitude in degrees, day of the year from 1. */
export function extraterrestrialRadiation(latitude: number, dayOfYear: number): number {
  const solarConstant = 0.082; // MJ/m2/min
  const angle = (2 * Math.PI * dayOfYear) / 365;
  const inverseDistance = 1 + 0.033 * Math.cos(angle);
  const declination = 0.409 * Math.sin(angle - 1.39);
  const phi = latitude * degrees;
  const sunset = Math.acos(Math.min(Math.max(-Math.tan(phi) * Math.tan(declination), -1), 1));
  const height =
    sunset * Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.sin(sunset);
  return ((24 * 60) / Math.PI) * solarConstant * inverseDistance * height;
}

/** Reference evapotranspiration of a day, mm, from temperatures alone (Hargreaves & Samani 1985; FAO-56, equation 52). */
export function hargreavesSamani(min: number, max: number, radiation: number): number {
  const mean = (min + max) / 2;
  const millimetresPerMegajoule = 0.408;
  return Math.max(0.0023 * (mean + 17.8) * Math.sqrt(max - min) * radiation * millimetresPerMegajoule, 0);
}

/** Where the sun stands, degrees: height above the horizon and direction clockwise from north. Good to about a degree. */
export function sunPosition(ms: number, latitude: number, longitude: number): { elevation: number; azimuth: number } {
  const date = new Date(ms);
  const hours = date.getUTCHours() + date.getUTCMinutes() / 60 + date.getUTCSeconds() / 3_600;
  const angle = (2 * Math.PI * (dayOfYear(ms) - 1 + (hours - 12) / 24)) / 365;
  // Spencer 1971: equation of time in minutes, declination in radians.
  const equationOfTime =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(angle) -
      0.032077 * Math.sin(angle) -
      0.014615 * Math.cos(2 * angle) -
      0.040849 * Math.sin(2 * angle));
  const declination =
    0.006918 -
    0.399912 * Math.cos(angle) +
    0.070257 * Math.sin(angle) -
    0.006758 * Math.cos(2 * angle) +
    0.000907 * Math.sin(2 * angle);
  const hourAngle = (hours + equationOfTime / 60 + longitude / 15 - 12) * 15 * degrees;
  const phi = latitude * degrees;
  const sine = Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle);
  const east = -Math.cos(declination) * Math.sin(hourAngle);
  const north = Math.cos(phi) * Math.sin(declination) - Math.sin(phi) * Math.cos(declination) * Math.cos(hourAngle);
  return { elevation: Math.asin(sine) / degrees, azimuth: (Math.atan2(east, north) / degrees + 360) % 360 };
}

/** The day of the year of an instant, UTC, from 1. */
export function dayOfYear(ms: number): number {
  return Math.floor((ms - Date.UTC(new Date(ms).getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}
