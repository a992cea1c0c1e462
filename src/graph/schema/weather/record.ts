/** Weather of a field: one record a day or an hour, observed or forecast. */
import { DataSource } from '../data-source.ts';
import { degreeDays } from '../agronomy/degree-days.ts';
import { componentType, listOrEmpty, orNull } from '../field-builders.ts';
import {
  Angle,
  Fraction,
  Irradiation,
  Length,
  Pressure,
  Speed,
  supplied,
  Temperature,
  VolumetricWaterContent,
} from '../measures.ts';
import { openEnum } from '../open-enum.ts';
import { boundsOf, type MeasuredProperty } from './number-in.ts';

export const WeatherKind = openEnum('WeatherKind', 'Whether a record was observed or is a forecast.', {
  observed: 'Observed weather of the past.',
  forecast: 'Forecast weather.',
});

export const WeatherGranularity = openEnum('Granularity', 'The interval of one weather record.', {
  daily: "One local day of the field's timezone.",
  hourly: 'One hour.',
});

const WeatherCondition = openEnum('WeatherCondition', 'The prevailing weather of an interval.', {
  clear: 'Clear sky.',
  cloudy: 'Cloudy.',
  fog: 'Fog.',
  drizzle: 'Drizzle.',
  rain: 'Rain.',
  snow: 'Snow.',
  thunderstorm: 'Thunderstorm.',
});

export const Et0Method = openEnum('Et0Method', 'How reference evapotranspiration was computed.', {
  hargreaves_samani: 'Hargreaves & Samani 1985, from temperatures and latitude (FAO-56, equation 52).',
  fao56_penman_monteith: 'FAO-56 Penman-Monteith (equation 6).',
});

const SoilLayer = componentType('SoilLayer', 'Soil between two depths below the surface.', {
  depth_from: [Length, 'Upper bound of the layer, below the surface.'],
  depth_to: [Length, 'Lower bound of the layer, below the surface.'],
  moisture: [orNull(VolumetricWaterContent), 'Mean volumetric water content.'],
  temperature: [orNull(Temperature), 'Mean soil temperature.'],
});

const rangeOf = (property: MeasuredProperty) =>
  boundsOf[property].map((bound) => bound.toLocaleString('en')).join(' to ');

export const WeatherRecord = componentType(
  'WeatherRecord',
  `The weather of a field over one interval. If an observed and a forecast record overlap, only the observed one is listed. A measure is null if unknown. Computed fields also count marks of missing values as unknown, such as -9999, 9999 or a number too large for a Float. These are temperatures outside ${rangeOf('temperature_mean')} °C, humidity outside ${rangeOf('relative_humidity')} % and precipitation outside ${rangeOf('precipitation')} mm. So are wind outside ${rangeOf('wind_speed')} m/s, \`et0\` outside ${rangeOf('et0')} mm and \`solarRadiation\` outside ${rangeOf('solar_radiation')} MJ/m². Computed fields count both extremes as unknown if the minimum is above the maximum.`,
  {
    kind: [WeatherKind, 'Observed or forecast.'],
    granularity: [WeatherGranularity, 'Length of the interval.'],
    starts_at: ['DateTime', 'Start of the interval, inclusive, UTC.'],
    ends_at: ['DateTime', 'End of the interval, exclusive, UTC.'],
    issued_at: [orNull('DateTime'), 'For forecasts, when the run was issued.'],
    temperature_min: supplied(Temperature, 'Lowest air temperature 2 m above ground', 'degrees Celsius'),
    temperature_max: supplied(Temperature, 'Highest air temperature 2 m above ground', 'degrees Celsius'),
    temperature_mean: supplied(Temperature, 'Mean air temperature 2 m above ground', 'degrees Celsius'),
    dew_point: supplied(Temperature, 'Mean dew point', 'degrees Celsius'),
    relative_humidity: supplied(Fraction, 'Mean relative humidity', 'percent'),
    precipitation: supplied(Length, 'Depth of rain and melted snow over the interval', 'millimetres'),
    precipitation_probability: supplied(Fraction, 'For forecasts, the chance of any precipitation', 'percent'),
    wind_speed: supplied(Speed, 'Mean wind speed 10 m above ground', 'metres per second'),
    wind_gust: supplied(Speed, 'Strongest gust 10 m above ground', 'metres per second'),
    wind_direction: supplied(Angle, 'Direction from which the wind blows, clockwise from north', 'degrees'),
    pressure: supplied(Pressure, 'Mean air pressure, reduced to sea level', 'hectopascals'),
    cloud_cover: supplied(Fraction, 'Part of the sky covered by cloud', 'percent'),
    solar_radiation: supplied(
      Irradiation,
      'Global short-wave radiation on the ground, summed over the interval',
      'megajoules per square metre',
    ),
    et0: [
      orNull(Length),
      'Reference evapotranspiration of a grass surface (FAO-56), by `et0Method`. The service supplies millimetres.',
    ],
    et0_method: [orNull(Et0Method), 'How `et0` was computed.'],
    growing_degree_days: [
      orNull(degreeDays),
      'Growing degree days of the interval, with the base, the upper threshold and the method they were computed by. The service supplies degree Celsius days.',
    ],
    soil: [
      listOrEmpty(SoilLayer),
      'Soil layers in the order of the service, which should be from the surface down; empty where nothing is known.',
    ],
    condition: [orNull(WeatherCondition), 'The prevailing weather.'],
    source: [DataSource, 'Origin of the record.'],
  },
);
