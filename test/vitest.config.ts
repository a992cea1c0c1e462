/**
 * One runner for every test; `FULL=1` runs the sizes that the issues name, the default keeps the whole suite in minutes. What holds of every
 * store runs twice: as part of all, over SQLite, and once more over PostgreSQL.
 */
import { defineConfig } from 'vitest/config';

const ofEveryStore = [
  'test/commands/{command-usage,commands}.test.ts',
  'test/field-data/{records/keys,requests/idempotency,store/kill}.test.ts',
  'test/field-data/routes/{batch-read,earth-observations,list-observations,visibility,weather}.test.ts',
  'test/field-data/import/transfers.test.ts',
  'test/end-to-end/observation-round-trip.test.ts',
];
const ofPostgres = ['test/field-data/store/postgres/*.test.ts'];

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  // The conditions of Node itself: with Vite's own, src and its libraries would load two copies of graphql. `import` is not among them: it
  // would reach what is required too, and give pg the module of pg-pool for its class.
  ssr: { resolve: { conditions: ['module-sync', 'node'], externalConditions: ['module-sync', 'node'] } },
  test: {
    testTimeout: process.env.FULL === '1' ? 600_000 : 60_000,
    hookTimeout: 60_000,
    // Most tests wait for processes and sockets: one worker fewer than cores leaves a machine of two half idle.
    maxWorkers: '100%',
    reporters: ['default', './test/support/gate-reporter.ts'],
    coverage: { include: ['src/**'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ofPostgres],
          globalSetup: ['test/support/page.ts'],
          setupFiles: ['test/support/seed.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgresql',
          include: [...ofEveryStore, ...ofPostgres],
          env: { TEST_STORE: 'postgresql' },
          globalSetup: ['test/support/postgres/global-setup.ts'],
          setupFiles: ['test/support/seed.ts', 'test/support/postgres/require.ts'],
        },
      },
    ],
  },
});
