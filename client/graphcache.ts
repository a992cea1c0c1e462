/**
 * What urql's Graphcache cannot find out by itself: which objects have no id, what an interface can be, and how pages become one
 * list. Needs `@urql/exchange-graphcache` 9, which this package does not install.
 */
import type { CacheExchangeOpts, KeyingConfig, Resolver } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { connections, possibleTypes, typesWithId, typesWithoutId } from './graph.ts';

/** A field that any query brought is read from the cache, even by one that was never sent. Any other is requested: it may be null. */
const fieldById: Resolver = (_parent, args, cache, { parentKey, fieldName }) => {
  const field = { __typename: 'Field', id: args.id as string };
  const isKnown = cache.resolve(field, 'id') !== undefined;
  return isKnown ? field : cache.resolve(parentKey, fieldName, args);
};

/**
 * Objects under their id, where it was selected; the others are parts of their parent, one for each requested
 * unit and window. Graphcache warns of each that has no key here.
 */
const keys: KeyingConfig = {
  ...Object.fromEntries(typesWithId.map((type) => [type, idOf])),
  ...Object.fromEntries(typesWithoutId.map((type) => [type, () => null])),
};

function idOf({ id }: { id?: unknown }): string | null {
  return typeof id === 'string' ? id : null;
}

/** Pages of each connection become one list; another window or category is another list. */
const pagination = Object.fromEntries(
  Object.entries(connections).map(([type, fields]) => [
    type,
    Object.fromEntries(Object.keys(fields).map((field) => [field, relayPagination()])),
  ]),
);

/** The whole: `cacheExchange({ ...cacheOptions, storage })`. An object's key is its id. */
export const cacheOptions = {
  keys,
  globalIDs: [...typesWithId],
  possibleTypes: Object.fromEntries(Object.entries(possibleTypes).map(([name, members]) => [name, [...members]])),
  resolvers: { ...pagination, Query: { field: fieldById, node: fieldById } },
} satisfies CacheExchangeOpts;
