/**
 * Output coercions whose results are known: those of graphql-js's scalars, and those made here. A type is identified by its coercion, not
 * its name, so that a replaced coercion is called for each value.
 */
import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLInt, type GraphQLLeafType, GraphQLString } from 'graphql';

/** The kind of values that a coercion returns unchanged. Nothing is known about other values. */
export type Leaf =
  | { is: 'text' | 'float' | 'int' | 'boolean' }
  /** A string becomes its name in `names`, or `other`. */
  | { is: 'words'; names: ReadonlyMap<string, string>; other: string };

const known = new WeakMap<object, Leaf>([
  [GraphQLString.coerceOutputValue, { is: 'text' }],
  [GraphQLID.coerceOutputValue, { is: 'text' }],
  [GraphQLFloat.coerceOutputValue, { is: 'float' }],
  [GraphQLInt.coerceOutputValue, { is: 'int' }],
  [GraphQLBoolean.coerceOutputValue, { is: 'boolean' }],
]);

/** How a leaf type coerces its output; undefined if unknown. */
export const leafOf = ({ coerceOutputValue }: GraphQLLeafType): Leaf | undefined => known.get(coerceOutputValue);

/** Makes output coercions; `refuse` throws the error of a value that is no string. */
export const leaves = {
  /** Returns strings unchanged. */
  text(refuse: (value: unknown) => never) {
    const coerce = (value: unknown): string => (typeof value === 'string' ? value : refuse(value));
    known.set(coerce, { is: 'text' });
    return coerce;
  },

  /** Returns the name of each word, and `other` for every other string. The names must not change later. */
  words(names: ReadonlyMap<string, string>, other: string, refuse: (value: unknown) => never) {
    const coerce = (word: unknown): string => (typeof word === 'string' ? (names.get(word) ?? other) : refuse(word));
    known.set(coerce, { is: 'words', names, other });
    return coerce;
  },
};
