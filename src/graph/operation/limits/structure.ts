/**
 * The limits on the shape of an operation, as one table, in the order in which they are checked. They are the second of four steps: text
 * (`parseWithin`), shape, variables (`assertVariables`), cost (`createCostCheck`). Each step is cheap because the one before it
 * passed: the parser cannot overflow on an accepted text, nor validation on an accepted shape. Text and shape depend on the
 * document only, so the outcome is cached with it.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { deepestField, mostFrequentField } from './cause.ts';
import { createFold, type Fold, fragmentsLeavesFirst } from './fold-operations.ts';
import { addUp, assertWithin, countedMax, excess, type Limit, type OperationLimits, nesting } from './limit.ts';

/** Counts of selections, including nested and spread ones. */
interface Shape {
  /** The longest chain of selections, spreads and inline fragments included: validation and execution recurse along it. */
  nesting: number;
  /** Levels of fields: a fragment is as deep as the fields in it. The introspection query of graphql-js and GraphiQL is 15 deep. */
  depth: number;
  /** Each may run the same field once more. An alias in a fragment counts for each spread of the fragment. */
  aliases: number;
  /** Fields, including those in fragments, without the fields inside them. */
  fields: number;
  /**
   * Lists and aliases in introspection types. The introspection query of graphql-js and GraphiQL has 9. graphql-js's own validation refuses
   * nested lists. It allows the same list many times side by side, each as long as the schema.
   */
  introspectionLists: number;
  /** Fields, inline fragments and spreads, each time they are reached: this stops fragments that double at each level. */
  selections: number;
}

const introspectionLists = new Set(
  'types directives fields args inputFields interfaces enumValues possibleTypes'.split(' '),
);

/** Whether a field of an introspection type is a list, or has an alias, by which it can be selected again. */
const isRepeatable = ({ name, alias }: FieldNode) => alias !== undefined || introspectionLists.has(name.value);

/** Counts everything in one walk. The scope is whether a selection is on an introspection type. */
const shapeFold: Fold<Shape, boolean> = {
  empty: { nesting: 0, depth: 0, aliases: 0, fields: 0, introspectionLists: 0, selections: 0 },
  join: (left, right) => ({
    nesting: Math.max(left.nesting, right.nesting),
    depth: Math.max(left.depth, right.depth),
    aliases: addUp(left.aliases, right.aliases),
    fields: addUp(left.fields, right.fields),
    introspectionLists: addUp(left.introspectionLists, right.introspectionLists),
    selections: addUp(left.selections, right.selections),
  }),
  selection(node, inner, isIntrospection) {
    const all = { ...inner, nesting: inner.nesting + 1, selections: addUp(1, inner.selections) };
    if (node.kind !== Kind.FIELD) return all;
    all.depth += 1;
    all.fields = 1;
    if (node.alias) all.aliases = addUp(1, all.aliases);
    if (isIntrospection && isRepeatable(node)) all.introspectionLists = addUp(1, all.introspectionLists);
    return all;
  },
  ofOperation: () => false,
  ofType: (name) => name.startsWith('__'),
  below: ({ name }, isIntrospection) => isIntrospection || name.value === '__schema' || name.value === '__type',
};

const requestSeveral = 'Request several fields at once with fields(ids: […]), or split the operation.';

/** Limits on what is counted; each maximum is a setting, or fixed. */
const table: readonly (Limit & { counted: keyof Shape; max: keyof OperationLimits | number })[] = [
  { ...nesting, counts: 'levels of nesting, fragments included', counted: 'nesting', max: 'nestingMax' },
  {
    name: 'DEPTH_MAX',
    counts: 'levels of fields',
    advice: 'Select fewer levels, and request the rest in a second operation.',
    counted: 'depth',
    max: 'depthMax',
  },
  { name: 'ALIASES_MAX', counts: 'aliases', advice: requestSeveral, counted: 'aliases', max: 'aliasesMax' },
  { name: 'ROOT_FIELDS_MAX', counts: 'root fields', advice: requestSeveral, counted: 'fields', max: 'rootFieldsMax' },
  {
    name: 'INTROSPECTION_LISTS_MAX',
    counts: 'lists and aliases of the schema',
    advice: 'Use the standard introspection query, or request fewer parts of the schema.',
    counted: 'introspectionLists',
    max: 25,
  },
  {
    name: 'SELECTIONS_MAX',
    counts: 'selections, with its fragments spread out',
    advice: 'Spread large fragments in fewer places, or split the operation.',
    counted: 'selections',
    max: 'selectionsMax',
  },
];

const pairs: Limit = {
  name: 'PAIRS_MAX',
  counts: 'or more pairs of fields with one response name',
  advice: 'Select each field once, or give each an alias.',
};
const pairsMax = 50_000;
/** Selections that are searched for pairs. */
const visitedMax = 50_000;

/**
 * Counts pairs of fields that validation compares because they are merged (GraphQL, section 5.3.2), in operations and fragments, until
 * there are too many. Equal sets of fields count once.
 */
function countPairs(
  operations: readonly OperationDefinitionNode[],
  fragments: readonly FragmentDefinitionNode[],
  limits: OperationLimits,
): number {
  const setOf = new Map(fragments.map((each) => [each.name.value, each.selectionSet]));
  const numbers = new Map<FieldNode, number>();
  const counted = new Set<string>();
  let count = 0;
  let visited = 0;
  const countIn = (merged: SelectionSetNode[], level: number): void => {
    if (count > pairsMax || level > limits.nestingMax) return;
    const byName = new Map<string, FieldNode[]>();
    const spread = new Set<string>();
    for (const { selections } of merged) {
      visited += selections.length;
      for (const node of selections) {
        if (node.kind === Kind.FIELD) byName.getOrInsert((node.alias ?? node.name).value, []).push(node);
        else if (node.kind === Kind.INLINE_FRAGMENT) merged.push(node.selectionSet);
        else if (!spread.has(node.name.value)) {
          spread.add(node.name.value);
          const set = setOf.get(node.name.value);
          if (set) merged.push(set);
        }
      }
    }
    if (visited > Math.max(visitedMax, limits.selectionsMax)) count = countedMax;
    for (const nodes of byName.values()) {
      let key = '';
      for (const node of nodes) key += `${numbers.getOrInsert(node, numbers.size)} `;
      if (counted.has(key)) continue;
      counted.add(key);
      count += (nodes.length * (nodes.length - 1)) / 2;
      const inner = nodes.flatMap((node) => node.selectionSet ?? []);
      countIn(inner, level + 1);
    }
  };
  for (const { selectionSet } of [...operations, ...fragments]) countIn([selectionSet], 1);
  return Math.min(count, pairsMax + 1);
}

/**
 * Throws OPERATION_TOO_COMPLEX for the first limit, in order, that an operation of the document exceeds, whichever of them
 * is meant to run: the outcome depends on the document only.
 */
export function assertShape(document: DocumentNode, limits: OperationLimits, schema: GraphQLSchema): void {
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);

  /** The coordinate of the field that has the largest share; undefined if no single field has. */
  function causeOf(counted: keyof Shape): string | undefined {
    const roots = new Set<unknown>(operations.map(({ operation }) => schema.getRootType(operation)));
    switch (counted) {
      case 'nesting':
      case 'depth':
        return deepestField(schema, document, operations, counted === 'nesting');
      case 'aliases':
        return mostFrequentField(schema, document, ({ alias }) => alias !== undefined);
      case 'introspectionLists':
        return mostFrequentField(schema, document, ({ name }) => introspectionLists.has(name.value));
      case 'fields':
        return mostFrequentField(schema, document, (_, info) => roots.has(info.getParentType()));
    }
  }

  const fragments = fragmentsLeavesFirst(document);
  const shapes = operations.map(createFold(fragments, shapeFold));
  for (const limit of table) {
    const max = typeof limit.max === 'number' ? limit.max : limits[limit.max];
    for (const { [limit.counted]: actual } of shapes)
      if (actual > max) throw excess(limit, max, actual, causeOf(limit.counted));
  }
  assertWithin(pairs, pairsMax, countPairs(operations, fragments, limits));
}

/** The counts of an operation of a document that passed, by the limits with a setting. */
export function countShape(document: DocumentNode, operation: OperationDefinitionNode) {
  const shape = createFold(fragmentsLeavesFirst(document), shapeFold)(operation);
  const counts: Partial<Record<keyof OperationLimits, number>> = {};
  for (const { max, counted } of table) if (typeof max === 'string') counts[max] = shape[counted];
  return counts;
}
