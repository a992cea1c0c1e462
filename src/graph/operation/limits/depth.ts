/** How many fields deep an operation goes. The introspection query of graphql-js and GraphiQL is 15 deep. */
import { Kind } from 'graphql';
import { anywhere } from './fold.ts';
import type { StructureLimit } from './shape.ts';

/** Counts fields only: a fragment is as deep as the fields in it. */
export const depth: StructureLimit = {
  name: 'DEPTH_MAX',
  counts: 'levels of fields',
  advice: 'Select fewer levels, and ask for the rest in a second operation.',
  max: ({ depthMax }) => depthMax,
  ...anywhere,
  empty: 0,
  join: Math.max,
  selection: (node, inner) => (node.kind === Kind.FIELD ? inner + 1 : inner),
};
