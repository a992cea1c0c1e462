/** How long the longest chain of selections is, spreads and inline fragments included: validation and execution recurse along it. */
import { anywhere } from './fold.ts';
import { nesting } from './text.ts';
import type { StructureLimit } from './shape.ts';

/** The nesting that fragments add to a document's brackets; what the caller reads is the same limit. */
export const chain: StructureLimit = {
  ...nesting,
  counts: 'levels of nesting, fragments included',
  max: ({ nestingMax }) => nestingMax,
  ...anywhere,
  empty: 0,
  join: Math.max,
  selection: (_, inner) => inner + 1,
};
