/** Bounds of measures and indices, beyond all natural extremes. Numbers outside them mark missing values, as -9999 and 9999 do. */
import type { components } from '../contract/openapi.ts';

export type Bounds = readonly [min: number, max: number];

const normalized: Bounds = [-1, 1];

const namesByBounds: readonly (readonly [names: string, ...Bounds])[] = [
  ['temperature_min temperature_max temperature_mean temperature dew_point base upper', -95, 100],
  ['relative_humidity precipitation_probability cloud_cover scene_cloud_cover valid_pixels affected_area', 0, 100],
  ['growing_degree_days', 0, 100],
  ['precipitation', 0, 2_000],
  ['wind_speed wind_gust', 0, 150],
  ['wind_direction sun_azimuth', 0, 360],
  ['pressure', 300, 1_100],
  // Sensors measure a little below zero at night.
  ['solar_radiation', -1, 60],
  // Dew makes it a little negative at night.
  ['et0', -5, 50],
  ['depth_from depth_to', 0, 20_000],
  ['moisture', 0, 1],
  ['sun_elevation', -90, 90],
  ['off_nadir', 0, 90],
  ['resolution', 0, 100_000],
];

/** Bounds of measures by the contract's name, in the units that the service sends. */
export const measureBounds: ReadonlyMap<string, Bounds> = new Map(
  namesByBounds.flatMap(([names, ...bounds]) => names.split(' ').map((name) => [name, bounds] as const)),
);

/** Bounds of the mean of each index over a field. EVI is no ratio, and has none by its formula. */
export const indexBounds: Readonly<Record<components['schemas']['IndexName'], Bounds>> = {
  ndvi: normalized,
  ndmi: normalized,
  evi: [-10, 10],
  ndre: normalized,
  savi: normalized,
  msavi: normalized,
};

/** Whether a number is within bounds, both included. */
export const isWithin = (value: number, [min, max]: Bounds): boolean => value >= min && value <= max;
