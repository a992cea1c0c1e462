/**
 * Cache policies for Apollo Client, which cannot infer the types of an interface, the objects with an id, and how pages merge into one
 * list. Needs `@apollo/client` 4, which this package does not install.
 */
import type {
  FieldMergeFunction,
  FieldPolicy,
  FieldReadFunction,
  InMemoryCacheConfig,
  StoreObject,
  TypePolicies,
} from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { connections, measures, possibleTypes, typesWithId, typesWithoutId } from './graph.ts';

/**
 * Reads a field from the cache once any query has loaded it, even for a query that was never sent. Merges the selections of several
 * queries, even if one did not select the id.
 */
const fieldById: FieldPolicy = {
  // Without `keyArgs`, a policy that merges would store one field for all ids.
  keyArgs: ['id'],
  merge: true,
  read: (existing, { args, toReference }) => (existing === undefined ? toReference(args?.id) : existing),
};

/** Merges the selections of two queries of one object without an id. If `areDifferent` is true for this property, the new object replaces the old one. */
const joinBy =
  (
    property: string,
    areDifferent: (existing: unknown, incoming: unknown) => boolean,
  ): FieldMergeFunction<StoreObject | null> =>
  (existing, incoming, { mergeObjects, readField }) =>
    existing && incoming && !areDifferent(readField(property, existing), readField(property, incoming))
      ? mergeObjects(existing, incoming)
      : incoming;

const areUnequal = (existing: unknown, incoming: unknown) => existing === undefined || existing !== incoming;
const latestWeather = joinBy('startsAt', areUnequal);
/** `last: { days: 30 }` means another window tomorrow, so different starts are not merged. */
const weatherSummary = joinBy(
  'startsAt',
  (existing, incoming) => existing !== undefined && incoming !== undefined && existing !== incoming,
);

/** A node, or an edge with its node. */
interface Item {
  __ref?: string;
  node?: Item;
  cursor?: string;
}
interface Page {
  nodes?: readonly Item[];
  edges?: readonly Item[];
  pageInfo?: { endCursor?: string; hasNextPage?: boolean };
}

const refOf = ({ __ref, node }: Item) => __ref ?? node?.__ref;

/** The items of a list that follow the last one of the page. */
function restAfter(page: readonly Item[] = [], list: readonly Item[] = []) {
  const ends = page.slice(-1).map(refOf);
  const index = list.findIndex((item) => refOf(item) !== undefined && ends.includes(refOf(item)));
  return index < 0 ? [] : list.slice(index + 1);
}

/**
 * Apollo's own policy merges only `edges`. It would store only the last page of `nodes`, and drop all pages for a first one that is
 * read again.
 */
const joinPages =
  (joinEdges: FieldMergeFunction): FieldMergeFunction<Page | null> =>
  (existing, incoming, options) => {
    // It would make up an empty page for a list that failed.
    if (incoming === null) return existing ?? null;
    const after = options.args?.after;
    const cursors = [existing?.pageInfo?.endCursor, ...(existing?.edges ?? []).map(({ cursor }) => cursor)];
    // Requested before the list began anew: appended, the page would leave a hole.
    if (after && cursors.some(Boolean) && !cursors.includes(after)) return existing ?? null;
    const joined = joinEdges(existing, incoming, options);
    if (after) {
      if (!existing?.nodes || !incoming?.nodes) return joined;
      const nodes = new Map([...existing.nodes, ...incoming.nodes].map((node) => [node.__ref ?? node, node]));
      return { ...joined, nodes: [...nodes.values()] };
    }
    const { endCursor, hasNextPage } = existing?.pageInfo ?? {};
    // Apollo would make up the end of a list whose end no query has read.
    if (!endCursor && incoming.pageInfo) return joined;
    const edges = restAfter(incoming.edges, existing?.edges);
    const nodes = restAfter(incoming.nodes, existing?.nodes);
    if (edges.length + nodes.length === 0) return joined;
    return {
      ...joined,
      edges: [...joined.edges, ...edges],
      ...(joined.nodes && { nodes: [...joined.nodes, ...nodes] }),
      pageInfo: { ...joined.pageInfo, endCursor, hasNextPage },
    };
  };

/** Apollo's own policy makes up `edges` and `pageInfo` that no query has selected: an empty list, and a next page after no cursor. */
const withoutUnread =
  (read: FieldReadFunction = (existing) => existing): FieldReadFunction =>
  (existing, options) =>
    existing && {
      ...read(existing, options),
      ...(existing.nodes?.length > 0 && existing.edges.length === 0 && { edges: undefined }),
      ...(existing.pageInfo.__typename === undefined && { pageInfo: undefined }),
    };

/** Pages of each connection become one list; another window or category is another list. */
function paginationOf(type: keyof typeof connections): Record<string, FieldPolicy> {
  return Object.fromEntries(
    Object.entries(connections[type]).map(([field, keyArgs]) => {
      const policy = relayStylePagination([...keyArgs]);
      return [
        field,
        { ...policy, read: withoutUnread(policy.read), merge: joinPages(policy.merge as FieldMergeFunction) },
      ];
    }),
  );
}

/** Returns undefined if the query did not select the id. The cache then stores the object as a part of its parent. */
function idOf({ id }: Readonly<StoreObject>): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** Property that identifies an object without an id: a field's crop with another name is another crop. */
const identities: Record<string, string> = {
  ...Object.fromEntries(measures.map((type) => [type, 'value'])),
  Crop: 'name',
  GeoPoint: 'latitude',
  GrowthStage: 'code',
  Organism: 'name',
};

/** Cache policy of each type. Spread it first, then your own policies. */
export const typePolicies: TypePolicies = {
  // Stored in their parent, once for each requested unit and window.
  ...Object.fromEntries(typesWithoutId.map((type) => [type, { keyFields: false }])),
  ...Object.fromEntries(
    Object.entries(identities).map(([type, property]) => [
      type,
      { keyFields: false, merge: joinBy(property, areUnequal) },
    ]),
  ),
  // An id is unique over all types, so `field`, `fields` and `node` mean the same object.
  ...Object.fromEntries(typesWithId.map((type) => [type, { keyFields: idOf }])),
  Field: {
    keyFields: idOf,
    fields: { ...paginationOf('Field'), latestWeather: { merge: latestWeather } },
  },
  // Two queries may select different totals of one summary.
  WeatherSummary: { keyFields: false, merge: weatherSummary },
  Query: { fields: { field: fieldById, node: fieldById } },
};

/** Complete options: `new InMemoryCache(cacheOptions)`. Without `possibleTypes`, `... on FieldgraphError` matches nothing. */
export const cacheOptions: InMemoryCacheConfig = {
  // A pattern, for the types of later versions.
  possibleTypes: { ...mutable(possibleTypes), FieldgraphError: [...possibleTypes.FieldgraphError, '\\w+Error'] },
  typePolicies,
};

/** Apollo's types require mutable lists, although Apollo never changes them. */
function mutable(types: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(types).map(([name, members]) => [name, [...members]]));
}
