/** One runner for every test; `FULL=1` runs the sizes that the issues name, the default keeps the whole suite in minutes. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  // The conditions of Node itself: with Vite's own, src and its libraries would load two copies of graphql.
  ssr: {
    resolve: {
      conditions: ['module-sync', 'node', 'import', 'default'],
      externalConditions: ['module-sync', 'node', 'import', 'default'],
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: process.env.FULL === '1' ? 600_000 : 60_000,
    hookTimeout: 60_000,
    // Most tests wait for processes and sockets: one worker fewer than cores leaves a machine of two half idle.
    maxWorkers: '100%',
    reporters: ['default', './test/support/gate-reporter.ts'],
    coverage: { include: ['src/**'] },
  },
});
