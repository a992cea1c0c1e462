/** The newest notes about a field. */
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { assertLimit, knownWord, windowArguments } from '../list-arguments.ts';
import { Observation, ObservationCategory } from './record.ts';

builder.objectFields(Field, (t) => ({
  observations: t.field({
    type: [Observation],
    nullable: { list: true, items: false },
    description: 'Notes about the field, newest first.',
    args: {
      limit: t.arg.int({ required: true, defaultValue: 25, description: 'At most this many, 1 to 100.' }),
      ...windowArguments(t, 'Only notes observed at or after this.', 'Only notes observed before this.'),
      category: t.arg({ type: ObservationCategory, description: 'Only notes of this category.' }),
    },
    extensions: { upstreamCalls: 1 },
    resolve: async ({ id }, { limit, from, to, category }, { loaders }) => {
      assertLimit(limit, 'limit');
      const page = await loaders.observations.load({
        field_id: id,
        limit,
        from: from ?? undefined,
        to: to ?? undefined,
        category: knownWord(category),
      });
      return page.observations;
    },
  }),
}));
