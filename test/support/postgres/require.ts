/** For files that need PostgreSQL: skips their tests with a message if the run has none. */
import { beforeEach, inject } from 'vitest';

beforeEach(({ skip }) => {
  if (!inject('postgres')) skip('there is no PostgreSQL');
});
