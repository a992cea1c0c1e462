/**
 * What Apollo Client's cache cannot find out by itself: what an interface can be, which objects stand under an id of their own, and
 * how pages become one list. Needs `@apollo/client` 4, which this package does not install.
 */
import type { FieldMergeFunction, FieldPolicy, InMemoryCacheConfig, StoreObject, TypePolicies } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { connections, measures, possibleTypes, typesWithId, typesWithoutId } from './graph.ts';

/**
 * A field that any query brought is read from the cache, even by one that was never sent; what several selected is joined, though
 * one did not ask for its id.
 */
const fieldById: FieldPolicy = {
  // A policy that merges would otherwise keep one field for all ids.
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
/** `last: { days: 30 }` is another window tomorrow. */
const weatherSummary = joinBy(
  'startsAt',
  (existing, incoming) => existing !== undefined && incoming !== undefined && existing !== incoming,
);

/** Apollo's own policy joins `edges` only: of `nodes`, it would store the last page. */
const joinNodes =
  (joinEdges: FieldMergeFunction): FieldMergeFunction<{ nodes?: readonly { __ref?: string }[] } | null> =>
  (existing, incoming, options) => {
    const joined = joinEdges(existing, incoming, options);
    if (!existing?.nodes || !incoming?.nodes || !options.args?.after) return joined;
    const nodes = new Map([...existing.nodes, ...incoming.nodes].map((node) => [node.__ref ?? node, node]));
    return { ...joined, nodes: [...nodes.values()] };
  };

/** Pages of each connection become one list; another window or category is another list. */
function paginationOf(type: keyof typeof connections): Record<string, FieldPolicy> {
  return Object.fromEntries(
    Object.entries(connections[type]).map(([field, keyArgs]) => {
      const policy = relayStylePagination([...keyArgs]);
      return [field, { ...policy, merge: joinNodes(policy.merge as FieldMergeFunction) }];
    }),
  );
}

/** Undefined where a query did not ask for it: the object is then a part of what holds it. */
function idOf({ id }: Readonly<StoreObject>): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** By which property two views know that an object without an id is the same one. Another crop is sown at the same field. */
const identities: Record<string, string> = {
  ...Object.fromEntries(measures.map((type) => [type, 'value'])),
  Crop: 'name',
  GeoPoint: 'latitude',
  GrowthStage: 'code',
  Organism: 'name',
};

/** How the cache keeps each type. Spread it first, then your own policies. */
export const typePolicies: TypePolicies = {
  // Parts of their parent, one for each requested unit and window.
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
  // Two views of one summary ask the same call for other totals.
  WeatherSummary: { keyFields: false, merge: weatherSummary },
  Query: { fields: { field: fieldById, node: fieldById } },
};

/** The whole: `new InMemoryCache(cacheOptions)`. Without `possibleTypes`, `... on FieldgraphError` matches nothing. */
export const cacheOptions: InMemoryCacheConfig = { possibleTypes: mutable(possibleTypes), typePolicies };

/** Apollo's types ask for lists that may be written to; it never does. */
function mutable(types: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(types).map(([name, members]) => [name, [...members]]));
}
