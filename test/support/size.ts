/** The number of generated cases of a test: few in `npm test`, more in `npm run test:all`; with `FULL=1` a file takes minutes. */

const { FULL, ALL, REQUIRE_ALL } = process.env;

/** The number for this run. */
export function sized(quick: number, gate: number, full: number): number {
  if (FULL === '1') return full;
  return ALL === '1' || REQUIRE_ALL === '1' ? gate : quick;
}
