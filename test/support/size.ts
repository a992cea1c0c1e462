/** The sizes of tests: few generated cases in `npm test`, more in `npm run test:all`; with `FULL=1` a file takes minutes. */

const { FULL, ALL, REQUIRE_ALL } = process.env;

/** Whether tests run in full size. */
export const isFull = FULL === '1';

/** The size of this run. */
export const bySize = <Size>(short: Size, whole: Size): Size => (isFull ? whole : short);

/** The number for this run. */
export function sized(quick: number, gate: number, full: number): number {
  if (isFull) return full;
  return ALL === '1' || REQUIRE_ALL === '1' ? gate : quick;
}
