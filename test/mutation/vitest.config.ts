/** The project's own configuration, for the tests of one slice. */
import { defineConfig } from 'vitest/config';
import base from '../vitest.config.ts';

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // One process, one store: what is slow is run once.
    projects: undefined,
    setupFiles: ['test/support/setup.ts'],
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    reporters: [],
  },
});
