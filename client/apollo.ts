/**
 * Cache policies for Apollo Client. It cannot infer the types of an interface, which objects have an id, or how pages merge into one list.
 * Needs `@apollo/client` 4, which this package does not install.
 */
import type {
  FieldMergeFunction,
  FieldPolicy,
  FieldReadFunction,
  InMemoryCacheConfig,
  Reference,
  StoreObject,
  TypePolicies,
} from '@apollo/client';
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

/** Merges two selections of an object without an id, unless `areDifferent` returns true for this property: then the new one replaces it. */
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
/** Different starts are not merged: `last: { days: 30 }` means another window tomorrow. */
const weatherSummary = joinBy(
  'startsAt',
  (existing, incoming) => existing !== undefined && incoming !== undefined && existing !== incoming,
);

/** One item of a list. An item that a query read by `nodes` has a cursor only if it ended its page. */
interface Edge {
  __typename?: string | undefined;
  node?: { __ref?: string } | undefined;
  cursor?: string | undefined;
}
interface PageInfo {
  startCursor?: string | null;
  endCursor?: string | null;
}
interface Page {
  __typename?: string;
  nodes?: readonly { __ref?: string }[];
  edges?: readonly Edge[];
  pageInfo?: PageInfo;
}
/** A list in the cache. `edges` is absent if no query has read an item, `pageInfo` if none has read it with the last item. */
interface List {
  edges?: readonly Edge[];
  pageInfo?: PageInfo | undefined;
  /** Cursor before its first item, if the first page is missing. */
  after?: string | undefined;
  /** Stored by an earlier version, next to other `edges`. */
  nodes?: unknown;
}

const keyOf = (edge: Edge) => edge.node?.__ref ?? edge;
const endOf = ({ edges, pageInfo }: List) => pageInfo?.endCursor ?? edges?.at(-1)?.cursor;

/** Returns the items of a page that the query read by `nodes` or `edges`. Undefined if it selected neither. */
function edgesOf({ __typename, nodes, edges, pageInfo }: Page, list: readonly Edge[] = []): Edge[] | undefined {
  const known = new Map(list.map((edge) => [keyOf(edge), edge]));
  const page = (edges ?? nodes)?.map((_, index): Edge => {
    const edge = { __typename: __typename?.replace(/Connection$/, 'Edge'), node: nodes?.[index], ...edges?.[index] };
    const former = known.get(keyOf(edge));
    return { ...former, ...edge, cursor: former?.cursor ?? edge.cursor };
  });
  const [first, last] = [page?.at(0), page?.at(-1)];
  // Every service accepts the cursor at the end of a page. It therefore replaces other cursors of the item, and none replaces it.
  const end = pageInfo?.endCursor ?? edges?.at(-1)?.cursor;
  if (last && end) last.cursor = end;
  if (first && pageInfo?.startCursor) first.cursor ??= pageInfo.startCursor;
  return page;
}

/** Returns the items up to a cursor. Undefined if no item of the list is known to have it. */
function headOf(list: List, cursor: string): readonly Edge[] | undefined {
  if (cursor === endOf(list)) return list.edges;
  const index = list.edges?.findIndex((edge) => edge.cursor === cursor) ?? -1;
  return index < 0 ? undefined : list.edges?.slice(0, index + 1);
}

/** Returns the items of the list after the last item of the page. */
function tailAfter(page: readonly Edge[], items: readonly Edge[] = []): readonly Edge[] {
  const ends = page.slice(-1).map(keyOf);
  const index = items.findIndex((edge) => ends.includes(keyOf(edge)));
  return index < 0 ? [] : items.slice(index + 1);
}

/** Returns the page info of a page, merged with that of the list if both end with the same item. */
function joinEnds(list: List, page: List): PageInfo | undefined {
  const last = ({ edges = [] }: List) => edges.slice(-1).map(keyOf).at(0);
  const isSame = [endOf, last].some((of) => of(page) !== undefined && of(page) === of(list));
  return isSame && list.pageInfo ? { ...list.pageInfo, ...page.pageInfo } : page.pageInfo;
}

/**
 * Puts a page at its place in the list, and preserves the pages after it. Apollo's own policy merges only `edges`: a view by `nodes` would
 * then continue after the last page that was read by `edges`, and lack the items between.
 */
const joinPages: FieldMergeFunction<List | null, Page | null> = (existing, incoming, { args }) => {
  // If a list fails, the cached pages stay.
  if (incoming === null) return existing ?? null;
  const list: List = existing && !existing.nodes ? existing : {};
  const { edges: _edges, nodes: _nodes, pageInfo, ...others } = incoming;
  const after: string | undefined = args?.after ?? undefined;
  const page = edgesOf(incoming, list.edges);
  if (!page) {
    // Page info without items belongs to the end of the list only if both have the same cursor. A list without cursors starts again.
    const end = endOf(list);
    if (end && end === pageInfo?.endCursor) return { ...list, pageInfo: { ...list.pageInfo, ...pageInfo } };
    return list.edges && (end || after) ? list : { ...others, pageInfo, after };
  }
  const head = after === undefined ? [] : headOf(list, after);
  // The page was requested before the list started again. Appending it would leave a gap.
  if (!head) return list.edges && list.after === undefined ? list : { ...others, edges: page, pageInfo, after };
  const tail = tailAfter(page, list.edges?.slice(head.length));
  // If the end of the list is unknown, a page with a known end becomes the end of the list.
  const isEndKept = tail.length > 0 && ((list.pageInfo && endOf(list)) || !pageInfo);
  const all = [...head, ...page, ...(isEndKept ? tail : [])];
  const edges = [...new Map(all.map((edge) => [keyOf(edge), edge])).values()];
  const joined = { ...list, ...others, edges, after: after && list.after };
  return { ...joined, pageInfo: isEndKept ? list.pageInfo : joinEnds(list, { edges, pageInfo }) };
};

/** Reads `nodes` and `edges` from the same items. Invents no data, except for unknown cursors within the list. */
const readPages: FieldReadFunction<List | null> = (list, { args, canRead }) => {
  if (!list) return list;
  // A list that an earlier version stored, or one without its first page, is read from the network.
  if (list.nodes || (list.after && !args?.after)) return undefined;
  const items = list.edges?.filter(({ node }) => !node || canRead(node as Reference));
  const nodes = items?.map(({ node }) => node);
  let cursor = list.after;
  const edges = items?.map((edge) => {
    // An unknown cursor is replaced by the one before: the page after it repeats items, but lacks none.
    cursor = edge.cursor ?? cursor;
    return { ...edge, cursor };
  });
  const pageInfo = list.pageInfo && {
    ...list.pageInfo,
    hasPreviousPage: list.after !== undefined,
    startCursor: items?.length === 0 ? null : items?.at(0)?.cursor,
    endCursor: list.pageInfo.endCursor ?? items?.at(-1)?.cursor ?? list.pageInfo.endCursor,
  };
  // Undefined instead of a list with unknown items, which Apollo Client 4.0 reads as an empty list.
  return { ...list, edges, nodes: nodes?.includes(undefined) ? undefined : nodes, pageInfo };
};

/** Merges the pages of each connection into one list for each window and category. A null argument counts as absent. */
function paginationOf(type: keyof typeof connections): Record<string, FieldPolicy> {
  return Object.fromEntries(
    Object.entries(connections[type]).map(([field, filters]) => {
      const keyArgs: FieldPolicy['keyArgs'] = (args) => filters.filter((name) => (args?.[name] ?? null) !== null);
      return [field, { keyArgs, read: readPages, merge: joinPages }];
    }),
  );
}

/** Returns undefined if the query did not select the id. The cache then stores the object as a part of its parent. */
function idOf({ id }: Readonly<StoreObject>): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** Property that identifies an object without an id, by type: a crop with another name is another crop. */
const identities: Record<string, string> = {
  ...Object.fromEntries(measures.map((type) => [type, 'value'])),
  Crop: 'name',
  GeoPoint: 'latitude',
  GrowthStage: 'code',
  Organism: 'name',
};

/** Cache policy of each type. Add your own by `cache.policies.addTypePolicies`: to spread them would replace these. */
export const typePolicies: TypePolicies = {
  // The cache stores them in their parent, once for each requested unit and window.
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
  // The pattern matches error types of later versions, too.
  possibleTypes: { ...mutable(possibleTypes), FieldgraphError: [...possibleTypes.FieldgraphError, '\\w+Error'] },
  typePolicies,
};

/** Apollo's types require mutable lists, although Apollo never changes them. */
function mutable(types: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(types).map(([name, members]) => [name, [...members]]));
}
