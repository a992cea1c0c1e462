/** Before each test file: one seed for every property test, so that a failed run can be repeated. `FUZZ_SEED` sets another. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { closeOpened } from './file-end.ts';

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_121) });
afterAll(closeOpened);
