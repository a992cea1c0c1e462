/** Refuses an operation that exceeds a limit, and names the cause, which is searched for only then. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { countOf } from '../../../platform/text/count-of.ts';
import type { GatewayError } from '../../errors/gateway-error.ts';
import { coordinatesAt, fieldCoordinate } from '../coordinates.ts';
import { type Cost, type CountedList, visitedOf } from './cost-sums.ts';
import { createFold, type Fold, fragmentsLeavesFirst } from './fold-operations.ts';
import { costLimits, countedMax, excess, type Limit, type OperationLimits } from './limit.ts';

const countOfRecords = (count: number) => countOf(count, 'record');

/** States which list costs most, and how much less of it would fit. `countOfList` says what is counted. */
function adviceOn(list: CountedList, max: number, actual: number, countOfList = countOfRecords): string {
  const { coordinate, records, uses, objects, isBelowList, argument, days = 0, moreDays = 0, recordsOfDays } = list;
  const of = [objects > 1 ? `for each of ${objects} fields` : '', uses > 1 ? `${uses} times` : ''];
  const shown = [countOfList(Math.min(records, countedMax)), ...of].filter((part) => part !== '').join(' ');
  const visited = visitedOf(list);
  // Counts of the whole operation are capped; the count of this list is not.
  const others = Math.max(actual - visited, 0);
  const fitting = (count: number) => Math.floor((count * (max - others)) / visited);
  let daysFitting = recordsOfDays ? Math.floor(days) : fitting(Math.floor(days));
  if (recordsOfDays) while (daysFitting > 0 && objects * recordsOfDays(daysFitting) > max - others) daysFitting -= 1;
  const ways = [
    // The caller cannot choose the number of objects below another list.
    { fit: isBelowList ? 0 : fitting(objects), noun: 'field' },
    { fit: fitting(uses), noun: 'alias' },
    { fit: daysFitting - moreDays, noun: 'day' },
  ].flatMap(({ fit, noun }) => (fit > 0 ? countOf(fit, noun) : []));
  if (argument !== undefined && fitting(records) > 0) ways.push(`\`${argument}: ${fitting(records)}\``);
  const other = isBelowList ? 'Request fewer records of the lists above it.' : 'Split the operation.';
  const fits = ways.length > 0 ? `It would fit with ${ways.join(', or ')}.` : other;
  return `\`${coordinate.split('.')[1]}\` costs most: ${shown}. ${fits}`;
}

/** The coordinate of the field at the end of the longest chain of fields. With `withFragments`, spreads and inline fragments count too. */
export function deepestField(
  schema: GraphQLSchema,
  document: DocumentNode,
  operations: readonly OperationDefinitionNode[],
  withFragments: boolean,
): string | undefined {
  // The end of a chain, and its length.
  const fold: Fold<{ levels: number; last: FieldNode | undefined }, undefined> = {
    empty: { levels: 0, last: undefined },
    join: (left, right) => (left.levels >= right.levels ? left : right),
    selection(node, { levels, last }) {
      if (node.kind === Kind.FIELD) return { levels: levels + 1, last: last ?? node };
      return { levels: levels + Number(withFragments), last };
    },
    ofOperation: () => undefined,
    ofType: () => undefined,
    below: () => undefined,
  };
  const ends = operations.map(createFold(fragmentsLeavesFirst(document), fold));
  const { last } = ends.reduce(fold.join, fold.empty);
  return last && coordinatesAt(schema, document, [last.loc?.start])[0];
}

/** The coordinate with most of the counted fields of a document; undefined if the schema lacks it, or each occurs once. */
export function mostFrequentField(
  schema: GraphQLSchema,
  document: DocumentNode,
  counts: (field: FieldNode, info: TypeInfo) => boolean,
): string | undefined {
  const found = new Map<string | undefined, number>();
  const info = new TypeInfo(schema);
  const Field = (node: FieldNode) => {
    const coordinate = fieldCoordinate(info);
    if (counts(node, info)) found.set(coordinate, (found.get(coordinate) ?? 0) + 1);
  };
  visit(document, visitWithTypeInfo(info, { Field }));
  let most: string | undefined;
  let countMost = 1;
  for (const [coordinate, count] of found) if (count > countMost) [most, countMost] = [coordinate, count];
  return most;
}

const read = { name: 'RECORDS_READ_MAX', counts: 'records to read' };
const visited = { name: 'RECORDS_VISITED_MAX', counts: 'records, counted once for each alias and computed field' };

/** Throws OPERATION_TOO_COMPLEX, naming the list that costs most, for more records than an operation may have. */
export function assertRecords(counted: Cost, { recordsReadMax, recordsVisitedMax }: OperationLimits): void {
  const { recordsRead, recordsVisited, mostRead, mostVisited } = counted;
  if (recordsRead > recordsReadMax) throw excessOf(read, mostRead, recordsReadMax, recordsRead);
  if (recordsVisited > recordsVisitedMax) throw excessOf(visited, mostVisited, recordsVisitedMax, recordsVisited);
}

/** The error of an operation that resolves too much. It names a timeline that has most of that. */
export function excessOfResolved({ resolved, mostVisited }: Cost, max: number): GatewayError {
  const limit = costLimits.resolved;
  const selected = mostVisited.listsOfDays?.values().reduce((sum, { uses }) => sum + uses, 0) ?? 0;
  const recordsOfDays = (days: number) => selected * days;
  const list = { ...mostVisited, records: recordsOfDays(Math.ceil(mostVisited.days ?? 0)), recordsOfDays };
  if (2 * visitedOf(list) < resolved) return excess(limit, max, resolved, undefined);
  return excess({ ...limit, advice: adviceOn(list, max, resolved, String) }, max, resolved, list.coordinate);
}

function excessOf(limit: Omit<Limit, 'advice'>, list: CountedList, max: number, actual: number): GatewayError {
  return excess({ ...limit, advice: adviceOn(list, max, actual) }, max, actual, list.coordinate);
}
