/** Lists, schemas of one list, and the text of results, for tests that run the executor without a gateway. */
import { GraphQLObjectType, type GraphQLOutputType, GraphQLSchema } from 'graphql';
import { ByteList } from '../../src/executor/byte-list.ts';
import type { JsonResult } from '../../src/executor/json-result.ts';

/** One object for all lists, because the executor compiles a program for each array of names. */
export const nothingExpected = { names: [], values: [] };

/** Accepts any items, and parts of any size. */
export const anyItems = { assertPart: () => {}, check: (items: unknown) => items as unknown[] };

/** Long work, all of whose turns come at once. */
export const longWork = { isLong: true, begin: () => Promise.resolve(), turn: () => Promise.resolve() };

/** The JSON of a result, as replies have it. */
export const textOf = (result: JsonResult): string =>
  result.stringify ? Buffer.concat(result.stringify(result)).toString() : JSON.stringify(result);

/** A list of records, each as JSON text. */
export function byteListOf(records: readonly string[], isCached = false): ByteList<unknown> {
  const text = `[${records.join()}]`;
  const end = Buffer.byteLength(text) - 1;
  const data = { bytes: Buffer.from(`${text}      `), start: 1, end, isCached, parse: () => JSON.parse(text) };
  return new ByteList({ data, expected: nothingExpected, ...anyItems });
}

/** A schema whose only field, `records`, is the list of the context. */
export function oneListOf(type: GraphQLOutputType): GraphQLSchema {
  const resolve = (_source: unknown, _args: unknown, { list }: { list: unknown }) => list;
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'OneList', fields: { records: { type, resolve } } }),
  });
}
