/**
 * The limits on the shape of an operation, as one table, in the order in which they are checked. They are the second of four steps: text
 * (`parseWithin`), shape, variables (`assertVariables`), cost (`createCostCheck`). Each step is cheap because the one before it
 * passed: the parser cannot overflow on an accepted text, nor validation on an accepted shape. Text and shape depend on the
 * document only, so the outcome is cached with it.
 */
import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode, type SelectionNode } from 'graphql';
import { type Fold, foldOperations, fragmentsLeavesFirst } from './fold-operations.ts';
import { addUp, assertWithin, type Limit, type OperationLimits, nesting } from './limit.ts';

/** A limit on the shape of an operation, which folds it into one number. */
interface ShapeLimit<Scope = unknown> extends Limit, Fold<number, Scope> {
  max(limits: OperationLimits): number;
}

/** To most limits all places are alike. */
const anywhere = { empty: 0, ofOperation: () => undefined, ofType: () => undefined, below: () => undefined };
const summed = { ...anywhere, join: addUp };
const deepest = { ...anywhere, join: Math.max };

/** How long the longest chain of selections is, spreads and inline fragments included: validation and execution recurse along it. */
const fragmentNesting: ShapeLimit = {
  ...nesting,
  counts: 'levels of nesting, fragments included',
  max: ({ nestingMax }) => nestingMax,
  ...deepest,
  selection: (_, inner) => inner + 1,
};

/** How many fields deep: a fragment is as deep as the fields in it. The introspection query of graphql-js and GraphiQL is 15 deep. */
const depth: ShapeLimit = {
  name: 'DEPTH_MAX',
  counts: 'levels of fields',
  advice: 'Select fewer levels, and ask for the rest in a second operation.',
  max: ({ depthMax }) => depthMax,
  ...deepest,
  selection: (node, inner) => (isField(node) ? inner + 1 : inner),
};

const askForSeveral = 'Ask for several fields at once with fields(ids: […]), or split the operation.';

/** Each alias may run the same field once more: one in a fragment counts for each place the fragment is spread in. */
const aliases: ShapeLimit = {
  name: 'ALIASES_MAX',
  counts: 'aliases',
  advice: askForSeveral,
  max: ({ aliasesMax }) => aliasesMax,
  ...summed,
  selection: (node, inner) => (isField(node) && node.alias ? addUp(1, inner) : inner),
};

/** Root fields, those in fragments included: a field is one, whatever it encloses. */
const rootFields: ShapeLimit = {
  name: 'ROOT_FIELDS_MAX',
  counts: 'root fields',
  advice: askForSeveral,
  max: ({ rootFieldsMax }) => rootFieldsMax,
  ...summed,
  selection: (node, inner) => (isField(node) ? 1 : inner),
};

const introspectionListsMax = 25;
const introspectionLists = new Set([
  'types',
  'directives',
  'fields',
  'args',
  'inputFields',
  'interfaces',
  'enumValues',
  'possibleTypes',
]);

/**
 * Lists of the schema, which are fields of introspection types; the introspection query of graphql-js and GraphiQL has 9. Lists
 * nested into each other are refused by graphql-js's own validation; what it lets through is the same list many times side by side,
 * each as long as the schema.
 */
const introspection: ShapeLimit<boolean> = {
  name: 'INTROSPECTION_LISTS_MAX',
  counts: 'lists of the schema',
  advice: 'Use the standard introspection query, or ask for fewer parts of the schema.',
  max: () => introspectionListsMax,
  ...summed,
  ofOperation: () => false,
  ofType: (name) => name.startsWith('__'),
  below: ({ name }, isIntrospection) => isIntrospection || name.value === '__schema' || name.value === '__type',
  selection: (node, inner, isIntrospection) =>
    isIntrospection && isField(node) && introspectionLists.has(node.name.value) ? addUp(1, inner) : inner,
};

/** Fields, inline fragments and spreads, each as often as it is reached: what stops fragments that double at each level. */
const selections: ShapeLimit = {
  name: 'SELECTIONS_MAX',
  counts: 'selections, with its fragments spread out',
  advice: 'Spread large fragments in fewer places, or split the operation.',
  max: ({ selectionsMax }) => selectionsMax,
  ...summed,
  selection: (_, inner) => addUp(1, inner),
};

const table: readonly ShapeLimit[] = [fragmentNesting, depth, aliases, rootFields, introspection, selections];

/**
 * Throws OPERATION_TOO_COMPLEX for the first limit, in order, that an operation of the document exceeds, whichever of them
 * is meant to run: the outcome depends on the document only.
 */
export function assertShape(document: DocumentNode, limits: OperationLimits): void {
  const operations = document.definitions.filter(isOperation);
  const fragments = fragmentsLeavesFirst(document);
  for (const limit of table) {
    for (const actual of foldOperations(operations, fragments, limit)) assertWithin(limit, limit.max(limits), actual);
  }
}

function isOperation(node: DocumentNode['definitions'][number]): node is OperationDefinitionNode {
  return node.kind === Kind.OPERATION_DEFINITION;
}

function isField(node: SelectionNode): node is FieldNode {
  return node.kind === Kind.FIELD;
}
