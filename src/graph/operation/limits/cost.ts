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
import { assertRecords, type CallsOfField, type CountedList, visitedOf } from './cause.ts';
import { type CostedField, createFieldCosts, type ResolvedOfInput } from './field-cost.ts';
import { createFold, type Fold, fragmentsLeavesFirst } from './fold-operations.ts';
import { KnownValues, textOf, type Variables } from './known-values.ts';
import { memoryOf } from '../document-cache.ts';
import { addUp, assertWithin, costLimits, countedMax, type OperationLimits } from './limit.ts';

/** Bounds all lists together, because each malformed id is an error of its own. */
const listsOfIdsMax = 10;
/** graphql-js runs operations with a schema field, and retains their results as objects. */
const schemaRecordsMax = 1_000;
const schemaFields = new Set(['__schema', '__type']);
const resolvedOfInput: ResolvedOfInput = 40;
/** Each selection of a list below a list is resolved once for each record, and may fail each time. */
const resolvedOfList = 20;

/** Calls and records of an operation, as upper bounds. */
export interface OperationCost {
  readonly calls: number;
  /** Length of its longest list of ids. */
  readonly idsMost: number;
  readonly allIds: number;
  /** Records of all its lists, each list once. */
  readonly recordsRead: number;
  /** The same, each list once for every alias and computed field over it. */
  readonly recordsVisited: number;
}

/** An operation of a document, and what is known of it without its variables. */
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

interface Cost extends OperationCost {
  /** Lists and facts of fields, each as often as it is resolved. */
  resolved: number;
  /** Whether a selection makes graphql-js run a query. */
  byReference?: boolean | undefined;
  /** The field that needs any one of the object's lists. */
  needsList?: string | undefined;
  /** The field that needs the list that contains the record. */
  needsListOfRecord?: string | undefined;
  /** By key, the lists that one object reads: not yet in the sums, because another selection of the object may read the same. */
  lists?: ReadonlyMap<string, CountedList>;
  /** Selections of records that all objects of one list share: counted once for all objects. */
  together?: Cost | undefined;
  /** The list with the largest share of the sums. */
  largest: CountedList;
  /** The field with the largest share of the calls. */
  dearest: CallsOfField;
  /** The argument with the longest list of ids. */
  longestIds?: string | undefined;
}

const free: Cost = {
  calls: 0,
  idsMost: 0,
  allIds: 0,
  recordsRead: 0,
  recordsVisited: 0,
  resolved: 0,
  largest: { coordinate: '', records: 0, uses: 0, objects: 0 },
  dearest: { coordinate: undefined, calls: 0 },
};

/**
 * The cost of the operation. Throws OPERATION_TOO_COMPLEX for too many ids in one list, too many possible calls, or too many records read
 * or visited. Expects a document that passed `assertShape`; it need not be valid. Without variables, it is the least cost of any request.
 */
export type AssertCost = (document: DocumentNode, operation: KnownOperation, variables?: Variables) => OperationCost;

/** Makes the check for a schema whose fields state their cost in their `extensions` (`FieldCost`). */
export function createCostCheck(schema: GraphQLSchema, limits: OperationLimits, calendar: () => Date): AssertCost {
  const lookUp = createFieldCosts(schema);
  // One list for each allowed call must pass.
  const resolvedMax = Math.max(50_000, resolvedOfInput * limits.upstreamCallsMax);
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
      const cost = field ? costOfField(node, summed(inner, field.isFieldOfRecord), field) : inner;
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
    const { resolves = resolvedOfList } = field;
    const callsBelow = needsListOfRecord && !records ? Math.max(1, below.calls) : below.calls;
    const own = upstreamCalls + callsMore(node, field);
    const calls = addUp(own, callsBelow);
    const dearest = dearer({ coordinate, calls: own }, below.dearest);
    if (records === undefined) return { ...below, calls, dearest, resolved: addUp(below.resolved, resolves) };
    const list = records({ get: (name) => argumentOf(node, name), now });
    const counted = { ...list, coordinate, uses: 1, objects: 1 };
    const each = times(below, field.recordsTogether === undefined ? Math.max(1, list.records) : 0);
    const all = below.together ? join({ ...each, together: undefined }, below.together) : each;
    return {
      ...all,
      calls,
      dearest,
      resolved: addUp(all.resolved, resolves),
      lists: new Map([[list.key, counted]]),
      together: field.recordsTogether === undefined ? undefined : times(below, field.recordsTogether),
    };
  }

  function callsMore(node: FieldNode, { moreCallsWith = {}, callsMoreBy }: CostedField): number {
    let more = 0;
    for (const name in moreCallsWith)
      if ((argumentOf(node, name) ?? null) !== null) more = Math.max(more, moreCallsWith[name] ?? 0);
    const count = argumentOf(node, callsMoreBy);
    return typeof count === 'number' ? addUp(more, Math.max(0, count)) : more;
  }

  function argumentOf({ arguments: sent }: FieldNode, argument: string | undefined): unknown {
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
    assertWithin(costLimits.resolved, resolvedMax, cost.resolved);
    if (cost.byReference)
      assertWithin(costLimits.schemaRecords, schemaRecordsMax, Math.max(cost.recordsRead, cost.recordsVisited));
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

/** The cost of two selections of one object. */
function join(left: Cost, right: Cost): Cost {
  // Most selections are free, and this runs for each of them in every operation.
  if (right === free) return left;
  if (left === free) return right;
  return {
    calls: addUp(left.calls, right.calls),
    idsMost: Math.max(left.idsMost, right.idsMost),
    allIds: addUp(left.allIds, right.allIds),
    recordsRead: addUp(left.recordsRead, right.recordsRead),
    recordsVisited: addUp(left.recordsVisited, right.recordsVisited),
    resolved: addUp(left.resolved, right.resolved),
    byReference: left.byReference || right.byReference,
    needsList: left.needsList ?? right.needsList,
    needsListOfRecord: left.needsListOfRecord ?? right.needsListOfRecord,
    lists: joined(left.lists, right.lists),
    together: left.together && right.together ? join(left.together, right.together) : (left.together ?? right.together),
    largest: visitedOf(left.largest) >= visitedOf(right.largest) ? left.largest : right.largest,
    dearest: dearer(left.dearest, right.dearest),
    longestIds: left.idsMost >= right.idsMost ? left.longestIds : right.longestIds,
  };
}

/** Number of items of a list argument. A single value counts as a list of one, as in GraphQL; absent or null is none. */
function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Number(value !== undefined && value !== null);
}

/** The lists of two selections of one object: equal keys are one read, and are visited by both. */
function joined(left: Cost['lists'], right: Cost['lists']): Cost['lists'] {
  if (right === undefined) return left;
  const lists = new Map(left);
  for (const [key, list] of right) {
    const other = lists.get(key);
    lists.set(key, other ? { ...list, uses: other.uses + list.uses } : list);
  }
  return lists;
}

/** The cost of an object after all its selections: the sums include its lists. */
function summed(cost: Cost, isFieldOfRecord: boolean | undefined): Cost {
  if (cost.lists === undefined && !cost.needsList) return cost;
  let { recordsRead, recordsVisited, largest, calls, dearest, needsListOfRecord } = cost;
  if (isFieldOfRecord) needsListOfRecord ??= cost.needsList;
  else if (calls === 0) {
    // Each list has a call, so without calls the object reads no list.
    calls = 1;
    dearest = { coordinate: cost.needsList, calls };
  }
  for (const list of cost.lists?.values() ?? []) {
    recordsRead = addUp(recordsRead, list.records);
    recordsVisited = addUp(recordsVisited, list.records * list.uses);
    if (visitedOf(list) > visitedOf(largest)) largest = list;
  }
  const known = { calls, recordsRead, recordsVisited, largest, dearest, needsListOfRecord };
  return { ...cost, ...known, needsList: undefined, lists: undefined };
}

/** The cost of `count` equal objects. Their calls are not multiplied. */
function times({ recordsRead, recordsVisited, resolved, largest, ...cost }: Cost, count: number): Cost {
  return {
    ...cost,
    recordsRead: Math.min(recordsRead * count, countedMax),
    recordsVisited: Math.min(recordsVisited * count, countedMax),
    resolved: Math.min(resolved * count, countedMax),
    largest: { ...largest, objects: largest.objects * count },
  };
}

/** The field with more calls. Several aliases of one field have the sum of their calls. */
function dearer(left: CallsOfField, right: CallsOfField): CallsOfField {
  if (left.coordinate === right.coordinate) return { ...left, calls: addUp(left.calls, right.calls) };
  return left.calls >= right.calls ? left : right;
}
