/** Before the tests: the field page as its source has it now, where the product that they start looks for it. */
import { buildPage, writePage } from '../../package/build-page.ts';

/** Vitest calls it once, before any worker. */
export async function setup(): Promise<void> {
  writePage(await buildPage());
}
