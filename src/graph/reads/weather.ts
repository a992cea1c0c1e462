/** The weather of a field in a window: a list follows the contract whatever the service sent. */
import { sortedBy } from '../../platform/lists/sorted-by.ts';
import { andThen, type MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { ByteList, ExpectedMembers } from '../../executor/byte-list.ts';
import type { QueryOf, RecordOf } from './declaration.ts';
import { again, read, timezoneOf } from './read.ts';
import { shapeOf } from './shape.ts';
import { daysIn, inOrder, isCutOfOthers, statedWindow, type Window, windowOf, within } from './window.ts';

const path = '/api/v1/weather';

export type WeatherQuery = QueryOf<typeof path>;
export type WeatherRecord = RecordOf<typeof path>;

export interface WeatherList {
  records: ByteList<WeatherRecord>;
  /** All records of the requested granularity, in any order: a service may send more than the window. */
  sent: ByteList<WeatherRecord>;
  /** The requested window, as the service states it or by the contract's defaults. */
  window: Window;
  /** Whether the service stated the window, and therefore cut nothing of it. */
  isStated: boolean;
}

const daysAround = { daysBack: 7, daysAhead: 7 };
const hoursOfDay = 24;

export const weather = read(path, {
  name: 'weather',
  key: { field_id: true, from: true, to: true, granularity: true, kind: true, order: true, limit: true },
  record: shapeOf<WeatherRecord>(
    { starts_at: 'string', ends_at: 'string', kind: 'string', granularity: 'string', source: 'object' },
    { granularity: ['hourly', 'daily'] },
  ),
  recordBytes: 1_000,
  expectedRecords(query, now) {
    const { granularity, limit = Number.POSITIVE_INFINITY } = query;
    const days = daysIn(query, daysAround, now);
    return Math.min(limit, granularity === 'hourly' ? days * hoursOfDay : days);
  },
  defaultDays: daysAround,
  expected: expectedWeather,
  value({ members, sent: all, records }, query, reading): MaybePromise<WeatherList> {
    const stated = statedWindow(members.meta, query);
    const window = stated ?? windowOf(query, daysAround, reading.operation.now().getTime(), timezoneOf(reading, query));
    // An order and a limit are cheap to apply again.
    const isWhole = stated !== undefined && (query.order ?? query.limit) === undefined;
    // Expect records of any kind: the gateway must see observed records here, because each replaces a forecast.
    const ofAnyKind = isWhole ? undefined : { expected: expectedWeather({ ...query, kind: undefined }) };
    const sent = records(ofAnyKind);
    const list = { records: sent, sent, window, isStated: stated !== undefined };
    if (isWhole) return list;
    return andThen(sent.load(), () => {
      const listed = byContract(sent.items(), query, window);
      if (!isCutOfOthers(query, listed, all, list.isStated)) return { ...list, records: sent.with(listed) };
      return again(reading, { ...query, limit: undefined }).then(async (whole) => {
        const records = whole.records(ofAnyKind);
        return { ...list, records: records.with(byContract(await records.loadItems(), query, window)) };
      });
    });
  },
});

const ofGranularity = ['field_id', 'granularity'] as const satisfies (keyof WeatherRecord)[];
const ofGranularityAndKind = ['field_id', 'granularity', 'kind'] as const satisfies (keyof WeatherRecord)[];

function expectedWeather({ field_id, granularity = 'daily', kind }: WeatherQuery): ExpectedMembers {
  if (kind === undefined) return { names: ofGranularity, values: [field_id, granularity] };
  return { names: ofGranularityAndKind, values: [field_id, granularity, kind] };
}

/** When a forecast was issued, in milliseconds. One that does not say so counts as the earliest. */
const issuedMs = ({ issued_at }: WeatherRecord) => (typeof issued_at === 'string' && Date.parse(issued_at)) || 0;

/** Weather records as the contract lists them for this query. Of two forecasts of an interval, that is the one issued later. */
function byContract(records: WeatherRecord[], query: WeatherQuery, window: Window): WeatherRecord[] {
  const isWithin = within(window);
  const ofWindow = records.filter((record) => isWithin(record.starts_at));
  const requested = sortedBy(ofWindow, (record) => -issuedMs(record));
  const replaced = replacedIn(requested, records);
  const seen = new Set<number>();
  const isAgain = ({ starts_at }: WeatherRecord) => seen.size === seen.add(Date.parse(starts_at)).size;
  const listed = requested.filter(
    (record) => record.kind === (query.kind ?? record.kind) && !replaced.has(record) && !isAgain(record),
  );
  return inOrder(listed, (record) => record.starts_at, query.order).slice(0, query.limit);
}

/** The forecasts among the requested records that an observed one overlaps. */
function replacedIn(requested: WeatherRecord[], records: WeatherRecord[]): ReadonlySet<WeatherRecord> {
  const replaced = new Set<WeatherRecord>();
  const forecasts = timed(requested.filter(({ kind }) => kind !== 'observed'));
  if (forecasts.length === 0) return replaced;
  const observed = timed(records.filter(({ kind }) => kind === 'observed')).sort((a, b) => a.startMs - b.startMs);
  let at = 0;
  // The latest end of the observed records so far: one that begins earlier may end later.
  let latestMs = Number.NEGATIVE_INFINITY;
  for (const { record, startMs, endMs } of forecasts.sort((a, b) => a.endMs - b.endMs)) {
    for (let next = observed[at]; next && next.startMs < endMs; next = observed[++at])
      latestMs = Math.max(latestMs, next.endMs);
    if (latestMs > startMs) replaced.add(record);
  }
  return replaced;
}

/** Records with their instants in milliseconds, except for those with a malformed end. */
function timed(records: WeatherRecord[]) {
  return records.flatMap((record) => {
    const endMs = Date.parse(record.ends_at);
    return Number.isNaN(endMs) ? [] : { record, startMs: Date.parse(record.starts_at), endMs };
  });
}
