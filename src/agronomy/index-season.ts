/**
 * A season of one index: its peak, area and latest change, and the field's own earlier years on the same days. The index is interpolated
 * linearly between two clear scenes. A scene that is not clear is a gap, never a zero.
 */
import { countWhile } from '../platform/lists/count-while.ts';
import { dayMs, hourMs } from '../platform/time/instant.ts';

/** The index of one scene: its times in milliseconds, and its mean over the field, null if no part is clear. */
export interface IndexScene {
  atMs: number;
  /** 0 if unknown. */
  processedMs: number;
  mean: number | null;
}

type ClearScene = IndexScene & { mean: number };

const isClear = <Scene extends IndexScene>(scene: Scene): scene is Scene & ClearScene => scene.mean !== null;

/**
 * The clear scenes, oldest first as they come. Of those less than an hour after the first, which are tiles or versions of one pass, only
 * the one processed last stays, or else the last.
 */
export function clearPasses<Scene extends IndexScene>(scenes: readonly Scene[]): (Scene & ClearScene)[] {
  const passes: (Scene & ClearScene)[] = [];
  let firstMs = Number.NEGATIVE_INFINITY;
  for (const scene of scenes.filter(isClear)) {
    if (scene.atMs - firstMs >= hourMs) {
      firstMs = scene.atMs;
      passes.push(scene);
    } else if (scene.processedMs >= (passes.at(-1)?.processedMs ?? 0)) passes[passes.length - 1] = scene;
  }
  return passes;
}

/** Computes the shape of a season from its scenes, oldest first. The area counts only values above `floor`, such as that of bare soil. */
export function shapeSeason<Scene extends IndexScene>(scenes: readonly Scene[], floor: number) {
  const clear = clearPasses(scenes);
  const steps = clear.slice(1).map((scene, index) => stepOf(clear[index] ?? scene, scene, floor));
  const last = steps.at(-1);
  const peak: Scene | null = clear.toSorted((one, other) => other.mean - one.mean)[0] ?? null;
  return {
    clearScenes: clear.length,
    /** Scenes without a mean. */
    missingScenes: scenes.filter((scene) => !isClear(scene)).length,
    /** The longest time between two consecutive clear scenes, days; null below two. */
    longestGapDays: last ? Math.max(...steps.map(({ days }) => days)) : null,
    /** The clear scene with the highest mean, the first of equals. */
    peak,
    /** Index times days, above the floor; null below two clear scenes. */
    area: last ? steps.reduce((sum, { area }) => sum + area, 0) : null,
    /** The latest clear scene minus the one before; null below two. */
    change: last?.change ?? null,
    /** Days between those two. */
    changeDays: last?.days ?? null,
  };
}

function stepOf(before: ClearScene, after: ClearScene, floor: number) {
  const days = (after.atMs - before.atMs) / dayMs;
  return { days, change: after.mean - before.mean, area: areaAbove(before.mean - floor, after.mean - floor) * days };
}

/** Mean height above zero of a straight line from one height to another, which may cross zero. */
function areaAbove(from: number, to: number): number {
  if (from >= 0 && to >= 0) return (from + to) / 2;
  const high = Math.max(from, to);
  return high <= 0 ? 0 : (high * high) / (2 * Math.abs(to - from));
}

/**
 * Interpolates the index at an instant linearly between the clear scenes on either side, oldest first. Null if a side has no scene, or
 * they are more than `maxGapDays` apart. If a scene has that very instant, returns its mean.
 */
export function indexAt(clear: readonly ClearScene[], atMs: number, maxGapDays: number): number | null {
  // Bisects: each of several years may have tens of thousands of scenes.
  const at = countWhile(clear.length, (index) => (clear[index] as ClearScene).atMs < atMs);
  const before = clear[at - 1];
  const after = clear[at];
  if (after?.atMs === atMs) return after.mean;
  if (before === undefined || after === undefined) return null;
  const span = after.atMs - before.atMs;
  if (span > maxGapDays * dayMs) return null;
  return before.mean + ((after.mean - before.mean) * (atMs - before.atMs)) / span;
}

/**
 * The mean of earlier years at the same month, day and time, and how many are known, of `years` years before. 29 February
 * counts as 28 February. The mean is null if no year is known.
 */
export function earlierAt(clear: readonly ClearScene[], years: number, atMs: number, maxGapDays: number) {
  const known = Array.from({ length: years }, (_, back) =>
    indexAt(clear, yearsBefore(atMs, back + 1), maxGapDays),
  ).filter((mean) => mean !== null);
  const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  return { mean, years: known.length };
}

/** Returns the same month, day and time in UTC, `years` earlier. 29 February becomes 28 February in a year without it. */
export function yearsBefore(ms: number, years: number): number {
  const moved = new Date(ms);
  const month = moved.getUTCMonth();
  moved.setUTCFullYear(moved.getUTCFullYear() - years);
  // Date turns 29 February into 1 March in a year without it.
  if (moved.getUTCMonth() !== month) moved.setUTCDate(0);
  return moved.getTime();
}
