/**
 * Prints the summary line that the gate reads, below skipped tests and files left out, and how to run them. REQUIRE_ALL=1 counts skipped
 * tests as failed.
 */
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export default class GateReporter implements Reporter {
  readonly #absentSuites: readonly string[];
  readonly #leftOut: readonly string[];

  /** `absentSuites` are those whose packages are not installed, and `leftOut` the files that only `npm run test:all` runs. */
  constructor({
    absentSuites = [],
    leftOut = [],
  }: {
    absentSuites?: readonly string[];
    leftOut?: readonly string[];
  } = {}) {
    this.#absentSuites = absentSuites;
    this.#leftOut = leftOut;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const tasks = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const errors = [...unhandledErrors, ...tasks.flatMap((task) => task.errors())].length;
    const allSkipped = tests.filter((test) => test.result().state === 'skipped');
    const modulesSkipped = new Set(allSkipped.map(({ module }) => module.relativeModuleId));
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const skipped = process.env.REQUIRE_ALL === '1' ? 0 : allSkipped.length;
    const failed = errors + tests.length - passed - skipped;
    process.once('exit', () => {
      if (failed > 0) process.exitCode = 1;
      for (const folder of this.#absentSuites)
        process.stdout.write(`left out ${folder}: to run it, npm ci --prefix ${folder}\n`);
      for (const line of [...hintOf(this.#leftOut, process.argv), ...curesOf(modulesSkipped)])
        process.stdout.write(`${line}\n`);
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
    });
  }
}

/** The line on the files left out under the paths of a command line of `npm test`; none if there are no such files. */
export function hintOf(leftOut: readonly string[], commandLine: readonly string[]): string[] {
  const words = commandLine.slice(commandLine.indexOf('test/vitest.config.ts') + 1);
  const paths = words.filter((word) => !word.startsWith('-')).map((word) => relative('.', word).replace(/:\d+$/, ''));
  const { length } = leftOut.filter((file) => paths.length === 0 || paths.some((path) => file.includes(path)));
  return length > 0 ? [`left out files that start processes (${length}): npm run test:all -- PATH runs them`] : [];
}

const examples = 'npm ci --prefix examples';

/** Requirements of tests, by the beginning of the names of their files; `.ci/run` installs all of them. */
export const cures: readonly (readonly [folder: string, cure: string])[] = [
  ['test/examples/', examples],
  ['test/client/client-package', `${examples} && npm ci --prefix test/package`],
  ['test/client/', examples],
  ['test/schema/manual', examples],
  ['test/browser/', `${examples}, and Chromium at /usr/bin/chromium or the path in CHROMIUM_PATH`],
  ['test/schema/schema-lint', 'npm ci --prefix schema/lint'],
  ['test/cluster/', 'apt-get install postgresql-15 patroni etcd-server haproxy redis-server'],
  ['test/deploy/', 'apt-get install haproxy nginx prometheus systemd varnish'],
  ['test/end-to-end/outages', 'apt-get install redis-server'],
  ['test/end-to-end/shared-limits', 'apt-get install redis-server, on a machine with IPv6'],
  ['test/end-to-end/federation', 'npm ci --prefix test/mock'],
  ['test/end-to-end/mcp-clients', 'npm ci --prefix test/mcp-clients'],
  ['test/end-to-end/mock', 'npm ci --prefix test/mock'],
  ['test/field-data/store/version-before', 'git fetch --unshallow'],
  ['test/end-to-end/store-failures', 'be root, who may mount a small disk'],
  ['test/commands/doctor-errors', 'be root'],
  ['test/commands/doctor-next-steps', 'be root, and apt-get install openssl redis-server'],
  ['test/graph/upstream/wire/tls', 'apt-get install openssl'],
  ['test/commands/copies', 'be root, who may mount a small disk'],
  ['test/commands/first-process', 'be root, who may start a first process'],
  ['test/commands/commands', 'use Linux'],
  ['test/package/node-version', 'use Linux on x64'],
];
const cureOfOthers = 'choose it: nothing is missing';

/** A line for each missing requirement, with the files that were skipped for it. */
export function curesOf(modules: Iterable<string>): string[] {
  const byCure = Map.groupBy(modules, (id) => cures.find(([folder]) => id.startsWith(folder))?.[1] ?? cureOfOthers);
  return [...byCure].map(([cure, files]) => `skipped in ${files.join(', ')}: to run it, ${cure}`);
}
