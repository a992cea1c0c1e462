/**
 * Bounds of measures, in the units that the service sends. They lie beyond every record of nature, and refuse marks such as -9999 that
 * files write for missing values.
 */
import type { JsonObject } from './candidate.ts';

type Bounds = readonly [min: number, max: number];

const temperature: Bounds = [-95, 100];
const percent: Bounds = [0, 100];
const speed: Bounds = [0, 150];
const normalized: Bounds = [-1, 1];

/** By the name of the measure's property. */
const measureBounds = new Map<string, Bounds>([
  ['temperature_min', temperature],
  ['temperature_max', temperature],
  ['temperature_mean', temperature],
  ['temperature', temperature],
  ['dew_point', temperature],
  ['base', temperature],
  ['upper', temperature],
  ['relative_humidity', percent],
  ['precipitation', [0, 2_000]],
  ['precipitation_probability', percent],
  ['wind_speed', speed],
  ['wind_gust', speed],
  ['wind_direction', [0, 360]],
  ['pressure', [300, 1_100]],
  ['cloud_cover', percent],
  ['solar_radiation', [0, 60]],
  // Dew makes it a little negative at night.
  ['et0', [-5, 50]],
  ['growing_degree_days', [0, 100]],
  ['depth_from', [0, 20_000]],
  ['depth_to', [0, 20_000]],
  ['moisture', [0, 1]],
  ['scene_cloud_cover', percent],
  ['valid_pixels', percent],
  ['affected_area', percent],
  ['sun_elevation', [-90, 90]],
  ['sun_azimuth', [0, 360]],
  ['off_nadir', [0, 90]],
  ['resolution', [0, 100_000]],
]);

/** Indices that are ratios. EVI is none and has no bounds. */
const indexBounds = new Map<string, Bounds>([
  ['ndvi', normalized],
  ['ndmi', normalized],
  ['ndre', normalized],
  ['savi', [-1.5, 1.5]],
  ['msavi', [-1.5, 1.5]],
]);
const boundedStatistics = ['mean', 'median', 'min', 'max', 'p10', 'p90'];

/** The values of a record, in the service's units, that are out of bounds: which, and what they must be. */
export function impossibleValues(record: JsonObject, path = '', violations: string[] = []): string[] {
  const bounds = typeof record.name === 'string' ? indexBounds.get(record.name) : undefined;
  if (bounds) for (const name of boundedStatistics) check(record[name], bounds, violations, path, name);
  for (const name in record) {
    const entry = record[name];
    // Most values of a record are no objects; a list is one of its indices.
    if (typeof entry !== 'object' || entry === null) continue;
    const container = entry as JsonObject;
    check(container.value, measureBounds.get(name), violations, path, name, container.unit);
    impossibleValues(container, `${path}${name}/`, violations);
  }
  return violations;
}

function check(
  value: unknown,
  bounds: Bounds | undefined,
  violations: string[],
  path: string,
  name: string,
  unit?: unknown,
): void {
  if (typeof value !== 'number' || !bounds || (value >= bounds[0] && value <= bounds[1])) return;
  const unitText = typeof unit === 'string' ? ` ${unit}` : '';
  violations.push(`${path}${name} must be ${bounds[0]} to ${bounds[1]}${unitText}, not ${value}`);
}
