/** The weather of a field in a window: what a record is, and the list the contract promises whatever the service sent. */
import { andThen, type MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { ByteList, ExpectedMembers } from '../../executor/byte-list.ts';
import { type QueryOf, type RecordOf, read } from './read.ts';
import { shapeOf } from './shape.ts';
import { daysIn, inOrder, isCut, statedWindow, type Window, windowOf, within } from './window.ts';

const path = '/api/v1/weather';

export type WeatherQuery = QueryOf<typeof path>;
export type WeatherRecord = RecordOf<typeof path>;

export interface WeatherList {
  records: ByteList<WeatherRecord>;
  /** What came of the granularity asked for, in any order: a service may send more than the window. */
  sent: ByteList<WeatherRecord>;
  /** The window asked for: as the service states it, else by the contract's defaults. */
  window: Window;
  /** Whether the service stated the window, and so that nothing of it is cut. */
  isStated: boolean;
}

export const weather = read(path, {
  name: 'weather',
  key: { field_id: true, from: true, to: true, granularity: true, kind: true, order: true, limit: true },
  record: shapeOf<WeatherRecord>({
    starts_at: 'string',
    ends_at: 'string',
    kind: 'string',
    granularity: 'string',
    source: 'object',
  }),
  expectedBytes({ granularity, limit, ...bounds }) {
    const days = daysIn(bounds, daysAround.daysBack + daysAround.daysAhead);
    return (
      recordBytes * Math.min(limit ?? Number.POSITIVE_INFINITY, granularity === 'hourly' ? days * hoursOfDay : days)
    );
  },
  given: givenWeather,
  value({ beside, records }, query, { now, timezone }): MaybePromise<WeatherList> {
    const given = records();
    const stated = statedWindow(beside.meta, query);
    const window = stated ?? windowOf(query, daysAround, now().getTime(), timezone());
    const isWhole = stated !== undefined && !isCut(query);
    const isStated = stated !== undefined;
    if (isWhole) return { records: given, sent: given, window, isStated };
    return andThen(given.load(), () => {
      return { records: given.with(byContract(given.items(), query, window)), sent: given, window, isStated };
    });
  },
});

const daysAround = { daysBack: 7, daysAhead: 7 };
const hoursOfDay = 24;
const recordBytes = 1_000;
const ofGranularity = ['field_id', 'granularity'] as const satisfies (keyof WeatherRecord)[];
const ofGranularityAndKind = ['field_id', 'granularity', 'kind'] as const satisfies (keyof WeatherRecord)[];

function givenWeather({ field_id, granularity = 'daily', kind }: WeatherQuery): ExpectedMembers {
  if (kind === undefined) return { names: ofGranularity, values: [field_id, granularity] };
  return { names: ofGranularityAndKind, values: [field_id, granularity, kind] };
}

/** Weather records as the contract lists them for this query, whatever more the service sent. */
function byContract(records: WeatherRecord[], query: WeatherQuery, window: Window): WeatherRecord[] {
  const { granularity = 'daily', kind, order, limit } = query;
  const isWithin = within(window);
  const asked = records.filter((record) => record.granularity === granularity && isWithin(record.starts_at));
  const startOf = (record: WeatherRecord) => Date.parse(record.starts_at);
  const observed = new Set(asked.filter((record) => record.kind === 'observed').map(startOf));
  const kept = asked.filter(
    (record) =>
      (record.kind === 'observed' || !observed.has(startOf(record))) && (kind === undefined || record.kind === kind),
  );
  return inOrder(kept, (record) => record.starts_at, order).slice(0, limit);
}
