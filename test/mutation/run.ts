/**
 * `npm run test:full -- mutation [--only TEXT …]`: changes modules that protect callers, one line at a time in a copy of the tree, and runs
 * the tests of that line. An unnoticed change fails the run unless survivors.json lists it with a reason. `--only` selects modules whose
 * path contains one of the texts. One worker: it takes hours for all, minutes for a module.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFlags } from '../../schema/sentences.ts';
import { type Mutant, readReport } from './report.ts';
import slices from './slices.json' with { type: 'json' };

const { values } = readFlags({ options: { only: { type: 'string', multiple: true, default: [''] } } });

const root = new URL('../..', import.meta.url).pathname;
const tools = `${root}test/mutation/node_modules/@stryker-mutator`;
const results = 'test-results/mutation';
const listed = JSON.parse(readFileSync(new URL('survivors.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, string>
>;

process.chdir(root);
// Left by an interrupted run.
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let unlisted = 0;
for (const slice of slices) {
  const modules = globSync(slice.modules).filter((path) => values.only.some((text) => path.includes(text)));
  if (modules.length === 0) continue;
  process.stdout.write(`\n${slice.name}\n`);
  const mutants = await mutate(slice.tests, modules);
  for (const module of modules.sort()) unlisted += report(module, mutants);
}
process.stdout.write(unlisted === 0 ? '\nNo unlisted survivors.\n' : `\n${unlisted} unlisted survivors.\n`);
process.exitCode = unlisted === 0 ? 0 : 1;

/** Runs Stryker over some modules of a slice. Throws if it does not finish. */
async function mutate(tests: string[], modules: string[]): Promise<Mutant[]> {
  const fileName = `${results}/report.json`;
  const config = {
    mutate: modules,
    testRunner: 'vitest',
    // Tests of commands change the working directory, which a thread may not.
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'forks' },
    plugins: [`${tools}/vitest-runner/dist/src/index.js`, `${root}test/mutation/prose.ts`],
    ignorers: ['prose'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 15_000,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'json'],
    jsonReporter: { fileName },
    tempDirName: `${results}/sandbox`,
    ignorePatterns: ['bench', 'examples', 'test-results'],
    disableTypeChecks: false,
    allowEmpty: true,
    fileLogLevel: 'off',
    logLevel: 'warn',
  };
  writeFileSync(`${results}/stryker.json`, JSON.stringify(config));
  const child = spawn(process.execPath, [`${tools}/core/bin/stryker.js`, 'run', `${results}/stryker.json`], {
    env: { ...process.env, MUTATION_TESTS: JSON.stringify(tests) },
    stdio: 'inherit',
  });
  // Otherwise Stryker and its workers would outlive a run that is ended by its process id.
  const end = () => child.kill();
  process.once('SIGTERM', end);
  const [code, signal] = await once(child, 'exit');
  process.off('SIGTERM', end);
  if (code !== 0) throw new Error(`Stryker ended with ${code ?? signal}.`);
  return readReport(fileName);
}

/** Prints the outcome of a module's mutants; returns the number of unlisted survivors. */
function report(module: string, all: Mutant[]): number {
  const mutants = all.filter(({ file, status }) => file === module && status !== 'ignored');
  const survivors = mutants.filter(({ status }) => status === 'survived');
  const reasons = listed[module] ?? {};
  const unknown = survivors.filter(({ name }) => !Object.hasOwn(reasons, name));
  const killed = mutants.length - survivors.length;
  const score = mutants.length === 0 ? 100 : Math.round((100 * killed) / mutants.length);
  process.stdout.write(
    `  ${module}: ${killed} of ${mutants.length} noticed (${score} %), ${survivors.length - unknown.length} listed\n`,
  );
  for (const { line, original, name } of unknown) {
    process.stdout.write(`    ${module}:${line}\n      - ${original}\n      + ${name}\n`);
  }
  const gone = Object.keys(reasons).filter((name) => !survivors.some((survivor) => survivor.name === name));
  for (const name of gone) process.stdout.write(`    listed, and noticed by now: ${name}\n`);
  return unknown.length;
}
