/** Builds GraphiQL and the field page from their current source before the tests, where a started product looks for them. */
import { fileURLToPath } from 'node:url';
import { writeParts } from '../../package/parts.ts';

const built = Symbol.for('fieldgraph.pages');
/** Each project has its own copy of this module: only globals are shared. */
const shared = globalThis as { [built]?: Promise<void> };

/** Vitest calls it for each project, before any worker. */
export function setup(): Promise<void> {
  shared[built] ??= writeParts(fileURLToPath(new URL('../../dist', import.meta.url)));
  return shared[built];
}
