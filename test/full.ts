/**
 * `npm run test:full [-- NAME [arguments]]`: checks that take longer than the gate. Without a name, it runs all tests in full size,
 * including load and cluster tests, then Specmatic, until one fails.
 */
import { spawnSync } from 'node:child_process';

const vitest = ['npx', 'vitest', 'run', '--config', 'test/vitest.config.ts'];
const install = (folder: string) => ['npm', 'ci', '--prefix', folder];

const suites: Record<string, { env?: Record<string, string>; steps: string[][] }> = {
  tests: { env: { FULL: '1' }, steps: [vitest] },
  specmatic: { steps: [install('test/contract-tools'), ['node', 'test/contract-tools/run.ts']] },
  load: { env: { FULL: '1' }, steps: [[...vitest, 'test/load']] },
  cluster: { env: { FULL: '1' }, steps: [[...vitest, 'test/cluster']] },
  kill: { env: { FULL: '1' }, steps: [[...vitest, 'test/field-data/store/kill.test.ts']] },
  mcp: { env: { ALL: '1' }, steps: [install('test/mcp-clients'), [...vitest, 'test/end-to-end/mcp-clients.test.ts']] },
  image: { steps: [['deploy/prove-image.sh']] },
  mutation: { steps: [install('test/mutation'), ['node', 'test/mutation/run.ts']] },
};

const [name, ...rest] = process.argv.slice(2);
const chosen = name === undefined ? ['tests', 'specmatic'] : [name];
for (const each of chosen) {
  const suite = suites[each];
  if (suite === undefined) throw new Error(`${each} is none of ${Object.keys(suites).join(', ')}.`);
  for (const [at, [command = '', ...words]] of suite.steps.entries()) {
    const args = at === suite.steps.length - 1 ? [...words, ...rest] : words;
    const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...suite.env } });
    if (status !== 0) process.exit(status ?? 1);
  }
}
