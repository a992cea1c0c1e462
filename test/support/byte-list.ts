/** Lists and schemas of one list, for tests that run the executor without a gateway. */
import { GraphQLObjectType, type GraphQLOutputType, GraphQLSchema } from 'graphql';
import { ByteList } from '../../src/executor/byte-list.ts';

/** One object for all lists, because the executor compiles a program for each array of names. */
export const nothingExpected = { names: [], values: [] };

/** A list of records, each as JSON text. */
export function byteListOf(records: readonly string[], isCached = false): ByteList<unknown> {
  const text = `[${records.join()}]`;
  const end = Buffer.byteLength(text) - 1;
  const data = { bytes: Buffer.from(`${text}      `), start: 1, end, isCached, parse: () => JSON.parse(text) };
  const check = (items: unknown) => items as unknown[];
  return new ByteList({ data, expected: nothingExpected, check });
}

/** A schema whose only field, `records`, is the list of the context. */
export function oneListOf(type: GraphQLOutputType): GraphQLSchema {
  const resolve = (_source: unknown, _args: unknown, { list }: { list: unknown }) => list;
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'OneList', fields: { records: { type, resolve } } }),
  });
}
