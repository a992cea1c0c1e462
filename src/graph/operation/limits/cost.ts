/**
 * What an operation may cost in the unit that matters here: calls to the Field Data Service. The count is an upper bound made
 * from document and variables before anything is sent; deduplication and caches can only make the real number smaller.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
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

/** An operation of a document, and what is known of its cost before its variables come. */
export interface KnownOperation {
  readonly node: OperationDefinitionNode;
  /** Whether it passes whatever its variables are, as one of a single field does: set by the check that found it out. */
  isCostPassed: boolean;
  /** Whether a run of it was seen to wait for something: what never does is not worth looking for another of. */
  isAwaited: boolean;
}

/**
 * Throws OPERATION_TOO_COMPLEX where the operation names too many ids in one list or may need too many calls.
 * Expects a document that passed `assertShape`; it need not be valid.
 */
export type AssertCost = (
  document: DocumentNode,
  operation: KnownOperation,
  variables: Readonly<Record<string, unknown>>,
) => void;

/** Makes the check for a schema whose fields say in their `extensions` what they cost (`FieldCost`). */
export function createCostCheck(schema: GraphQLSchema, limits: OperationLimits): AssertCost {
  const lookUp = createFieldCosts(schema);
  return (document, operation, variables) => {
    if (operation.isCostPassed) return;
    const { node } = operation;
    const known = createKnownValues(node, variables);
    const fold = createCostFold(schema, lookUp, known);
    const [cost = free] = foldOperations([node], fragmentsLeavesFirst(document), fold);
    assertWithin(ids, limits.idsMax, cost.idsMost);
    assertWithin(upstreamCalls, limits.upstreamCallsMax, cost.calls);
    operation.isCostPassed = !known.hasReadVariables();
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

  function costOfField(node: FieldNode, inner: Cost, field: CostedField): Cost {
    const { upstreamCalls = 0, idsArgument } = field;
    if (idsArgument !== undefined) {
      const length = known.lengthOf(argumentOf(node, idsArgument));
      const calls = Math.min(upstreamCalls + length * inner.calls, countedMax);
      return { calls, idsMost: Math.max(length, inner.idsMost) };
    }
    if (upstreamCalls === 0) return inner;
    return { calls: addUp(upstreamCalls + callsMore(node, field), inner.calls), idsMost: inner.idsMost };
  }

  function callsMore(node: FieldNode, { moreCallsWith = {}, callsMoreBy }: CostedField): number {
    let more = 0;
    for (const name in moreCallsWith)
      if (known.isGiven(argumentOf(node, name))) more = Math.max(more, moreCallsWith[name] ?? 0);
    return callsMoreBy === undefined ? more : addUp(more, known.countOf(argumentOf(node, callsMoreBy)));
  }
}

function argumentOf({ arguments: given }: FieldNode, argument: string): ValueNode | undefined {
  return given?.find(({ name }) => name.value === argument)?.value;
}
