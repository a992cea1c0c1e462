/**
 * How many lists of the schema one operation reads. Lists nested into each other are refused by graphql-js's own validation;
 * what it lets through is the same list many times side by side, each as long as the schema.
 */
import { Kind } from 'graphql';
import { addUp } from './limit.ts';
import type { StructureLimit } from './shape.ts';

const introspectionListsMax = 25;

const listNames = new Set([
  'types',
  'directives',
  'fields',
  'args',
  'inputFields',
  'interfaces',
  'enumValues',
  'possibleTypes',
]);

/** Counts list fields of introspection types; the introspection query of graphql-js and GraphiQL has 9. */
export const introspection: StructureLimit<boolean> = {
  name: 'INTROSPECTION_LISTS_MAX',
  counts: 'lists of the schema',
  advice: 'Use the standard introspection query, or ask for fewer parts of the schema.',
  max: () => introspectionListsMax,
  ofOperation: () => false,
  ofType: (name) => name.startsWith('__'),
  below: ({ name }, isIntrospection) => isIntrospection || name.value === '__schema' || name.value === '__type',
  empty: 0,
  join: addUp,
  selection: (node, inner, isIntrospection) =>
    isIntrospection && node.kind === Kind.FIELD && listNames.has(node.name.value) ? addUp(1, inner) : inner,
};
