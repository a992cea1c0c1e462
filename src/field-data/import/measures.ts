/** Converts the units of measures, and checks their bounds, which refuse marks such as -9999 that files write for missing values. */
import { type Bounds, indexBounds, isWithin, measureBounds } from '../../agronomy/bounds.ts';
import type { Measure } from '../../agronomy/units.ts';
import { isContainer } from '../../platform/json/nesting.ts';
import { toServiceUnit } from '../records/units.ts';
import type { JsonObject } from './candidate.ts';

/** The divisor of EVI may be near 0: single pixels then lie far beyond the others. */
const pixelBounds: Readonly<Record<string, Bounds>> = { evi: [-1_000, 1_000] };

/** Bounds of each index's statistics. Single pixels may have wider ones. */
const statisticsBounds: ReadonlyMap<string, [statistic: string, Bounds][]> = new Map(
  Object.entries(indexBounds).map(([name, bounds]) => {
    const pixel = pixelBounds[name] ?? bounds;
    const std_dev: Bounds = [0, pixel[1] - pixel[0]];
    return [
      name,
      Object.entries({ mean: bounds, median: bounds, min: pixel, max: pixel, p10: bounds, p90: bounds, std_dev }),
    ];
  }),
);

/** The first of each may not exceed the second. */
const orderedPairs = [
  ['temperature_min', 'temperature_max'],
  ['depth_from', 'depth_to'],
  ['min', 'max'],
  ['p10', 'p90'],
] as const;

/**
 * Converts the measures of a record, in place, to the units that the service sends. Adds the violations of bounds to `violations`, and
 * returns these. `path` is that of an object or a list in the record.
 */
export function convertMeasures(value: JsonObject, path = '', violations: string[] = []): string[] {
  const statistics = typeof value.name === 'string' ? statisticsBounds.get(value.name) : undefined;
  for (const [name, bounds] of statistics ?? []) check(value[name], bounds, violations, path + name);
  for (const name in value) {
    // Most values of a record are no objects.
    if (!isContainer(value[name])) continue;
    const entry = value[name] as JsonObject;
    if (isMeasure(entry)) {
      // Distances on the ground stay metres.
      const converted = name === 'resolution' ? inMetres(entry) : toServiceUnit(entry);
      value[name] = converted;
      check(converted.value, measureBounds.get(name), violations, path + name, converted.unit);
    }
    // Degree days contain further measures.
    convertMeasures(value[name] as JsonObject, `${path}${name}/`, violations);
  }
  // A mark such as -9999 is reported only once.
  if (violations.length > 0) return violations;
  for (const [low, high] of orderedPairs) {
    const [lowest, highest] = [measureOf(value[low]), measureOf(value[high])];
    const unit = lowest.unit ? ` ${lowest.unit}` : '';
    if (lowest.value > highest.value)
      violations.push(`${path}${low} must be at most ${high}, not ${lowest.value} above ${highest.value}${unit}`);
  }
  return violations;
}

/** The number of a measure or statistic, with its unit if it has one; NaN, which fails every comparison, for anything else. */
function measureOf(value: unknown): { value: number; unit?: string } {
  if (typeof value === 'number') return { value };
  return isContainer(value) && isMeasure(value as JsonObject) ? (value as Measure) : { value: Number.NaN };
}

function isMeasure(value: JsonObject): value is JsonObject & Measure {
  return typeof value.value === 'number' && typeof value.unit === 'string';
}

function inMetres(distance: Measure): Measure {
  if (distance.unit === 'metre') return distance;
  return { value: toServiceUnit(distance).value / 1_000, unit: 'metre' };
}

function check(value: unknown, bounds: Bounds | undefined, violations: string[], path: string, unit?: string): void {
  if (typeof value !== 'number' || !bounds || isWithin(value, bounds)) return;
  violations.push(`${path} must be ${bounds[0]} to ${bounds[1]}${unit ? ` ${unit}` : ''}, not ${value}`);
}
