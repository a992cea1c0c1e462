/** Makes the receipt of an operation from the events of its reads, with the ids and paths of its plan. */
import { nextTurn } from '../../../platform/sync/turns.ts';
import { parseHttpDate } from '../../../platform/time/http-date.ts';
import { formatInstant } from '../../../platform/time/instant.ts';
import type { Receipts } from '../../operation/declarations.ts';
import { countRecords } from '../../reads/shape.ts';
import { ResponseList, type UpstreamResponse } from '../../upstream/response.ts';
import type { Conversion } from './conversions.ts';
import { type FollowedRead, FollowedReads } from './followed-reads.ts';
import { keyOfGroup, type PlannedReads, type ReadGroup } from './planning.ts';
import type { ReadsPlanner } from './reads-planner.ts';
import { type ConvertedUnit, positions, type ReadVia, type Receipt, type ReceiptRead } from './receipt.ts';

/** Runs operations that request a receipt, and adds it to their results. */
export function createReceipts({ plan }: ReadsPlanner): NonNullable<Receipts['run']> {
  return async (operation, executeWith) => {
    const planned = await plan(operation);
    const followed = new FollowedReads();
    const result = await executeWith((context) => followed.watch(context));
    const receipt = await receiptOf(followed, operation.cost.calls, planned);
    operation.arrived.operation.receipt = receipt;
    return { ...result, extensions: { ...result.extensions, receipt } };
  };
}

/** The receipt of an operation that ended. Without its plan, its reads have no paths. */
export async function receiptOf(followed: FollowedReads, counted: number, planned?: PlannedReads): Promise<Receipt> {
  const durationMs = rounded(performance.now() - followed.startedAt);
  const fieldPositions = new Map<string, number>();
  const find = groupFinder(planned);
  const entries = new Map<string, { group: Named; reads: FollowedRead[] }>();
  const counts = new Map<string, number>();
  for (const read of followed.end()) {
    const group = find(read);
    if (read.fieldId !== undefined) fieldPositions.getOrInsert(read.fieldId, fieldPositions.size);
    const { outcome, code, via, attempts, sentAt } = read;
    // A mutation may read a list before its write and after it.
    const count = counts.get(read.key) ?? 0;
    counts.set(read.key, count + 1);
    const key = JSON.stringify([group.id, outcome, code, [...via].sort(), attempts, sentAt === undefined, count]);
    entries.getOrInsertComputed(key, () => ({ group, reads: [] })).reads.push(read);
  }
  const reads = [...entries.values()].map((entry) => entryOf(entry.group, entry.reads, followed, fieldPositions));
  return { calls: { made: followed.made, counted }, durationMs, reads: await Promise.all(reads) };
}

/** The part of a planned group that an entry shows. */
type Named = Pick<ReadGroup, 'id'> & Partial<Pick<ReadGroup, 'paths' | 'conversions'>>;

/** Finds the planned group of a read. The window of a read may differ from the plan's, which may not have known the timezone. */
function groupFinder(planned: PlannedReads | undefined): (read: FollowedRead) => Named {
  const groups = new Map<string, Named>(planned?.groups);
  const withoutWindow = Map.groupBy(planned?.groups ?? [], ([key]) => key.replace(bounds, ''));
  let last = groups.size;
  return ({ endpoint, filters }) => {
    const key = keyOfGroup(endpoint, filters);
    return groups.getOrInsertComputed(key, () => {
      const [alike, other] = withoutWindow.get(key.replace(bounds, '')) ?? [];
      if (alike !== undefined && other === undefined) return alike[1];
      last += 1;
      return { id: last };
    });
  };
}

const bounds = /(?<=[ &])(?:from|to)=[^&]*&?/g;

/** How many sends each of these takes. */
const attemptsOf: Partial<Record<ReadVia, number>> = { BATCHED: 1, RETRIED: 2, FALLBACK: 2 };

async function entryOf(
  { id, paths, conversions }: Named,
  reads: FollowedRead[],
  followed: FollowedReads,
  fieldPositions: ReadonlyMap<string, number>,
): Promise<ReceiptRead> {
  const [first] = reads as [FollowedRead];
  const { endpoint, outcome = 'FAILED', code, via, attempts } = first;
  const startedAt = Math.min(...reads.map((read) => read.startedAt));
  const wasSent = first.sentAt !== undefined;
  const last = reads.reduce((one, other) => (other.endedAt > one.endedAt ? other : one));
  const { endedAt, sentAt = endedAt, pausedMs } = last;
  const at = reads.flatMap(({ fieldId }) => (fieldId === undefined ? [] : (fieldPositions.get(fieldId) ?? [])));
  return {
    id,
    read: endpoint,
    paths: paths && [...paths],
    fields: at.length > 0 ? positions(at) : undefined,
    outcome,
    code,
    // A caller that left or a full queue may have prevented the send.
    via: [...via].filter((each) => attempts >= (attemptsOf[each] ?? 0)),
    attempts: attempts > 1 ? attempts : undefined,
    startedMs: rounded(startedAt - followed.startedAt),
    waitedMs: rounded(sentAt - last.startedAt + pausedMs),
    tookMs: wasSent ? rounded(endedAt - sentAt - pausedMs) : undefined,
    ...(wasSent &&
      outcome === 'ANSWERED' &&
      (await contentOf(reads, [...(conversions?.values() ?? [])], followed.startedAtMs))),
  };
}

/** The content of responses. Use it only for reads that were sent: the age of a cached response shows when another caller fetched it. */
async function contentOf(reads: readonly FollowedRead[], conversions: readonly Conversion[], startedAtMs: number) {
  const responses = reads.flatMap(({ response }) => response ?? []);
  const lists = responses.map(listOf);
  const until = Math.min(...responses.map((response) => freshUntilOf(response, startedAtMs)));
  const units = await unitsIn(lists, new Set(conversions.map(({ property }) => property)));
  const converted = conversions.flatMap(({ path, property, to }): ConvertedUnit[] => {
    const from = units.get(property);
    return from === undefined || from === to ? [] : [{ path, from, to }];
  });
  return {
    bytes: responses.reduce((sum, { bytes }) => sum + bytes.length, 0),
    records: lists.reduce((sum, list) => sum + (list ? countRecords(list) : 1), 0),
    converted: converted.length > 0 ? converted : undefined,
    freshUntil: until > 0 ? formatInstant(until) : undefined,
  };
}

/** The list of a response; undefined for anything else. */
function listOf(response: UpstreamResponse): ResponseList | unknown[] | undefined {
  const { data } = (response.tryJson() ?? {}) as { data?: unknown };
  return data instanceof ResponseList || Array.isArray(data) ? data : undefined;
}

/** Part of a list that is searched for a unit: the records of a list mostly have the same units. */
const searchedBytesMax = 65_536;
const searchedRecordsMax = 128;
/** Characters that one turn of the event loop searches: about a millisecond. */
const searchedOfTurn = 1024 * 1024;

/** The unit of each of these properties, if a record has the value. A property that no record has is searched for in every list. */
async function unitsIn(lists: readonly (ResponseList | unknown[] | undefined)[], properties: ReadonlySet<string>) {
  const units = new Map<string, string>();
  const missing = new Map(Array.from(properties, (property) => [property, statedUnit(property)]));
  let searched = 0;
  for (const list of lists) {
    if (missing.size === 0) break;
    if (searched > searchedOfTurn) {
      await nextTurn();
      searched = 0;
    }
    const text = beginningOf(list);
    searched += text.length * missing.size;
    for (const [property, stated] of missing) {
      const unit = stated.exec(text)?.[1];
      if (unit === undefined) continue;
      units.set(property, unit.toUpperCase());
      missing.delete(property);
    }
  }
  return units;
}

const statedUnit = (property: string): RegExp => new RegExp(`"${property}"\\s*:\\s*\\{[^{}]*"unit"\\s*:\\s*"(\\w+)"`);

/** The JSON of the first records. */
function beginningOf(list: ResponseList | unknown[] | undefined): string {
  if (!(list instanceof ResponseList)) return JSON.stringify(list?.slice(0, searchedRecordsMax) ?? []);
  return list.bytes.toString('latin1', list.start, Math.min(list.end, list.start + searchedBytesMax));
}

/** Tolerance for a Date header, which has whole seconds. */
const dateMs = 2_000;

/** 0 if no caller may get the response without a request, or if a cache on the way had it before. */
function freshUntilOf({ freshUntil, headers }: UpstreamResponse, startedAtMs: number): number {
  const madeAt = parseHttpDate(headers.get('date') ?? '') ?? startedAtMs;
  return headers.get('age') !== null || madeAt < startedAtMs - dateMs ? 0 : freshUntil;
}

const rounded = (ms: number): number => Math.max(0, Math.round(ms * 10) / 10);
