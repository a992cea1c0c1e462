/**
 * Converts the units of measures, and checks their bounds in the units that the service sends. The bounds lie beyond all natural extremes,
 * and refuse marks such as -9999 that files write for missing values.
 */
import { isContainer } from '../../platform/json/nesting.ts';
import { type Quantity, toServiceUnit } from '../records/units.ts';
import type { JsonObject } from './candidate.ts';

type Bounds = readonly [min: number, max: number];

const temperature: Bounds = [-95, 100];
const percent: Bounds = [0, 100];
const speed: Bounds = [0, 150];
const normalized: Bounds = [-1, 1];

const measureBounds: ReadonlyMap<string, Bounds> = new Map(
  Object.entries<Bounds>({
    temperature_min: temperature,
    temperature_max: temperature,
    temperature_mean: temperature,
    temperature,
    dew_point: temperature,
    base: temperature,
    upper: temperature,
    relative_humidity: percent,
    precipitation: [0, 2_000],
    precipitation_probability: percent,
    wind_speed: speed,
    wind_gust: speed,
    wind_direction: [0, 360],
    pressure: [300, 1_100],
    cloud_cover: percent,
    solar_radiation: [0, 60],
    // Dew makes it a little negative at night.
    et0: [-5, 50],
    growing_degree_days: [0, 100],
    depth_from: [0, 20_000],
    depth_to: [0, 20_000],
    moisture: [0, 1],
    scene_cloud_cover: percent,
    valid_pixels: percent,
    affected_area: percent,
    sun_elevation: [-90, 90],
    sun_azimuth: [0, 360],
    off_nadir: [0, 90],
    resolution: [0, 100_000],
  }),
);

/** Bounds of an index's statistics. `pixel` bounds the lowest and the highest pixel. */
const statisticsWithin = (bounds: Bounds, pixel = bounds): [statistic: string, Bounds][] => [
  ['mean', bounds],
  ['median', bounds],
  ['min', pixel],
  ['max', pixel],
  ['p10', bounds],
  ['p90', bounds],
  ['std_dev', [0, pixel[1] - pixel[0]]],
];

/** EVI is no ratio: where its divisor is near 0, single pixels lie far beyond the others. */
const indexBounds: ReadonlyMap<string, [statistic: string, Bounds][]> = new Map(
  Object.entries({
    ndvi: statisticsWithin(normalized),
    ndmi: statisticsWithin(normalized),
    evi: statisticsWithin([-10, 10], [-1_000, 1_000]),
    ndre: statisticsWithin(normalized),
    savi: statisticsWithin(normalized),
    msavi: statisticsWithin([-1.5, 1.5]),
  }),
);

/** Converts the measures of a record, in place, to the units that the service sends. Returns the violations of bounds. */
export function convertMeasures(record: JsonObject): string[] {
  const violations: string[] = [];
  convert(record, '', violations);
  const [lowest, highest] = [record.temperature_min, record.temperature_max] as (
    | { value: number }
    | null
    | undefined
  )[];
  // A mark such as -9999 is reported only once.
  if (violations.length === 0 && lowest && highest && lowest.value > highest.value)
    violations.push(`temperature_min must be at most temperature_max, not ${lowest.value} above ${highest.value}`);
  return violations;
}

/** The same for an object or a list at a path. */
function convert(value: JsonObject, path: string, violations: string[]): void {
  const statistics = typeof value.name === 'string' ? indexBounds.get(value.name) : undefined;
  for (const [name, bounds] of statistics ?? []) check(value[name], bounds, violations, path + name);
  for (const name in value) {
    // Most values of a record are no objects.
    if (!isContainer(value[name])) continue;
    const entry = value[name] as JsonObject;
    if (isQuantity(entry)) {
      // Distances on the ground stay metres.
      const converted = name === 'resolution' ? inMetres(entry) : toServiceUnit(entry);
      value[name] = converted;
      check(converted.value, measureBounds.get(name), violations, path + name, converted.unit);
    }
    // Degree days contain further measures.
    convert(value[name] as JsonObject, `${path}${name}/`, violations);
  }
}

function isQuantity(value: JsonObject): value is JsonObject & Quantity {
  return typeof value.value === 'number' && typeof value.unit === 'string';
}

function inMetres(distance: Quantity): Quantity {
  if (distance.unit === 'metre') return distance;
  return { value: toServiceUnit(distance).value / 1_000, unit: 'metre' };
}

function check(value: unknown, bounds: Bounds | undefined, violations: string[], path: string, unit?: string): void {
  if (typeof value !== 'number' || !bounds || (value >= bounds[0] && value <= bounds[1])) return;
  violations.push(`${path} must be ${bounds[0]} to ${bounds[1]}${unit ? ` ${unit}` : ''}, not ${value}`);
}
