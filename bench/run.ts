/**
 * `npm run bench`: this gateway, its limits and its peers, in one run. The whole run rewrites RESULTS.md and chart.svg;
 * a narrowed one only prints. `npm run bench -- --help` lists what can be narrowed.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const installed = fileURLToPath(new URL('./node_modules', import.meta.url));
if (!existsSync(installed)) {
  console.error('The peers are not installed: run `npm ci --prefix bench` first.');
  process.exit(1);
}

// Only now: what follows imports the peers' packages.
const { suites, runBench } = await import('./bench.ts');
const { contestants } = await import('./contestants.ts');

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    contestants: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const listOf = (text: string | undefined) => text?.split(',').map((each) => each.trim());

if (values.help) {
  console.log(`npm run bench -- [flags]
  --quick               few contestants, short rounds: under two minutes
  --only A,B            of: ${suites.join(', ')}
  --contestants A,B     of: ${contestants.map(({ name }) => name).join(', ')}
  --write               rewrite RESULTS.md and chart.svg although the run was narrowed
  --rounds N            alternating rounds of each workload
  --seconds N           load of one contestant in one round, in seconds of its CPU`);
} else {
  await runBench({
    quick: values.quick,
    write: values.write,
    only: listOf(values.only),
    contestants: listOf(values.contestants),
    rounds: values.rounds === undefined ? undefined : Number(values.rounds),
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
  });
}
