/**
 * `npm run bench`: measures this gateway, its limits and its peers. A complete run rewrites RESULTS.md and chart.svg; a narrowed one
 * only prints. `-- --help` lists the flags, and `-- profile W2` shows where the CPU time goes.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readFlags } from '../schema/sentences.ts';

const installed = fileURLToPath(new URL('./node_modules', import.meta.url));
if (!existsSync(installed)) {
  console.error('The peers are not installed: run `npm ci --prefix bench` first.');
  process.exit(1);
}

if (process.argv[2] === 'profile') {
  process.argv.splice(2, 1);
  await import('./profile.ts');
  process.exit();
}

// Imported only now, because these modules load the packages of the peers.
const { runBench } = await import('./bench.ts');
const { suites } = await import('./lineup.ts');
const { contestants } = await import('./contestants.ts');

const { values } = readFlags({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    contestants: { type: 'string' },
    against: { type: 'string' },
    starts: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    resume: { type: 'string' },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const listOf = (text: string | undefined) => text?.split(',').map((each) => each.trim());
const positive = (flag: 'starts' | 'rounds' | 'seconds' | 'minutes') => {
  const text = values[flag];
  if (text === undefined) return undefined;
  const value = Number(text);
  const isCount = flag === 'starts' || flag === 'rounds';
  if (value > 0 && (!isCount || Number.isInteger(value))) return value;
  console.error(`--${flag} takes a ${isCount ? 'whole number' : 'number'} above 0, not ${text}.`);
  process.exit(1);
};

if (values.help) {
  console.log(`npm run bench -- [flags] | profile [workload]
  --quick               few contestants, few starts: some three minutes
  --only A,B            of: ${suites.join(', ')}
  --contestants A,B     of: ${contestants.map(({ name }) => name).join(', ')};
                        fieldgraph and its control are in every run, '--contestants control' runs only them
  --against COMMIT      an earlier commit of this gateway, next to today's working tree
  --starts N            how often each contestant is started; more resolve smaller differences
  --rounds N            rounds of each start
  --seconds N           a part of a round lasts N seconds
  --minutes N           nothing is started after N minutes; a whole run has 42
  --seed TEXT           the order of starts and rounds of an earlier run
  --resume FILE         go on with a run that was broken off, from its file in results/: what it has is not measured again
  --again               with --resume: measure what that run has as well, and add it as rows of their own
  --write               rewrite RESULTS.md and chart.svg although the run was narrowed`);
} else {
  await runBench({
    quick: values.quick,
    write: values.write,
    only: listOf(values.only),
    contestants: listOf(values.contestants),
    against: values.against,
    starts: positive('starts'),
    rounds: positive('rounds'),
    seconds: positive('seconds'),
    minutes: positive('minutes'),
    seed: values.seed,
    resume: values.resume,
    again: values.again,
  });
}
