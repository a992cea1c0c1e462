/** The project's own configuration, for the tests of one slice. */
import { defineConfig } from 'vitest/config';
import base, { ofMocks } from '../vitest.config.ts';

const include: string[] = JSON.parse(process.env.MUTATION_TESTS ?? '[]');

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // One process and one store, so that slow tests run once.
    projects: [
      {
        extends: true,
        test: { name: 'shared', include, isolate: true, exclude: ofMocks, setupFiles: ['test/support/setup.ts'] },
      },
      {
        extends: true,
        test: { name: 'mocks', include: ofMocks, isolate: true, setupFiles: ['test/support/setup.ts'] },
      },
    ],
    reporters: [],
  },
});
