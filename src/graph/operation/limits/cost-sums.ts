/** The arithmetic of costs: of selections side by side, of an object with its lists, and of equal objects. */
import type { ListSize } from './field-cost.ts';
import { addUp, countedMax } from './limit.ts';

/** A list that an object's selections read. */
export interface CountedList extends Omit<ListSize, 'key'> {
  /** The field that reads it, by its schema coordinate. */
  coordinate: string;
  /** Aliases and computed fields over it. */
  uses: number;
  /** Objects that each read such a list. */
  objects: number;
  /** Whether these objects are of records of another list. */
  isBelowList?: boolean | undefined;
  /** By key, the lists of its days, if its records are days. */
  listsOfDays?: ReadonlyMap<string, CountedList> | undefined;
}

/** Calls that a field needs, for all objects that have it. */
interface CallsOfField {
  coordinate: string | undefined;
  calls: number;
}

/** Records of the list that are visited, once for each use and object. */
export const visitedOf = ({ records, uses, objects }: CountedList): number => records * uses * objects;

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

/** The cost of some selections of one object. */
export interface Cost extends OperationCost {
  /** Lists and facts of fields, each as often as it is resolved. */
  resolved: number;
  /** Whether a selection makes graphql-js run a query. */
  byReference?: boolean | undefined;
  /** The field that needs any one of the object's lists. */
  needsList?: string | undefined;
  /** The field that needs the timezone of the object before its own call. */
  needsTimezone?: string | undefined;
  /** The field that needs the list that contains the record. */
  needsListOfRecord?: string | undefined;
  /** By key, the lists that one object reads: not yet in the sums, because another selection of the object may read the same. */
  lists?: ReadonlyMap<string, CountedList>;
  /** Selections of records that all objects of one list share: counted once for all objects. */
  together?: Cost | undefined;
  /** The list with the largest share of `recordsRead`, with one use: aliases share its read. */
  mostRead: CountedList;
  /** The list with the largest share of `recordsVisited`. */
  mostVisited: CountedList;
  /** The field with the largest share of the calls. */
  dearest: CallsOfField;
  /** The argument with the longest list of ids. */
  longestIds?: string | undefined;
}

const noList: CountedList = { coordinate: '', records: 0, uses: 0, objects: 0 };

/** The cost of selections that read nothing. */
export const free: Cost = {
  calls: 0,
  idsMost: 0,
  allIds: 0,
  recordsRead: 0,
  recordsVisited: 0,
  resolved: 0,
  mostRead: noList,
  mostVisited: noList,
  dearest: { coordinate: undefined, calls: 0 },
};

/** The cost of two selections of one object. */
export function join(left: Cost, right: Cost): Cost {
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
    needsTimezone: left.needsTimezone ?? right.needsTimezone,
    needsListOfRecord: left.needsListOfRecord ?? right.needsListOfRecord,
    lists: joined(left.lists, right.lists),
    together: left.together && right.together ? join(left.together, right.together) : (left.together ?? right.together),
    mostRead: visitedOf(left.mostRead) >= visitedOf(right.mostRead) ? left.mostRead : right.mostRead,
    mostVisited: visitedOf(left.mostVisited) >= visitedOf(right.mostVisited) ? left.mostVisited : right.mostVisited,
    dearest: dearer(left.dearest, right.dearest),
    longestIds: left.idsMost >= right.idsMost ? left.longestIds : right.longestIds,
  };
}

/** The lists of two selections of one object: equal keys are one read, and are visited by both. */
function joined(left: Cost['lists'], right: Cost['lists']): Cost['lists'] {
  if (right === undefined) return left;
  const lists = new Map(left);
  for (const [key, list] of right) {
    const other = lists.get(key);
    if (other === undefined) {
      lists.set(key, list);
      continue;
    }
    const listsOfDays = joined(other.listsOfDays, list.listsOfDays);
    lists.set(key, { ...list, uses: other.uses + list.uses, listsOfDays });
  }
  return lists;
}

/** The cost of an object after all its selections: the sums include its lists. */
export function summed(cost: Cost, isFieldOfRecord: boolean | undefined): Cost {
  if (cost.lists === undefined && !cost.needsList && !cost.needsTimezone) return cost;
  let { recordsRead, recordsVisited, mostRead, mostVisited, calls, dearest, needsListOfRecord } = cost;
  if (cost.needsTimezone) {
    calls = addUp(calls, 1);
    dearest = dearer(dearest, { coordinate: cost.needsTimezone, calls: 1 });
  }
  if (isFieldOfRecord) needsListOfRecord ??= cost.needsList;
  else if (calls === 0) {
    // Each list has a call, so without calls the object reads no list.
    calls = 1;
    dearest = { coordinate: cost.needsList, calls };
  }
  for (const list of cost.lists?.values() ?? []) {
    const { listsOfDays } = list;
    const read = listsOfDays ? readOfDays(list, listsOfDays) : list.uses === 1 ? list : { ...list, uses: 1 };
    const visited = listsOfDays ? visitedOfDays(list, listsOfDays) : list;
    recordsRead = addUp(recordsRead, read.records);
    recordsVisited = addUp(recordsVisited, visited.records * visited.uses);
    if (visitedOf(read) > visitedOf(mostRead)) mostRead = read;
    if (visitedOf(visited) > visitedOf(mostVisited)) mostVisited = visited;
  }
  const known = { calls, recordsRead, recordsVisited, mostRead, mostVisited, dearest, needsListOfRecord };
  return { ...cost, ...known, needsList: undefined, needsTimezone: undefined, lists: undefined };
}

/** Days as they are read: each of their lists once for all days, and nothing for the days themselves. */
function readOfDays(list: CountedList, lists: ReadonlyMap<string, CountedList>): CountedList {
  const recordsOfDays = (days: number) => lists.values().reduce((sum, each) => sum + recordsOf(each, days), 0);
  return { ...list, records: recordsOfDays(list.records), uses: 1, recordsOfDays };
}

/** Days as they are visited: each selection of a list is resolved for each day. */
function visitedOfDays(list: CountedList, lists: ReadonlyMap<string, CountedList>): CountedList {
  const recordsOfDays = (days: number) =>
    lists.values().reduce((sum, each) => sum + each.uses * Math.max(days, recordsOf(each, days)), list.uses * days);
  return { ...list, records: recordsOfDays(list.records), uses: 1, recordsOfDays };
}

const recordsOf = ({ recordsOfDays, records }: CountedList, days: number): number =>
  recordsOfDays ? recordsOfDays(days) : records * days;

/** The cost of `count` equal objects, of records of a list with `isBelowList`. Their calls are not multiplied. */
export function times(
  { recordsRead, recordsVisited, resolved, mostRead, mostVisited, ...cost }: Cost,
  count: number,
  isBelowList = false,
): Cost {
  const visited: CountedList = { ...mostVisited, objects: mostVisited.objects * count };
  // In most operations, they are one list.
  const read = mostRead === mostVisited ? visited : { ...mostRead, objects: mostRead.objects * count };
  if (isBelowList) {
    visited.isBelowList = true;
    read.isBelowList = true;
  }
  return {
    ...cost,
    recordsRead: Math.min(recordsRead * count, countedMax),
    recordsVisited: Math.min(recordsVisited * count, countedMax),
    resolved: Math.min(resolved * count, countedMax),
    mostRead: read,
    mostVisited: visited,
  };
}

/** The field with more calls. Several aliases of one field have the sum of their calls. */
export function dearer(left: CallsOfField, right: CallsOfField): CallsOfField {
  if (left.coordinate === right.coordinate) return { ...left, calls: addUp(left.calls, right.calls) };
  return left.calls >= right.calls ? left : right;
}
