/** Open-Meteo's variables, units and weather codes in the words of the contract. */
import type { components } from '../../../contract/openapi.ts';

type Condition = components['schemas']['WeatherCondition'];

/** Properties whose value at a time describes the hour before it. It belongs to the record that ends at that time. */
export const ofHourBefore = ['precipitation', 'precipitation_probability', 'wind_gust', 'solar_radiation', 'et0'];

/** Variables by their properties. The record has mean wind speeds, so it has no property for the highest of a day. */
const variables: readonly [property: string, hourly: string | undefined, daily: string][] = [
  ['temperature_max', undefined, 'temperature_2m_max'],
  ['temperature_min', undefined, 'temperature_2m_min'],
  ['temperature_mean', 'temperature_2m', 'temperature_2m_mean'],
  ['dew_point', 'dew_point_2m', 'dew_point_2m_mean'],
  ['relative_humidity', 'relative_humidity_2m', 'relative_humidity_2m_mean'],
  ['precipitation', 'precipitation', 'precipitation_sum'],
  ['precipitation_probability', 'precipitation_probability', 'precipitation_probability_max'],
  ['wind_speed', 'wind_speed_10m', 'wind_speed_10m_mean'],
  ['wind_gust', 'wind_gusts_10m', 'wind_gusts_10m_max'],
  ['wind_direction', 'wind_direction_10m', 'wind_direction_10m_dominant'],
  ['pressure', 'pressure_msl', 'pressure_msl_mean'],
  ['cloud_cover', 'cloud_cover', 'cloud_cover_mean'],
  ['solar_radiation', 'shortwave_radiation', 'shortwave_radiation_sum'],
  ['et0', 'et0_fao_evapotranspiration', 'et0_fao_evapotranspiration'],
  ['condition', 'weather_code', 'weather_code'],
];

/** Older files write some words together: `windspeed_10m`. */
const joinedWords = /^(dew|relative|wind|cloud|weather)(?=point|humidity|speed|gusts|direction|cover|code)/;

/** The property of the weather record for a variable; undefined if the record has none. */
export function propertyOf(granularity: 'hourly' | 'daily', variable: string): string | undefined {
  const name = variable.replace(joinedWords, '$1_');
  return variables.find(([, hourly, daily]) => name === (granularity === 'hourly' ? hourly : daily))?.[0];
}

/** Mean power of an hour as its energy: W/m2 times 3,600 s is 0.0036 MJ/m2. */
const wattHour = 0.0036;

/** Unit strings, each with a unit of the contract and a factor. */
export const openMeteoUnits: ReadonlyMap<string, readonly [unit: string, factor: number]> = new Map(
  Object.entries<readonly [unit: string, factor: number]>({
    '°C': ['celsius', 1],
    '°F': ['fahrenheit', 1],
    mm: ['millimetre', 1],
    cm: ['centimetre', 1],
    inch: ['inch', 1],
    'm/s': ['metre_per_second', 1],
    'km/h': ['kilometre_per_hour', 1],
    'mp/h': ['mile_per_hour', 1],
    kn: ['knot', 1],
    hPa: ['hectopascal', 1],
    '%': ['percent', 1],
    '°': ['degree', 1],
    'm³/m³': ['cubic_metre_per_cubic_metre', 1],
    'MJ/m²': ['megajoule_per_square_metre', 1],
    'W/m²': ['megajoule_per_square_metre', wattHour],
  }),
);

/** A layer of soil, `soil_moisture_7_to_28cm`. */
export const soilVariable = /^soil_(moisture|temperature)_(\d{1,4})_to_(\d{1,4})cm$/;

/** WMO weather interpretation codes (WMO 4677, as Open-Meteo uses them). */
const conditionCodes: readonly [from: number, to: number, condition: Condition][] = [
  [0, 1, 'clear'],
  [2, 3, 'cloudy'],
  [45, 48, 'fog'],
  [51, 57, 'drizzle'],
  [61, 67, 'rain'],
  [71, 77, 'snow'],
  [80, 82, 'rain'],
  [85, 86, 'snow'],
  [95, 99, 'thunderstorm'],
];

/** The condition of a weather code; `unknown` for anything else. */
export function conditionOfWmoCode(code: unknown): Condition {
  if (typeof code !== 'number') return 'unknown';
  return conditionCodes.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'unknown';
}
