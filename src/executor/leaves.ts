/**
 * Output coercions of which it is known what they pass on: those of graphql-js's own scalars, and those made here. A type is known by
 * the function that coerces it and not by its name, so one that is changed is called for each value again.
 */
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLString,
  type GraphQLScalarType,
} from 'graphql';

/** What a coercion passes on as it is; of other values nothing is known. */
export type Leaf =
  | { is: 'text' | 'float' | 'int' | 'boolean' }
  /** A string becomes the name of this word, or the one for all others. */
  | { is: 'words'; names: ReadonlyMap<string, string>; other: string };

const known = new WeakMap<object, Leaf>();

function note({ coerceOutputValue }: GraphQLScalarType, is: 'text' | 'float' | 'int' | 'boolean'): void {
  known.set(coerceOutputValue, { is });
}
note(GraphQLString, 'text');
note(GraphQLID, 'text');
note(GraphQLFloat, 'float');
note(GraphQLInt, 'int');
note(GraphQLBoolean, 'boolean');

/** What is known of a type's output coercion. */
export function leafOf({ coerceOutputValue }: GraphQLLeafType): Leaf | undefined {
  return known.get(coerceOutputValue);
}

/** Makes output coercions; `refuse` throws what is told of a value that is no string. */
export const leaves = {
  /** Passes strings on. */
  text(refuse: (value: unknown) => never) {
    const coerce = (value: unknown): string => (typeof value === 'string' ? value : refuse(value));
    known.set(coerce, { is: 'text' });
    return coerce;
  },

  /** Gives the name of each word, and `other` for every string that is none of them. */
  words(namesOfWords: ReadonlyMap<string, string>, other: string, refuse: (value: unknown) => never) {
    // A copy: what is known of the coercion must not change.
    const names = new Map(namesOfWords);
    const coerce = (word: unknown): string => (typeof word === 'string' ? (names.get(word) ?? other) : refuse(word));
    known.set(coerce, { is: 'words', names, other });
    return coerce;
  },
};
