/** Notes as a Relay connection over the service's cursors. It states one a page; those of the notes before the last are their ids. */
import { resolvers } from '../../../executor/resolvers.ts';
import { builder } from '../builder.ts';
import type { Observation as ObservationShape } from '../../reads/observations.ts';
import { assertLimit, knownWord, limitMax } from '../list-arguments.ts';
import { windowArgumentsOfPages } from '../windows/arguments.ts';
import { notesIn } from '../windows/windowed-lists.ts';
import { Field } from '../field.ts';
import { Observation, ObservationCategory } from './record.ts';
import { observationRecords } from '../windows/record-counts.ts';

interface ConnectionShape {
  notes: ObservationShape[];
  edges: EdgeShape[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

interface EdgeShape {
  cursor: string;
  node: ObservationShape;
}

const PageInfo = builder.objectRef<ConnectionShape>('PageInfo').implement({
  description: 'Position of a page in its list (Relay Cursor Connections).',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { nullable: false, description: 'Whether older observations follow.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { nullable: false, description: 'Whether `after` was set.' }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first edge; null on an empty page.',
      resolve: resolvers.pure(({ edges }) => edges[0]?.cursor),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last edge: pass it as `after` for the next page; null on an empty page.',
      resolve: resolvers.pure(({ edges }) => edges.at(-1)?.cursor),
    }),
  }),
});

const ObservationEdge = builder.objectRef<EdgeShape>('ObservationEdge').implement({
  description: 'An observation and its cursor.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { nullable: false, description: 'An opaque string. Do not build one.' }),
    node: t.expose('node', { type: Observation, nullable: false, description: 'The observation.' }),
  }),
});

const ObservationConnection = builder.objectRef<ConnectionShape>('ObservationConnection').implement({
  description: 'A page of observations, newest first.',
  fields: (t) => ({
    edges: t.field({
      type: [ObservationEdge],
      nullable: false,
      description: 'The observations with their cursors.',
      resolve: resolvers.property('edges'),
    }),
    nodes: t.field({
      type: [Observation],
      nullable: false,
      description: 'The observations without their cursors.',
      resolve: resolvers.property('notes'),
    }),
    pageInfo: t.field({
      type: PageInfo,
      nullable: false,
      description: 'Whether there is more.',
      resolve: resolvers.pure((page) => page),
    }),
  }),
});

builder.objectFields(Field, (t) => ({
  observationsConnection: t.field({
    type: ObservationConnection,
    nullable: true,
    description:
      'Observations of the field, newest first, page by page. New observations do not shift pages: the next page continues after the cursor.',
    args: {
      first: t.arg.int({
        extensions: { parameter: 'limit' },
        required: true,
        defaultValue: 25,
        description: 'At most this many, 1 to 100.',
      }),
      after: t.arg.string({
        extensions: { parameter: 'cursor' },
        description: 'Cursor to continue after: `endCursor` of the page before. Do not build one.',
      }),
      ...windowArgumentsOfPages(
        t,
        'Start of the window, inclusive, by `observedAt`.',
        'End of the window, exclusive, by `observedAt`.',
      ),
      category: t.arg({ type: ObservationCategory, description: 'Only observations of this category.' }),
    },
    // The second is for a service that does not say whether more follow.
    extensions: { upstreamCalls: 2, moreCallsWith: { since: 1 }, records: observationRecords('first') },
    resolve: async ({ id }, { first, after, category, ...window }, context) => {
      assertLimit(first, 'first');
      const query = { cursor: after ?? undefined, category: knownWord(category) };
      const { observations, hasMore, nextCursor } = await notesIn(context, id, window, { ...query, limit: first });
      const countNotes = async (limit: number) => {
        const page = await notesIn(context, id, window, { ...query, limit });
        await page.observations.load();
        return page.observations.items().length;
      };
      // Request one more of a service that does not say whether more follow; at its limit, there may be.
      const hasNextPage = hasMore ?? (first === limitMax || (await countNotes(first + 1)) > first);
      await observations.load();
      const notes = observations.items();
      const edges = notes.map((node) => ({ cursor: node.id, node }));
      const last = edges.at(-1);
      if (last && nextCursor !== undefined) last.cursor = nextCursor;
      return { notes, edges, hasNextPage, hasPreviousPage: after !== null && after !== undefined };
    },
  }),
}));
