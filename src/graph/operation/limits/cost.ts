/**
 * What an operation may cost in the unit that matters here: calls to the Field Data Service. The count is an upper bound made
 * from document and variables before anything is sent; deduplication and caches can only make the real number smaller.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type CostedField, createFieldCosts } from './field-cost.ts';
import { type Fold, foldOperations, fragmentsLeavesFirst } from './fold.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';
import { addUp, assertWithin, countedMax, type Limit, type OperationLimits } from './limit.ts';

const ids: Limit = {
  name: 'IDS_MAX',
  counts: 'ids in one list',
  advice: 'Ask for fewer ids, in several operations.',
};

const upstreamCalls: Limit = {
  name: 'UPSTREAM_CALLS_MAX',
  counts: 'calls to the Field Data Service to make at most',
  advice: 'Ask for fewer fields, or for fewer kinds of data of each, in several operations.',
};

/**
 * Throws OPERATION_TOO_COMPLEX where the operation names too many ids in one list or may need too many calls.
 * Expects a document that passed `assertShape`; it need not be valid. Without an operation of that name it does nothing.
 */
export type AssertCost = (
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
) => void;

/** Makes the check for a schema whose fields say in their `extensions` what they cost (`FieldCost`). */
export function createCostCheck(schema: GraphQLSchema, limits: OperationLimits): AssertCost {
  const lookUp = createFieldCosts(schema);
  // Operations that pass whatever their variables are, as those of a single field do.
  const passed = new WeakSet<OperationDefinitionNode>();
  return (document, operationName, variables) => {
    const operation = getOperationAST(document, operationName);
    if (!operation || passed.has(operation)) return;
    const known = createKnownValues(operation, variables);
    const fold = createCostFold(schema, lookUp, known);
    const [cost = free] = foldOperations([operation], fragmentsLeavesFirst(document), fold);
    assertWithin(ids, limits.idsMax, cost.idsMost);
    assertWithin(upstreamCalls, limits.upstreamCallsMax, cost.calls);
    if (!known.hasReadVariables()) passed.add(operation);
  };
}

/** Calls counted so far, and the longest list of ids. */
interface Cost {
  calls: number;
  idsMost: number;
}

const free: Cost = { calls: 0, idsMost: 0 };

function createCostFold(
  schema: GraphQLSchema,
  lookUp: ReturnType<typeof createFieldCosts>,
  known: KnownValues,
): Fold<Cost, GraphQLNamedType | undefined> {
  return {
    empty: free,
    join(left, right) {
      // Most selections are free, and this runs for each of them in every operation.
      if (right === free) return left;
      if (left === free) return right;
      return { calls: addUp(left.calls, right.calls), idsMost: Math.max(left.idsMost, right.idsMost) };
    },
    selection(node, inner, parent) {
      if (known.isLeftOut(node)) return free;
      const field = node.kind === Kind.FIELD && parent ? lookUp(parent, node.name.value) : undefined;
      return field ? costOfField(node as FieldNode, inner, field) : inner;
    },
    ofOperation: ({ operation }) => schema.getRootType(operation) ?? undefined,
    ofType: (name) => schema.getType(name),
    below: (node, parent) => parent && lookUp(parent, node.name.value)?.type,
  };

  function costOfField(node: FieldNode, inner: Cost, { upstreamCalls = 0, idsArgument }: CostedField): Cost {
    if (idsArgument !== undefined) {
      const length = known.lengthOf(node.arguments?.find(({ name }) => name.value === idsArgument)?.value);
      const calls = Math.min(upstreamCalls + length * inner.calls, countedMax);
      return { calls, idsMost: Math.max(length, inner.idsMost) };
    }
    return upstreamCalls === 0 ? inner : { calls: addUp(upstreamCalls, inner.calls), idsMost: inner.idsMost };
  }
}
