/** Weather of a field: one record a day or an hour, observed or forecast. */
import type { components } from '../../../contract/openapi.ts';
import { builder } from '../builder.ts';
import { DataSource } from '../data-source.ts';
import { degreeDays } from '../agronomy/degree-days.ts';
import { listOrEmpty, quantity, requiredQuantity } from '../field-builders.ts';
import {
  Angle,
  Fraction,
  Irradiation,
  Length,
  Pressure,
  Speed,
  Temperature,
  VolumetricWaterContent,
} from '../measures.ts';
import { openEnum } from '../open-enum.ts';

type Schemas = components['schemas'];

export const WeatherKind = openEnum<Schemas['WeatherKind']>(
  'WeatherKind',
  'Whether a record was observed or is a forecast.',
  {
    observed: 'Observed weather of the past.',
    forecast: 'Forecast weather.',
  },
);

export const WeatherGranularity = openEnum<Schemas['Granularity']>(
  'WeatherGranularity',
  'The interval of one weather record.',
  {
    daily: "One local day of the field's timezone.",
    hourly: 'One hour.',
  },
);

export const WeatherCondition = openEnum<Schemas['WeatherCondition']>(
  'WeatherCondition',
  'The prevailing weather of an interval.',
  {
    clear: 'Clear sky.',
    cloudy: 'Cloudy.',
    fog: 'Fog.',
    drizzle: 'Drizzle.',
    rain: 'Rain.',
    snow: 'Snow.',
    thunderstorm: 'Thunderstorm.',
  },
);

export const Et0Method = openEnum<Schemas['Et0Method']>('Et0Method', 'How reference evapotranspiration was computed.', {
  hargreaves_samani: 'Hargreaves & Samani 1985, from temperatures and latitude (FAO-56, equation 52).',
  fao56_penman_monteith: 'FAO-56 Penman-Monteith (equation 6).',
});

const SoilLayer = builder.objectRef<Schemas['SoilLayer']>('SoilLayer').implement({
  description: 'Soil between two depths below the surface.',
  fields: (t) => ({
    depthFrom: requiredQuantity(t, Length, 'depth_from', 'Upper bound of the layer, below the surface.'),
    depthTo: requiredQuantity(t, Length, 'depth_to', 'Lower bound of the layer, below the surface.'),
    moisture: quantity(t, VolumetricWaterContent, 'moisture', 'Mean volumetric water content.'),
    temperature: quantity(t, Temperature, 'temperature', 'Mean soil temperature.'),
  }),
});

export const WeatherRecord = builder.objectRef<Schemas['WeatherRecord']>('WeatherRecord').implement({
  description:
    'The weather of a field over one interval. If an observed and a forecast record overlap, only the observed one is listed. A measure is null if unknown.',
  fields: (t) => ({
    kind: t.expose('kind', { type: WeatherKind, nullable: false, description: 'Observed or forecast.' }),
    granularity: t.expose('granularity', {
      type: WeatherGranularity,
      nullable: false,
      description: 'Length of the interval.',
    }),
    startsAt: t.expose('starts_at', {
      type: 'DateTime',
      nullable: false,
      description: 'Start of the interval, inclusive, UTC.',
    }),
    endsAt: t.expose('ends_at', {
      type: 'DateTime',
      nullable: false,
      description: 'End of the interval, exclusive, UTC.',
    }),
    issuedAt: t.expose('issued_at', {
      type: 'DateTime',
      nullable: true,
      description: 'For forecasts, when the run was issued.',
    }),
    temperatureMin: quantity(
      t,
      Temperature,
      'temperature_min',
      'Lowest air temperature 2 m above ground. The service supplies degrees Celsius.',
    ),
    temperatureMax: quantity(
      t,
      Temperature,
      'temperature_max',
      'Highest air temperature 2 m above ground. The service supplies degrees Celsius.',
    ),
    temperatureMean: quantity(
      t,
      Temperature,
      'temperature_mean',
      'Mean air temperature 2 m above ground. The service supplies degrees Celsius.',
    ),
    dewPoint: quantity(t, Temperature, 'dew_point', 'Mean dew point. The service supplies degrees Celsius.'),
    relativeHumidity: quantity(
      t,
      Fraction,
      'relative_humidity',
      'Mean relative humidity. The service supplies percent.',
    ),
    precipitation: quantity(
      t,
      Length,
      'precipitation',
      'Depth of rain and melted snow over the interval. The service supplies millimetres.',
    ),
    precipitationProbability: quantity(
      t,
      Fraction,
      'precipitation_probability',
      'For forecasts, the chance of any precipitation. The service supplies percent.',
    ),
    windSpeed: quantity(t, Speed, 'wind_speed', 'Mean wind speed. The service supplies metres per second.'),
    windGust: quantity(t, Speed, 'wind_gust', 'Strongest gust. The service supplies metres per second.'),
    windDirection: quantity(
      t,
      Angle,
      'wind_direction',
      'Direction from which the wind blows, clockwise from north. The service supplies degrees.',
    ),
    pressure: quantity(t, Pressure, 'pressure', 'Air pressure. The service supplies hectopascals.'),
    cloudCover: quantity(t, Fraction, 'cloud_cover', 'Part of the sky covered by cloud. The service supplies percent.'),
    solarRadiation: quantity(
      t,
      Irradiation,
      'solar_radiation',
      'Solar energy over the interval. The service supplies megajoules per square metre.',
    ),
    et0: quantity(
      t,
      Length,
      'et0',
      'Reference evapotranspiration of a grass surface (FAO-56), by `et0Method`. The service supplies millimetres.',
    ),
    et0Method: t.expose('et0_method', { type: Et0Method, nullable: true, description: 'How `et0` was computed.' }),
    growingDegreeDays: quantity(
      t,
      degreeDays,
      'growing_degree_days',
      'Growing degree days of the interval, with the base, the upper threshold and the method they were computed by. The service supplies degree Celsius days.',
    ),
    soil: listOrEmpty(t, SoilLayer, 'soil', 'Soil layers from the surface down; empty where nothing is known.'),
    condition: t.expose('condition', {
      type: WeatherCondition,
      nullable: true,
      description: 'The prevailing weather.',
    }),
    source: t.expose('source', { type: DataSource, nullable: false, description: 'Origin of the record.' }),
  }),
});
