/** The project's own configuration, for the tests of one slice. */
import { defineConfig } from 'vitest/config';
import base from '../vitest.config.ts';

export default defineConfig({
  ...base,
  test: { ...base.test, include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'), reporters: [] },
});
