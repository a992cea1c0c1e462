/** A view of the schema whose resolvers get a context of their path, so that each read is known by the selection that requests it. */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { ByteList } from '../../../executor/byte-list.ts';
import { andThen, type MaybePromise } from '../../../platform/sync/maybe-promise.ts';

/** The context that an operation over the view runs with. */
export interface PlacedContext {
  /** The context of resolvers at a path. */
  at(info: GraphQLResolveInfo): unknown;
}

/**
 * The same schema for the reference executor. It resolves only the first item of a list below the root: the selections of the others make
 * no further reads.
 */
export function viewOf(schema: GraphQLSchema): GraphQLSchema {
  const placed = new WeakMap<object, GraphQLField<unknown, unknown>>();
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const getField = (type: GraphQLObjectType, name: string) => {
    const field = schema.getField(type, name);
    if (field === undefined || name.startsWith('__')) return field;
    return placed.getOrInsertComputed(field, () => placedField(field, !roots.has(type)));
  };
  return Object.create(schema, { getField: { value: getField } });
}

function placedField(field: GraphQLField<unknown, unknown>, isCut: boolean): GraphQLField<unknown, unknown> {
  const { resolve = defaultFieldResolver } = field;
  const resolvePlaced: typeof resolve = (source, args, context, info) => {
    const value = resolve(source, args, (context as PlacedContext).at(info), info);
    return isCut ? andThen(value as MaybePromise<unknown>, firstOnly) : value;
  };
  return Object.create(field, { resolve: { value: resolvePlaced } });
}

function firstOnly(value: unknown): unknown {
  if (value instanceof ByteList) return value.with(value.items().slice(0, 1));
  return Array.isArray(value) ? value.slice(0, 1) : value;
}

const aliasMax = 100;

/** An alias as paths show it. It is cut, because each path below repeats it. */
export const shownAlias = (alias: string): string => alias.slice(0, aliasMax);

/** The path of a selection, from that of a value: `fields[].weather`. */
export const pathOf = (path: readonly (string | number)[]): string =>
  path.map((key, index) => (typeof key === 'number' ? '[]' : `${index > 0 ? '.' : ''}${shownAlias(key)}`)).join('');
