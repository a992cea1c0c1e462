/** Observations, newest first, as a list or by page, and the field of each. The service sends one cursor a page: other cursors are ids. */
import { builder } from '../builder.ts';
import type { ByteList } from '../../../executor/byte-list.ts';
import { resolvers } from '../../../executor/resolvers.ts';
import { Field } from '../field.ts';
import { GatewayError, invalidArgument, malformed } from '../../errors/gateway-error.ts';
import { inTurns, orNull, shownType } from '../field-builders.ts';
import type { Observation as ObservationShape } from '../../reads/observations.ts';
import { assertWithin, knownWord, limitMax } from '../list-arguments.ts';
import { windowArguments, windowArgumentsOfPages } from '../windows/arguments.ts';
import { observationsIn } from '../windows/windowed-lists.ts';
import { Observation, ObservationCategory } from './record.ts';
import { observationRecords } from '../windows/record-counts.ts';

const byObservedAt = [
  'Start of the window, inclusive, by `observedAt`.',
  'End of the window, exclusive, by `observedAt`. At most 366 days after `from`, if both are given.',
] as const;

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
      ...windowArguments(t, ...byObservedAt),
      category: t.arg({ type: ObservationCategory, description: 'Only observations of this category.' }),
    },
    // One more call is for a service that does not filter by time.
    extensions: {
      upstreamCalls: 1,
      moreCallsWith: { since: 1, last: 1 },
      timezoneWith: ['since', 'last'],
      records: observationRecords('limit'),
    },
    resolve: ({ id }, args, context) => {
      const { limit } = args;
      assertWithin('limit', limit, 1, limitMax);
      const category = knownWord(args.category);
      const ofMaximumSize = async () => {
        const { observations, isShort } = await observationsIn(context, id, args, { limit: limitMax, category });
        const items = (await observations.loadItems()).slice(0, limit);
        if (isShort && items.length < limit) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA', { message: inPages });
        return observations.with(items);
      };
      // The service applies the limit before the filters: a page of maximum size may have enough matches.
      return observationsIn(context, id, args, { limit, category }).then((page) =>
        page.isShort ? ofMaximumSize() : page.observations,
      );
    },
  }),
}));

builder.objectFields(Observation, (t) => ({
  field: t.field({
    type: Field,
    nullable: false,
    description: 'The field it is about.',
    extensions: { isFieldOfRecord: true },
    resolve: resolvers.computed('field_id', (id: string) => ({ id })),
  }),
}));

const inPages = 'The Field Data Service returned only part of the list. Request it by observationsConnection.';

/** Each field of a query repeats the cursor in a URL. */
const cursorLengthMax = 2_000;

type Connection = ReturnType<typeof connectionOf>;

const PageInfo = shownType<Connection['pageInfo']>(
  'PageInfo',
  'Position of a page in its list (Relay Cursor Connections).',
  {
    hasNextPage: ['Boolean', 'Whether older observations follow.'],
    hasPreviousPage: ['Boolean', 'Whether `after` was set.'],
    startCursor: [
      orNull('String'),
      'Cursor of the first edge; null on an empty page. Services may refuse it as `after`: pass `endCursor`.',
    ],
    endCursor: [
      orNull('String'),
      'Pass it as `after` for the next page. The cursor of the last edge; on an empty page, null unless more follow.',
    ],
  },
);

const ObservationEdge = shownType<{ cursor: string; node: ObservationShape }>(
  'ObservationEdge',
  'An observation and its cursor.',
  {
    cursor: [
      'String',
      'An opaque string. Only `endCursor` of a page with `hasNextPage` is sure to work as `after` over any service.',
    ],
    node: [Observation, 'The observation.'],
  },
);

const ObservationConnection = shownType<Connection>('ObservationConnection', 'A page of observations, newest first.', {
  edges: [inTurns(ObservationEdge), 'The observations with their cursors.'],
  nodes: [inTurns(Observation), 'The observations without their cursors.'],
  pageInfo: [PageInfo, 'Whether there is more.'],
});

builder.objectFields(Field, (t) => ({
  observationsConnection: t.field({
    type: ObservationConnection,
    description:
      '`observations`, page by page. New observations do not shift pages: the next page continues after the cursor.',
    args: {
      first: t.arg.int({
        extensions: { parameter: 'limit' },
        required: true,
        defaultValue: 25,
        description: 'Maximum number of observations in a page, 1 to 100. Any other value is refused.',
      }),
      after: t.arg.string({
        extensions: { parameter: 'cursor' },
        description:
          'Cursor to continue after: `endCursor` of the page before, at most 2,000 characters. Do not build one.',
      }),
      ...windowArgumentsOfPages(t, ...byObservedAt),
      category: t.arg({ type: ObservationCategory, description: 'Only observations of this category.' }),
    },
    // The second call is for a service that does not say whether more follow.
    extensions: { upstreamCalls: 2, timezoneWith: ['since'], records: observationRecords('first') },
    resolve: async ({ id }, { first, after, category, ...window }, context) => {
      assertWithin('first', first, 1, limitMax);
      if ((after?.length ?? 0) > cursorLengthMax)
        throw invalidArgument(['after'], `after has at most ${cursorLengthMax} characters.`, 'TOO_LONG');
      const query = { cursor: after ?? undefined, category: knownWord(category) };
      const pageOf = (limit: number) => observationsIn(context, id, window, { ...query, limit });
      const { observations, hasMore, nextCursor } = await pageOf(first);
      const countObservations = async (limit: number) => {
        const page = await pageOf(limit);
        return (await page.observations.loadItems()).length;
      };
      // If the service does not say whether more follow, request one more. At the maximum, assume that more follow.
      const hasNextPage = hasMore ?? (first === limitMax || (await countObservations(first + 1)) > first);
      const hasPreviousPage = after !== null && after !== undefined;
      await observations.load();
      return connectionOf(observations, nextCursor, { hasNextPage, hasPreviousPage });
    },
  }),
}));

type Neighbours = Record<'hasNextPage' | 'hasPreviousPage', boolean>;

function connectionOf(nodes: ByteList<ObservationShape>, nextCursor: string | undefined, has: Neighbours) {
  const edges = nodes.items().map((node) => ({ cursor: node.id, node }));
  const last = edges.at(-1);
  if (last && nextCursor !== undefined) last.cursor = nextCursor;
  const endCursor = last?.cursor ?? nextCursor;
  if (has.hasNextPage && (endCursor?.length ?? 0) > cursorLengthMax)
    throw malformed(`page.next_cursor has more than ${cursorLengthMax} characters`);
  // Without it, a client would start again with the first page.
  if (has.hasNextPage && endCursor === undefined)
    throw malformed('page.has_more is true, without an observation or page.next_cursor');
  return { edges: nodes.with(edges), nodes, pageInfo: { ...has, startCursor: edges[0]?.cursor, endCursor } };
}
