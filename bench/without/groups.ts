/** Every field a call of its own. */
import type { groupReads as original } from './originals.ts';

export const groupReads: typeof original = () => ({
  layer: (next) => next,
  allow: () => {},
  fieldsMax: 1,
});
