/** Sums degree days day by day, and finds when the sum reaches a target. An unknown day adds nothing and is counted. */
import { tolerance } from './tolerance.ts';

/** Returns for each day the sum of the known days so far, and the number of unknown days. An unknown day is undefined. */
export function accumulate(additions: readonly (number | undefined)[]) {
  let accumulated = 0;
  let missing = 0;
  return additions.map((addition) => {
    if (addition === undefined) missing += 1;
    else accumulated += addition;
    return { addition, accumulated, missing };
  });
}

/** Finds when sums reach a target. */
export function reach(sums: ReturnType<typeof accumulate>, target: number) {
  const day = sums.findIndex(({ accumulated }) => accumulated >= target - tolerance);
  const last = sums.at(-1)?.accumulated ?? 0;
  return {
    /** The first day whose sum is the target or more; undefined where there is none. */
    day: day < 0 ? undefined : day,
    /** An earlier day is unknown, so the target was reached on `day` or before it: degree days are never negative. */
    isAtLatest: day >= 0 && (sums[day]?.missing ?? 0) > 0,
    /** The amount left at the end; an upper bound if days are unknown. */
    remaining: day < 0 ? target - last : 0,
  };
}
