/** Open-Meteo's variables, units and weather codes in the words of the contract. */
import type { components } from '../../../contract/openapi.ts';

type Condition = components['schemas']['WeatherCondition'];

/** Properties whose value at a time is of the hour before it, so that it belongs to the record that ends then. */
export const ofHourBefore: ReadonlySet<string> = new Set([
  ...['precipitation', 'precipitation_probability', 'wind_gust', 'solar_radiation', 'et0'],
]);

/** Properties by hourly variables. Highest wind speeds of a day have no place in the record, which holds means. */
const hourly: ReadonlyMap<string, string> = new Map([
  ['temperature_2m', 'temperature_mean'],
  ['dew_point_2m', 'dew_point'],
  ['relative_humidity_2m', 'relative_humidity'],
  ['precipitation', 'precipitation'],
  ['precipitation_probability', 'precipitation_probability'],
  ['wind_speed_10m', 'wind_speed'],
  ['wind_gusts_10m', 'wind_gust'],
  ['wind_direction_10m', 'wind_direction'],
  ['pressure_msl', 'pressure'],
  ['cloud_cover', 'cloud_cover'],
  ['shortwave_radiation', 'solar_radiation'],
  ['et0_fao_evapotranspiration', 'et0'],
  ['weather_code', 'condition'],
]);

const daily: ReadonlyMap<string, string> = new Map([
  ['temperature_2m_max', 'temperature_max'],
  ['temperature_2m_min', 'temperature_min'],
  ['temperature_2m_mean', 'temperature_mean'],
  ['dew_point_2m_mean', 'dew_point'],
  ['relative_humidity_2m_mean', 'relative_humidity'],
  ['precipitation_sum', 'precipitation'],
  ['precipitation_probability_max', 'precipitation_probability'],
  ['wind_speed_10m_mean', 'wind_speed'],
  ['wind_gusts_10m_max', 'wind_gust'],
  ['wind_direction_10m_dominant', 'wind_direction'],
  ['pressure_msl_mean', 'pressure'],
  ['cloud_cover_mean', 'cloud_cover'],
  ['shortwave_radiation_sum', 'solar_radiation'],
  ['et0_fao_evapotranspiration', 'et0'],
  ['weather_code', 'condition'],
]);

/** Older files write some words together: `windspeed_10m`. */
const joinedWords = /^(dew|relative|wind|cloud|weather)(?=point|humidity|speed|gusts|direction|cover|code)/;

/** The property of the weather record that a variable is; undefined for one that has no place there. */
export function propertyOf(granularity: 'hourly' | 'daily', variable: string): string | undefined {
  return (granularity === 'hourly' ? hourly : daily).get(variable.replace(joinedWords, '$1_'));
}

/** Mean power of an hour as its energy: W/m2 times 3,600 s is 0.0036 MJ/m2. */
const wattHour = 0.0036;

/** Each unit string as a unit of the contract and a factor. */
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

/** The condition of a weather code; unknown for a code that is none. */
export function conditionOfWmoCode(code: unknown): Condition {
  if (typeof code !== 'number') return 'unknown';
  return conditionCodes.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'unknown';
}
