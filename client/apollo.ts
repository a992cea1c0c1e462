/**
 * Cache policies for Apollo Client, which cannot infer the types of an interface, the objects with an id, and how pages merge into one
 * list. Needs `@apollo/client` 4, which this package does not install.
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
/** What the cache stores. Without `edges`, no query has read an item; without `pageInfo`, none has read that of the last item. */
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

/** The items of a page, by either form. Undefined if the query selected neither. */
function edgesOf({ __typename, nodes, edges, pageInfo }: Page, list: readonly Edge[] = []): Edge[] | undefined {
  const known = new Map(list.map((edge) => [keyOf(edge), edge]));
  const page = (edges ?? nodes)?.map((_, index): Edge => {
    const edge = { __typename: __typename?.replace(/Connection$/, 'Edge'), node: nodes?.[index], ...edges?.[index] };
    const former = known.get(keyOf(edge));
    return { ...former, ...edge, cursor: former?.cursor ?? edge.cursor };
  });
  const [first, last] = [page?.at(0), page?.at(-1)];
  // Only the cursor that ends a page is sure to work over every service, so it replaces another one, and is never replaced by one.
  const end = pageInfo?.endCursor ?? edges?.at(-1)?.cursor;
  if (last && end) last.cursor = end;
  if (first && pageInfo?.startCursor) first.cursor ??= pageInfo.startCursor;
  return page;
}

/** The items up to a cursor. Undefined if the list is not known to have it. */
function headOf(list: List, cursor: string): readonly Edge[] | undefined {
  if (cursor === endOf(list)) return list.edges;
  const index = list.edges?.findIndex((edge) => edge.cursor === cursor) ?? -1;
  return index < 0 ? undefined : list.edges?.slice(0, index + 1);
}

/** The items that follow the last one of the page. */
function tailAfter(page: readonly Edge[], items: readonly Edge[] = []): readonly Edge[] {
  const ends = page.slice(-1).map(keyOf);
  const index = items.findIndex((edge) => ends.includes(keyOf(edge)));
  return index < 0 ? [] : items.slice(index + 1);
}

/** The page info of a page, merged with that of its list if both end with the same item. */
function joinEnds(list: List, page: List): PageInfo | undefined {
  const last = ({ edges = [] }: List) => edges.slice(-1).map(keyOf).at(0);
  const isSame = [endOf, last].some((of) => of(page) !== undefined && of(page) === of(list));
  return isSame && list.pageInfo ? { ...list.pageInfo, ...page.pageInfo } : page.pageInfo;
}

/**
 * Puts a page where it belongs in its list, and keeps the pages that follow it. Apollo's own policy merges only `edges`. With a list for
 * each form and one `pageInfo`, a view by one form would continue after the end of the other, and lack what is between them.
 */
const joinPages: FieldMergeFunction<List | null, Page | null> = (existing, incoming, { args }) => {
  // A list that fails leaves the pages that are known.
  if (incoming === null) return existing ?? null;
  const list: List = existing && !existing.nodes ? existing : {};
  const { edges: _edges, nodes: _nodes, pageInfo, ...others } = incoming;
  const after: string | undefined = args?.after ?? undefined;
  const page = edgesOf(incoming, list.edges);
  if (!page) {
    // An end without its items is that of the list only if both have one cursor. A list without any cursor begins anew.
    const end = endOf(list);
    if (end && end === pageInfo?.endCursor) return { ...list, pageInfo: { ...list.pageInfo, ...pageInfo } };
    return list.edges && (end || after) ? list : { ...others, pageInfo, after };
  }
  const head = after === undefined ? [] : headOf(list, after);
  // Requested before the list began anew: appended, the page would leave a hole.
  if (!head) return list.edges && list.after === undefined ? list : { ...others, edges: page, pageInfo, after };
  const tail = tailAfter(page, list.edges?.slice(head.length));
  // If the end of the list is unknown, a page whose end is known becomes its end.
  const isEndKept = tail.length > 0 && ((list.pageInfo && endOf(list)) || !pageInfo);
  const all = [...head, ...page, ...(isEndKept ? tail : [])];
  const edges = [...new Map(all.map((edge) => [keyOf(edge), edge])).values()];
  const joined = { ...list, ...others, edges, after: after && list.after };
  return { ...joined, pageInfo: isEndKept ? list.pageInfo : joinEnds(list, { edges, pageInfo }) };
};

/** Reads both forms from the same items. Makes up nothing that no query has read, except for cursors within the list. */
const readPages: FieldReadFunction<List | null> = (list, { args, canRead }) => {
  if (!list) return list;
  // An earlier version stored the list, or its first page is missing.
  if (list.nodes || (list.after && !args?.after)) return undefined;
  const items = list.edges?.filter(({ node }) => !node || canRead(node as Reference));
  const nodes = items?.map(({ node }) => node);
  let cursor = list.after;
  const edges = items?.map((edge) => {
    // In place of an unknown one, the cursor before it: a page after that repeats items, and lacks none.
    cursor = edge.cursor ?? cursor;
    return { ...edge, cursor };
  });
  const pageInfo = list.pageInfo && {
    ...list.pageInfo,
    hasPreviousPage: list.after !== undefined,
    startCursor: items?.length === 0 ? null : items?.at(0)?.cursor,
    endCursor: list.pageInfo.endCursor ?? items?.at(-1)?.cursor ?? list.pageInfo.endCursor,
  };
  // Apollo Client 4.0 reads a list of unknown items as an empty one.
  return { ...list, edges, nodes: nodes?.includes(undefined) ? undefined : nodes, pageInfo };
};

/** Pages of each connection become one list. Another window or category is another list; a null argument counts as left out. */
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
