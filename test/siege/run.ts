/**
 * `npm run test:full -- load [--only TEXT] [--short]`: every scenario whole, its figures beside their bounds as they come.
 * Exit code 1 where one is not kept.
 */
import { parseArgs } from 'node:util';
import { type Figure, isKept } from './scenario.ts';
import { scenarios } from './scenarios.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, short: { type: 'boolean' } } });

let broken = 0;
for (const { title, run } of scenarios.filter((scenario) => scenario.title.includes(values.only))) {
  process.stdout.write(`\n${title}\n`);
  for (const figure of await run(values.short ? 'short' : 'whole')) {
    if (!isKept(figure)) broken += 1;
    process.stdout.write(`  ${isKept(figure) ? 'kept  ' : 'BROKEN'}  ${describe(figure)}\n`);
  }
}
process.stdout.write(broken === 0 ? '\nEvery bound is kept.\n' : `\n${broken} bounds are broken.\n`);
process.exitCode = broken === 0 ? 0 : 1;

function describe({ what, value, unit, atMost, atLeast }: Figure): string {
  const bounds = [
    atLeast === undefined ? [] : `at least ${atLeast}`,
    atMost === undefined ? [] : `at most ${atMost}`,
  ].flat();
  const shown = Math.round(value * 100) / 100;
  return `${what}: ${shown}${unit && ` ${unit}`}${bounds.length > 0 ? ` (${bounds.join(', ')})` : ''}`;
}
