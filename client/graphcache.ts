/**
 * Options for urql's Graphcache. It cannot infer which objects have no id, the types of an interface, or how pages merge into one list.
 * Needs `@urql/exchange-graphcache` 9, which this package does not install.
 */
import type { Cache, CacheExchangeOpts, FieldInfo, KeyingConfig, Resolver } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { connections, possibleTypes, typesWithId, typesWithoutId } from './graph.ts';

/** Reads a field from the cache once any query has loaded it. Requests other fields, because they may be null. */
const fieldById: Resolver = (_parent, args, cache, { parentKey, fieldName }) => {
  const field = { __typename: 'Field', id: args.id as string };
  // A query without `id` has stored its result only here.
  const link = cache.resolve(parentKey, fieldName, args);
  return link === undefined && cache.resolve(field, 'id') !== undefined ? field : link;
};

/**
 * Key of each type: its id, if the query selected it. Objects without an id are parts of their parent, one for each requested unit
 * and window. Graphcache warns of types that are missing here.
 */
const keys: KeyingConfig = {
  ...Object.fromEntries(typesWithId.map((type) => [type, idOf])),
  ...Object.fromEntries(typesWithoutId.map((type) => [type, () => null])),
};

function idOf({ id }: { id?: unknown }): string | null {
  return typeof id === 'string' ? id : null;
}

/** Returns the arguments of a page that are equal in all pages of its list. */
const filtersOf = ({ first: _first, after: _after, ...filters }: NonNullable<FieldInfo['arguments']>) =>
  JSON.stringify(Object.entries(filters).sort());

/** Returns the cursor at the end of a page, where the next page begins. */
function endOf(cache: Cache, page: string): unknown {
  const end = cache.resolve(cache.resolve(page, 'pageInfo') as string, 'endCursor');
  const last = (cache.resolve(page, 'edges') as string[] | undefined)?.at(-1);
  return end ?? (last && cache.resolve(last, 'cursor'));
}

/**
 * Returns the cached pages of the list with the requested page, which their cursors link from a first page on. First pages of different
 * sizes stay apart, because one may lack a new observation. After a first page was read again, its old followers may no longer fit.
 */
function linkedPages(cache: Cache, parent: string, fieldName: string, args: NonNullable<FieldInfo['arguments']>) {
  const pages = cache
    .inspectFields(parent)
    .filter((page) => page.fieldName === fieldName && filtersOf(page.arguments ?? {}) === filtersOf(args));
  const after = (given: FieldInfo['arguments']) => given?.after ?? undefined;
  const isOfSize = (page: FieldInfo) => page.arguments?.first === args.first;
  const isRequested = (page: FieldInfo) => isOfSize(page) && after(page.arguments) === after(args);
  const listFrom = (start: FieldInfo) => {
    const linked = [start];
    for (const page of linked) {
      const end = endOf(cache, cache.resolve(parent, page.fieldKey) as string);
      linked.push(...pages.filter((next) => end && after(next.arguments) === end && !linked.includes(next)));
    }
    return linked;
  };
  const firsts = pages.filter((page) => after(page.arguments) === undefined);
  const lists = [...firsts.filter(isOfSize), ...firsts].map(listFrom);
  return lists.find((list) => list.some(isRequested)) ?? lists[0] ?? pages.filter(isRequested).flatMap(listFrom);
}

/** Joins only linked pages. Graphcache's resolver joins all cached ones, and invents empty `edges` or `nodes` that no query selected. */
const joinPages: Resolver = (parent, args, cache, info) => {
  const linked = linkedPages(cache, info.parentKey, info.fieldName, args);
  const ofList: Cache = Object.create(cache, { inspectFields: { value: () => linked } });
  const page = relayPagination()(parent, args, ofList, info) as object | undefined;
  const [first] = linked;
  if (!page || !first) return undefined;
  // With the option `schema`, the cached pages are shown until the requested one arrives.
  const read = cache.resolve(info.parentKey, info.fieldName, args) ?? cache.resolve(info.parentKey, first.fieldKey);
  return Object.fromEntries(Object.entries(page).filter(([name]) => cache.resolve(read as string, name) !== undefined));
};

/** Merges the pages of each connection into one list for each window and category. */
const pagination = Object.fromEntries(
  Object.entries(connections).map(([type, fields]) => [
    type,
    Object.fromEntries(Object.keys(fields).map((field) => [field, joinPages])),
  ]),
) as Record<keyof typeof connections, Record<string, Resolver>>;

/** Complete options: `cacheExchange({ ...cacheOptions, storage })`. The key of an object is its id. */
export const cacheOptions = {
  keys,
  globalIDs: [...typesWithId],
  possibleTypes: Object.fromEntries(Object.entries(possibleTypes).map(([name, members]) => [name, [...members]])),
  resolvers: { ...pagination, Query: { field: fieldById, node: fieldById } },
} satisfies CacheExchangeOpts;
