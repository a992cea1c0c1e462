/**
 * A season of one index: its peak, its area, its latest change, and how the field's own earlier years stood on the same days.
 * Between two clear scenes the index is taken as a straight line; a scene that is not clear is a gap, never a zero.
 */
import { dayMs } from '../platform/time/instant.ts';

/** What one scene says of the index: milliseconds, and its mean over the field, null where nothing is clear. */
export interface IndexScene {
  atMs: number;
  mean: number | null;
}

export type ClearScene = IndexScene & { mean: number };

export function isClear<Scene extends IndexScene>(scene: Scene): scene is Scene & ClearScene {
  return scene.mean !== null;
}

/** Shapes the scenes of a season, oldest first. `floor` is the index of bare soil, or what else is not to count in the area. */
export function shapeSeason<Scene extends IndexScene>(scenes: readonly Scene[], floor: number) {
  const clear = scenes.filter(isClear);
  const steps = clear.slice(1).map((scene, index) => stepOf(clear[index] ?? scene, scene, floor));
  const last = steps.at(-1);
  const peak: Scene | null = clear.toSorted((one, other) => other.mean - one.mean)[0] ?? null;
  return {
    clearScenes: clear.length,
    /** Scenes without a mean. */
    missingScenes: scenes.length - clear.length,
    /** The longest time between two clear scenes that follow each other, days; null below two. */
    longestGapDays: last ? Math.max(...steps.map(({ days }) => days)) : null,
    /** The clear scene with the highest mean, the first of equals. */
    peak,
    /** Index times days, above the floor; null below two clear scenes. */
    area: last ? steps.reduce((sum, { area }) => sum + area, 0) : null,
    /** The latest clear scene less the one before; null below two. */
    change: last?.change ?? null,
    /** Days between those two. */
    changeDays: last?.days ?? null,
  };
}

function stepOf(before: ClearScene, after: ClearScene, floor: number) {
  const days = (after.atMs - before.atMs) / dayMs;
  return {
    days,
    change: after.mean - before.mean,
    area: areaAbove(before.mean - floor, after.mean - floor) * days,
  };
}

/** Mean height above zero of a straight line from one height to another, which may cross zero. */
function areaAbove(from: number, to: number): number {
  if (from >= 0 && to >= 0) return (from + to) / 2;
  const high = Math.max(from, to);
  return high <= 0 ? 0 : (high * high) / (2 * Math.abs(to - from));
}

/**
 * The index at an instant by a straight line between the clear scenes on either side of it, oldest first. Null where there is none on a
 * side, or they lie more than `maxGapDays` apart. A scene of that very instant stands for itself.
 */
export function indexAt(clear: readonly ClearScene[], atMs: number, maxGapDays: number): number | null {
  const at = countBefore(clear, atMs);
  const before = clear[at - 1];
  const after = clear[at];
  if (after?.atMs === atMs) return after.mean;
  if (before === undefined || after === undefined) return null;
  const span = after.atMs - before.atMs;
  if (span > maxGapDays * dayMs) return null;
  return before.mean + ((after.mean - before.mean) * (atMs - before.atMs)) / span;
}

/** How many scenes are before an instant. By bisection: each of several years may have tens of thousands. */
function countBefore(scenes: readonly IndexScene[], atMs: number): number {
  let low = 0;
  let high = scenes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((scenes[middle] as IndexScene).atMs < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The mean of earlier years (1 back first) at the same month, day and time, and how many are known. 29 February counts as 28 February. The
 * mean is null where no year is known.
 */
export function earlierAt(years: readonly (readonly ClearScene[])[], atMs: number, maxGapDays: number) {
  const known = years
    .map((scenes, index) => indexAt(scenes, yearsBefore(atMs, index + 1), maxGapDays))
    .filter((mean) => mean !== null);
  const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  return { mean, years: known.length };
}

/** The same month, day and time in UTC, so many years before; 29 February is 28 February where the year has none. */
export function yearsBefore(ms: number, years: number): number {
  const moved = new Date(ms);
  const month = moved.getUTCMonth();
  moved.setUTCFullYear(moved.getUTCFullYear() - years);
  // What does not exist that year has become 1 March.
  if (moved.getUTCMonth() !== month) moved.setUTCDate(0);
  return moved.getTime();
}
