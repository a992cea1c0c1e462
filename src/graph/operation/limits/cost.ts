/**
 * The cost that an operation may have: service calls, records that these return, and records visited by its selections. The counts are
 * upper bounds from document and variables, made before anything is sent. Caches and equal reads can only reduce the real ones.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { assertRecords, excessOfResolved } from './cause.ts';
import { type Cost, type CountedList, dearer, free, join, type OperationCost, summed, times } from './cost-sums.ts';
import { type CostedField, createFieldCosts } from './field-cost.ts';
import { createFold, type Fold, fragmentsLeavesFirst } from './fold-operations.ts';
import { KnownValues, textOf, type Variables } from './known-values.ts';
import { memoryOf } from '../document-cache.ts';
import { addUp, assertWithin, costLimits, countedMax, type OperationLimits } from './limit.ts';

/** Bounds all lists together, because each malformed id is an error of its own. */
const listsOfIdsMax = 10;
/** graphql-js runs operations with a schema field, and retains their results as objects. */
const schemaRecordsMax = 1_000;
const schemaFields = new Set(['__schema', '__type']);
/** Weights under RESOLVED_MAX. Each selection of a list below a list is resolved once for each record, and may fail each time. */
const weights = { once: 1, list: 20, input: 40 };

/** An operation of a document, and a cost that is known of it. */
export interface KnownOperation {
  readonly node: OperationDefinitionNode;
  /** Its latest cost that passed, unless it depends on the clock or on long variables. The cost check sets it. */
  known: KnownCost | undefined;
}

/** A cost, with the variables that it depends on and their values as one text. */
interface KnownCost {
  readonly cost: OperationCost;
  readonly names: readonly string[];
  readonly text: string;
}

/** Longest text of a known cost: that of 100 ids of 36 characters. */
const knownTextMax = 4_096;
const knownCostBytes = 1_024;

/**
 * The cost of the operation. Throws OPERATION_TOO_COMPLEX for too many ids in one list, too many possible calls, or too many records read
 * or visited. Expects a document that passed `assertShape`; it need not be valid. Without variables, it is the least cost of any request.
 */
type AssertCost = (document: DocumentNode, operation: KnownOperation, variables?: Variables) => OperationCost;

/** Makes the check for a schema whose fields state their cost in their `extensions` (`FieldCost`). */
export function createCostCheck(schema: GraphQLSchema, limits: OperationLimits, calendar: () => Date): AssertCost {
  const lookUp = createFieldCosts(schema);
  // One list for each allowed call must pass.
  const resolvedMax = Math.max(50_000, weights.input * limits.upstreamCallsMax);
  // The values of the operation being checked: the check is synchronous.
  let values: KnownValues;
  const now = () => values.now();
  const fold: Fold<Cost, GraphQLNamedType | undefined> = {
    known: new WeakMap(),
    uncertain: () => values.uncertain,
    empty: free,
    join,
    selection(node, inner, parent) {
      if (node.directives?.length && values.isLeftOut(node.directives)) return free;
      if (node.kind !== Kind.FIELD) return inner;
      const field = parent && lookUp(parent, node.name.value);
      const isOfDays = field?.recordsAreDays;
      const cost = field ? costOfField(node, isOfDays ? inner : summed(inner, field.isFieldOfRecord), field) : inner;
      const isOfReference = schemaFields.has(node.name.value) || node.alias?.value === '__proto__';
      return isOfReference ? { ...cost, byReference: true } : cost;
    },
    ofOperation: ({ operation }) => schema.getRootType(operation) ?? undefined,
    ofType: (name) => schema.getType(name),
    below: (node, parent) => parent && lookUp(parent, node.name.value)?.type,
  };
  const fragmentsOf = new WeakMap<DocumentNode, FragmentDefinitionNode[]>();

  /** `inner` is the cost of one object that the field returns. */
  function costOfField(node: FieldNode, inner: Cost, field: CostedField): Cost {
    const { coordinate, upstreamCalls = 0, idsArgument, records, recordsVisited } = field;
    if (idsArgument !== undefined) {
      const length = lengthOf(argumentOf(node, idsArgument));
      const calls = Math.min(upstreamCalls + length * inner.calls, countedMax);
      const dearest = { ...inner.dearest, calls: inner.dearest.calls * length };
      const allIds = Math.min(length * (1 + inner.allIds), countedMax);
      const cost = { ...times(inner, length), calls, dearest, allIds };
      return length < inner.idsMost ? cost : { ...cost, idsMost: length, longestIds: coordinate };
    }
    if (field.statedByLists) return { ...inner, needsList: coordinate, resolved: addUp(inner.resolved, 1) };
    if (recordsVisited) return { ...inner, recordsVisited: addUp(inner.recordsVisited, recordsVisited) };
    if (upstreamCalls === 0) return inner;
    const { needsListOfRecord, ...below } = inner;
    const weight = weights[field.resolves ?? 'list'];
    const callsBelow = needsListOfRecord && !records ? Math.max(1, below.calls) : below.calls;
    const own = upstreamCalls + callsMore(node, field);
    const calls = addUp(own, callsBelow);
    let needsTimezone: string | undefined;
    for (const name of field.timezoneWith ?? [])
      if ((argumentOf(node, name) ?? null) !== null) needsTimezone = coordinate;
    const dearest = dearer({ coordinate, calls: own }, below.dearest);
    if (records === undefined)
      return { ...below, calls, dearest, needsTimezone, resolved: addUp(below.resolved, weight) };
    const list = records({ get: (name) => argumentOf(node, name), defaults: field.defaults, now });
    const counted: CountedList = { ...list, coordinate, uses: 1, objects: 1 };
    if (field.recordsAreDays) counted.listsOfDays = below.lists ?? new Map();
    const each = times(below, field.recordsTogether === undefined ? Math.max(1, list.records) : 0, true);
    const all = below.together ? join({ ...each, together: undefined }, below.together) : each;
    return {
      ...all,
      calls,
      dearest,
      needsTimezone,
      resolved: addUp(all.resolved, weight),
      lists: new Map([[list.key, counted]]),
      together: field.recordsTogether === undefined ? undefined : times(below, field.recordsTogether, true),
    };
  }

  function callsMore(node: FieldNode, { moreCallsWith = {}, callsMoreBy, defaults }: CostedField): number {
    let more = 0;
    for (const name in moreCallsWith)
      if ((argumentOf(node, name) ?? null) !== null) more = Math.max(more, moreCallsWith[name] ?? 0);
    const count = callsMoreBy && (argumentOf(node, callsMoreBy.argument) ?? defaults[callsMoreBy.argument]);
    return typeof count === 'number' ? addUp(more, Math.max(0, Math.min(count, callsMoreBy?.max ?? 0))) : more;
  }

  function argumentOf({ arguments: sent }: FieldNode, argument: string): unknown {
    return values.dataOf(sent?.find(({ name }) => name.value === argument)?.value);
  }

  return (document, operation, variables) => {
    const { known } = operation;
    if (known && (known.names.length === 0 || (variables && textOf(known.names, variables) === known.text)))
      return known.cost;
    values = new KnownValues(operation.node, variables, calendar);
    const cost = createFold(fragmentsOf.getOrInsertComputed(document, fragmentsLeavesFirst), fold)(operation.node);
    assertWithin(costLimits.ids, limits.idsMax, cost.idsMost, cost.longestIds);
    assertWithin(costLimits.allIds, limits.idsMax * listsOfIdsMax, cost.allIds, cost.longestIds);
    assertWithin(costLimits.upstreamCalls, limits.upstreamCallsMax, cost.calls, cost.dearest.coordinate);
    assertRecords(cost, limits);
    if (cost.resolved > resolvedMax) throw excessOfResolved(cost, resolvedMax);
    if (cost.byReference) assertWithin(costLimits.schemaRecords, schemaRecordsMax, cost.recordsVisited);
    const names = [...values.read];
    const isConstant = names.length === 0;
    if (values.isPassing || !(isConstant || variables)) return cost;
    const text = variables && !isConstant ? textOf(names, variables) : '';
    if (text.length > knownTextMax) return cost;
    // One claim is for all later texts of the operation.
    if (known || isConstant || memoryOf(document).claim(knownTextMax + knownCostBytes))
      operation.known = { cost, names, text };
    return cost;
  };
}

/** Number of items of a list argument. A single value counts as a list of one, as in GraphQL; absent or null is none. */
function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Number(value !== undefined && value !== null);
}
