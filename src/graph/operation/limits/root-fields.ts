/** How many root fields an operation has, those in fragments included. */
import { Kind } from 'graphql';
import { anywhere } from './fold.ts';
import { addUp } from './limit.ts';
import type { StructureLimit } from './shape.ts';

/** Counts a field as one, whatever it encloses. */
export const rootFields: StructureLimit = {
  name: 'ROOT_FIELDS_MAX',
  counts: 'root fields',
  advice: 'Ask for several fields at once with fields(ids: […]), or split the operation.',
  max: ({ rootFieldsMax }) => rootFieldsMax,
  ...anywhere,
  empty: 0,
  join: addUp,
  selection: (node, inner) => (node.kind === Kind.FIELD ? 1 : inner),
};
