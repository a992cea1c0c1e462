/**
 * Bounds of measures, in the units that the service sends. They lie beyond every record of nature, and refuse marks such as -9999 that
 * files write for missing values.
 */
import { isContainer } from '../../platform/json/nesting.ts';
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

/** Bounds of an index's statistics. `pixel` is of the lowest and the highest pixel. */
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

/** The values of a record, in the service's units, that cannot be: which, and what they must be. */
export function impossibleValues(record: JsonObject): string[] {
  const violations: string[] = [];
  collect(record, '', violations);
  const [lowest, highest] = [record.temperature_min, record.temperature_max] as (
    | { value: number }
    | null
    | undefined
  )[];
  // A mark such as -9999 is named once.
  if (violations.length === 0 && lowest && highest && lowest.value > highest.value)
    violations.push(`temperature_min must be at most temperature_max, not ${lowest.value} above ${highest.value}`);
  return violations;
}

function collect(value: object, path: string, violations: string[]): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      if (isContainer(entry)) collect(entry, `${path}${index}/`, violations);
    return;
  }
  const record = value as JsonObject;
  const statistics = typeof record.name === 'string' ? indexBounds.get(record.name) : undefined;
  for (const [name, bounds] of statistics ?? []) check(record[name], bounds, violations, path, name);
  for (const name in record) {
    const entry = record[name];
    // Most values of a record are no objects.
    if (!isContainer(entry)) continue;
    const measure = (entry as JsonObject).value;
    if (measure !== undefined) check(measure, measureBounds.get(name), violations, path, name, entry as JsonObject);
    collect(entry, `${path}${name}/`, violations);
  }
}

function check(
  value: unknown,
  bounds: Bounds | undefined,
  violations: string[],
  path: string,
  name: string,
  { unit }: JsonObject = {},
): void {
  if (typeof value !== 'number' || !bounds || (value >= bounds[0] && value <= bounds[1])) return;
  const unitText = typeof unit === 'string' ? ` ${unit}` : '';
  violations.push(`${path}${name} must be ${bounds[0]} to ${bounds[1]}${unitText}, not ${value}`);
}
