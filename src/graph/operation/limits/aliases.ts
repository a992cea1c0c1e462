/** How many aliases an operation has: each may run the same field once more. */
import { Kind } from 'graphql';
import { anywhere } from './fold.ts';
import { addUp } from './limit.ts';
import type { StructureLimit } from './shape.ts';

/** Counts an alias in a fragment once for each place the fragment is spread in. */
export const aliases: StructureLimit = {
  name: 'ALIASES_MAX',
  counts: 'aliases',
  advice: 'Ask for several fields at once with fields(ids: […]), or split the operation.',
  max: ({ aliasesMax }) => aliasesMax,
  ...anywhere,
  empty: 0,
  join: addUp,
  selection: (node, inner) => (node.kind === Kind.FIELD && node.alias ? addUp(1, inner) : inner),
};
