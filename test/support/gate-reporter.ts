/** Prints the one line the gate reads, last of all, above it what was skipped and how it is run, and refuses skipped tests where REQUIRE_ALL=1 says nothing may be missing. */
import type { Reporter, TestModule } from 'vitest/node';

export default class GateReporter implements Reporter {
  readonly #absentSuites: readonly string[];

  /** Knows the suites whose packages are not installed. */
  constructor({ absentSuites = [] }: { absentSuites?: readonly string[] } = {}) {
    this.#absentSuites = absentSuites;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let skipped = 0;
    const modulesSkipped = new Set<string>();
    let failed = unhandledErrors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'skipped') {
          skipped += 1;
          modulesSkipped.add(module.relativeModuleId);
        } else failed += 1;
      }
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
    }
    if (process.env.REQUIRE_ALL === '1' && skipped > 0) {
      failed += skipped;
      skipped = 0;
    }
    process.once('exit', () => {
      if (failed > 0) process.exitCode = 1;
      for (const folder of this.#absentSuites)
        process.stdout.write(`left out ${folder}: to run it, npm ci --prefix ${folder}\n`);
      for (const line of curesOf(modulesSkipped)) process.stdout.write(`${line}\n`);
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
    });
  }
}

/** What brings the tests of some files, by the beginning of their names; `.ci/run` does all of it. */
export const cures: readonly (readonly [folder: string, cure: string])[] = [
  ['test/examples/', 'npm ci --prefix examples'],
  ['test/schema/schema-lint', 'npm ci --prefix schema/lint'],
  ['test/cluster/', 'apt-get install postgresql-15 patroni etcd-server haproxy redis-server'],
  ['test/deploy/caches', 'apt-get install nginx varnish'],
  ['test/end-to-end/federation', 'npm ci --prefix test/mock'],
  ['test/end-to-end/mcp-clients', 'npm ci --prefix test/mcp-clients'],
  ['test/end-to-end/mock', 'npm ci --prefix test/mock'],
  ['test/field-data/store/version-before', 'git fetch --unshallow'],
  ['test/end-to-end/store-faults', 'be root, who may mount a small disk'],
  ['test/commands/doctor-errors', 'be root'],
];
const cureOfOthers = 'install Chromium at /usr/bin/chromium or name one by CHROMIUM_PATH';

/** A line for each thing that is missing, with the files it keeps from running. */
export function curesOf(modules: Iterable<string>): string[] {
  const byCure = Map.groupBy(modules, (id) => cures.find(([folder]) => id.startsWith(folder))?.[1] ?? cureOfOthers);
  return [...byCure].map(([cure, files]) => `skipped in ${files.join(', ')}: to run it, ${cure}`);
}
