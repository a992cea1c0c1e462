/**
 * Output coercions whose results are known: those of graphql-js's scalars, and those made here. A type is known by its coercion and not
 * by its name, so a coercion that was replaced is called for each value.
 */
import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLInt, type GraphQLLeafType, GraphQLString } from 'graphql';

/** The values that a coercion returns unchanged; of others nothing is known. */
export type Leaf =
  | { is: 'text' | 'float' | 'int' | 'boolean' }
  /** A string becomes the name of this word, or the one for all others. */
  | { is: 'words'; names: ReadonlyMap<string, string>; other: string };

const known = new WeakMap<object, Leaf>([
  [GraphQLString.coerceOutputValue, { is: 'text' }],
  [GraphQLID.coerceOutputValue, { is: 'text' }],
  [GraphQLFloat.coerceOutputValue, { is: 'float' }],
  [GraphQLInt.coerceOutputValue, { is: 'int' }],
  [GraphQLBoolean.coerceOutputValue, { is: 'boolean' }],
]);

/** How a leaf type coerces its output, where that is known. */
export function leafOf({ coerceOutputValue }: GraphQLLeafType): Leaf | undefined {
  return known.get(coerceOutputValue);
}

/** Makes output coercions; `refuse` throws the error of a value that is no string. */
export const leaves = {
  /** Returns strings unchanged. */
  text(refuse: (value: unknown) => never) {
    const coerce = (value: unknown): string => (typeof value === 'string' ? value : refuse(value));
    known.set(coerce, { is: 'text' });
    return coerce;
  },

  /** Returns the name of each word, and `other` for every other string. */
  words(namesOfWords: ReadonlyMap<string, string>, other: string, refuse: (value: unknown) => never) {
    // A copy: what is known of the coercion must not change.
    const names = new Map(namesOfWords);
    const coerce = (word: unknown): string => (typeof word === 'string' ? (names.get(word) ?? other) : refuse(word));
    known.set(coerce, { is: 'words', names, other });
    return coerce;
  },
};
