/** One runner for every test; `FULL=1` runs the sizes that the issues name, the default keeps the whole suite in minutes. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: [],
    testTimeout: process.env.FULL === '1' ? 600_000 : 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/gate-reporter.ts'],
    coverage: { include: ['src/**'] },
  },
});
