/** Before the tests: the field page as its source has it now, where the product that they start looks for it. */
import { write } from '../../src/page/server/build.ts';

/** Vitest calls it once, before any worker. */
export async function setup(): Promise<void> {
  await write();
}
