/** Prints the one line the gate reads, last of all, and refuses skipped tests where REQUIRE_ALL=1 says nothing may be missing. */
import type { Reporter, TestModule } from 'vitest/node';

export default class GateReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let skipped = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'skipped') skipped += 1;
        else failed += 1;
      }
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
    }
    if (process.env.REQUIRE_ALL === '1' && skipped > 0) {
      failed += skipped;
      skipped = 0;
    }
    process.once('exit', () => {
      if (failed > 0) process.exitCode = 1;
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
    });
  }
}
