/** How many selections an operation has once its fragments are spread out: what stops fragments that double at each level. */
import { anywhere } from './fold.ts';
import { addUp } from './limit.ts';
import type { StructureLimit } from './shape.ts';

/** Counts fields, inline fragments and spreads, each as often as it is reached. */
export const selections: StructureLimit = {
  name: 'SELECTIONS_MAX',
  counts: 'selections, with its fragments spread out',
  advice: 'Spread large fragments in fewer places, or split the operation.',
  max: ({ selectionsMax }) => selectionsMax,
  ...anywhere,
  empty: 0,
  join: addUp,
  selection: (_, inner) => addUp(1, inner),
};
