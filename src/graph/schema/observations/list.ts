/** The newest notes about a field, and the field of each. */
import { builder } from '../builder.ts';
import { resolvers } from '../../../executor/resolvers.ts';
import { Field } from '../field.ts';
import { assertWithin, knownWord, limitMax } from '../list-arguments.ts';
import { windowArguments } from '../windows/arguments.ts';
import { notesIn } from '../windows/windowed-lists.ts';
import { Observation, ObservationCategory } from './record.ts';
import { observationRecords } from '../windows/record-counts.ts';

builder.objectFields(Field, (t) => ({
  observations: t.field({
    type: [Observation],
    description:
      'Observations of the field, newest `observedAt` first. One written with an API key is visible only to keys of its account and mode.',
    args: {
      limit: t.arg.int({
        required: true,
        defaultValue: 25,
        description: 'Maximum number of observations, 1 to 100. Any other value is refused.',
      }),
      ...windowArguments(
        t,
        'Start of the window, inclusive, by `observedAt`.',
        'End of the window, exclusive, by `observedAt`.',
      ),
      category: t.arg({ type: ObservationCategory, description: 'Only observations of this category.' }),
    },
    // Of two more, one is for a service that does not filter by time.
    extensions: { upstreamCalls: 1, moreCallsWith: { since: 2, last: 2 }, records: observationRecords('limit') },
    resolve: async ({ id }, args, context) => {
      const { limit, category } = args;
      assertWithin('limit', limit, 1, limitMax);
      return (await notesIn(context, id, args, { limit, category: knownWord(category) })).observations;
    },
  }),
}));

builder.objectFields(Observation, (t) => ({
  field: t.field({
    type: Field,
    nullable: false,
    description: 'The field it is about.',
    extensions: { computedFrom: ['Observation.field_id'], isFieldOfRecord: true },
    resolve: resolvers.pure(({ field_id }) => ({ id: field_id })),
  }),
}));
