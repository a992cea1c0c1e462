/** One seed for every property test: a run that fails today fails tomorrow. `FUZZ_SEED` tries another. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_121) });
