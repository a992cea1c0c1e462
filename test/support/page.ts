/** Before the tests: GraphiQL and the field page as their source has them now, where the product that they start looks for them. */
import { fileURLToPath } from 'node:url';
import { parts } from '../../package/parts.ts';

/** Vitest calls it once, before any worker. */
export async function setup(): Promise<void> {
  for (const part of parts) await part.write(fileURLToPath(new URL('../../dist', import.meta.url)));
}
