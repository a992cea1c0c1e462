/** How many generated cases a test runs: few in `npm test`, more in `npm run test:all`, and with `FULL=1` so many that a file takes minutes. */

const { FULL, ALL, REQUIRE_ALL } = process.env;

/** The number for this run. */
export function sized(quick: number, gate: number, full: number): number {
  if (FULL === '1') return full;
  return ALL === '1' || REQUIRE_ALL === '1' ? gate : quick;
}
