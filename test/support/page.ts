/** Before the tests: GraphiQL and the field page as their source has them now, where the product that they start looks for them. */
import { fileURLToPath } from 'node:url';
import { parts } from '../../package/parts.ts';

const built = Symbol.for('fieldgraph.pages');
/** Each project has a copy of this module: they share what is global. */
const shared = globalThis as { [built]?: Promise<void> };

/** Vitest calls it for each project, before any worker. */
export function setup(): Promise<void> {
  shared[built] ??= build();
  return shared[built];
}

async function build(): Promise<void> {
  for (const part of parts) await part.write(fileURLToPath(new URL('../../dist', import.meta.url)));
}
