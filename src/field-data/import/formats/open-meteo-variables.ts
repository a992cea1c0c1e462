/** Open-Meteo's variables, units and weather codes in the words of the contract. */
import type { components } from '../../../contract/openapi.ts';

type Condition = components['schemas']['WeatherCondition'];

/** A variable that has a place in the weather record. */
export interface Variable {
  property: string;
  /** The value at a time is of the hour before it, so it belongs to the record that ends then. */
  isOfHourBefore?: true;
}

const before = (property: string): Variable => ({ property, isOfHourBefore: true });

/** Hourly variables, under their present names and those of older files. */
export const hourlyVariables: ReadonlyMap<string, Variable> = new Map(
  Object.entries<Variable>({
    temperature_2m: { property: 'temperature_mean' },
    dew_point_2m: { property: 'dew_point' },
    dewpoint_2m: { property: 'dew_point' },
    relative_humidity_2m: { property: 'relative_humidity' },
    relativehumidity_2m: { property: 'relative_humidity' },
    precipitation: before('precipitation'),
    precipitation_probability: before('precipitation_probability'),
    wind_speed_10m: { property: 'wind_speed' },
    windspeed_10m: { property: 'wind_speed' },
    wind_gusts_10m: before('wind_gust'),
    windgusts_10m: before('wind_gust'),
    wind_direction_10m: { property: 'wind_direction' },
    winddirection_10m: { property: 'wind_direction' },
    pressure_msl: { property: 'pressure' },
    cloud_cover: { property: 'cloud_cover' },
    cloudcover: { property: 'cloud_cover' },
    shortwave_radiation: before('solar_radiation'),
    et0_fao_evapotranspiration: before('et0'),
    weather_code: { property: 'condition' },
    weathercode: { property: 'condition' },
  }),
);

/** Daily variables. Highest wind speeds have no place in the record, which holds means. */
export const dailyVariables: ReadonlyMap<string, Variable> = new Map(
  Object.entries<Variable>({
    temperature_2m_max: { property: 'temperature_max' },
    temperature_2m_min: { property: 'temperature_min' },
    temperature_2m_mean: { property: 'temperature_mean' },
    dew_point_2m_mean: { property: 'dew_point' },
    relative_humidity_2m_mean: { property: 'relative_humidity' },
    precipitation_sum: { property: 'precipitation' },
    precipitation_probability_max: { property: 'precipitation_probability' },
    wind_speed_10m_mean: { property: 'wind_speed' },
    wind_gusts_10m_max: { property: 'wind_gust' },
    windgusts_10m_max: { property: 'wind_gust' },
    wind_direction_10m_dominant: { property: 'wind_direction' },
    winddirection_10m_dominant: { property: 'wind_direction' },
    pressure_msl_mean: { property: 'pressure' },
    cloud_cover_mean: { property: 'cloud_cover' },
    shortwave_radiation_sum: { property: 'solar_radiation' },
    et0_fao_evapotranspiration: { property: 'et0' },
    weather_code: { property: 'condition' },
    weathercode: { property: 'condition' },
  }),
);

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
