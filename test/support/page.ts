/** Before the tests: GraphiQL and the field page as their source has them now, where the product that they start looks for them. */
import { fileURLToPath } from 'node:url';
import { writeParts } from '../../package/parts.ts';

const built = Symbol.for('fieldgraph.pages');
/** Each project has a copy of this module: they share what is global. */
const shared = globalThis as { [built]?: Promise<void> };

/** Vitest calls it for each project, before any worker. */
export function setup(): Promise<void> {
  shared[built] ??= writeParts(fileURLToPath(new URL('../../dist', import.meta.url)));
  return shared[built];
}
