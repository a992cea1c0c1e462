/** The satellite scenes of a field in a window: a list follows the contract whatever the service sent. */
import { instantOf, malformed } from '../errors/gateway-error.ts';
import { andThen, type MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { ByteList } from '../../executor/byte-list.ts';
import type { QueryOf, RecordOf } from './declaration.ts';
import { again, read, timezoneOf } from './read.ts';
import { fieldOnly, shapeOf } from './shape.ts';
import { daysIn, inOrder, isCutOfOthers, statedWindow, type Window, windowOf, within } from './window.ts';
import { eachOnce } from '../../platform/lists/each-once.ts';
import { sortedBy } from '../../platform/lists/sorted-by.ts';
import { dayMs, instantOrZero } from '../../platform/time/instant.ts';

const path = '/api/v1/earth-observations';

export type EarthObservationsQuery = QueryOf<typeof path>;
export type EarthObservation = RecordOf<typeof path>;

export interface EarthObservationList {
  records: ByteList<EarthObservation>;
  /** Where a service that did not state the window may have left out scenes of it; undefined if nowhere. */
  missing: { beforeMs?: number; afterMs?: number } | undefined;
}

/** To the end of today: the last 90 days include a scene of this morning. */
const defaultDays = { daysBack: 90, daysAhead: 1 };
const daysBetweenScenes = 2;
/** A list that ends longer before the end of its window may lack its end. */
const daysBetweenScenesMax = 30;

export const earthObservations = read(path, {
  name: 'earth-observations',
  key: { field_id: true, from: true, to: true, max_cloud_cover: true, order: true, limit: true },
  record: shapeOf<EarthObservation>({
    id: 'string',
    scene_id: 'string',
    acquired_at: 'string',
    indices: 'list',
    source: 'object',
  }),
  recordBytes: 2_000,
  expectedRecords: (query, now) =>
    Math.min(query.limit ?? Number.POSITIVE_INFINITY, daysIn(query, defaultDays, now) / daysBetweenScenes),
  defaultDays,
  expected: fieldOnly,
  value({ members, sent, records }, query, reading): MaybePromise<EarthObservationList> {
    const scenes = records({ matches: clearerThan(query) });
    const stated = statedWindow(members.meta, query);
    // An order and a limit are cheap to apply again.
    const isWhole = stated !== undefined && (query.order ?? query.limit) === undefined;
    // A list program would not filter the records again.
    if (isWhole && query.max_cloud_cover === undefined) return { records: scenes, missing: undefined };
    const window =
      stated ?? windowOf(query, defaultDays, reading.operation.now().getTime(), timezoneOf(reading, query));
    return andThen(scenes.load(), () => {
      const items = scenes.items();
      const missing = stated === undefined ? missingIn(window, reading.operation.now().getTime(), items) : undefined;
      const listed = isWhole ? items : byContract(items, query, window);
      if (!isCutOfOthers(query, listed, sent, stated !== undefined)) return { records: scenes.with(listed), missing };
      return again(reading, { ...query, limit: undefined }).then(async (whole) => {
        const all = whole.records({ matches: clearerThan(query) });
        return { records: all.with(byContract(await all.loadItems(), query, window)), missing };
      });
    });
  },
});

/**
 * Makes the check that a scene is known to be clear enough; undefined if any will do. A cover in an unknown unit is unknown, and so
 * is a negative one, which marks a missing value. The check throws UPSTREAM_ERROR for a cover that is no number.
 */
function clearerThan({ max_cloud_cover: max }: EarthObservationsQuery) {
  if (max === undefined) return undefined;
  return ({ cloud_cover: cover }: EarthObservation) => {
    if (cover == null || cover.value === null) return false;
    const percent = percentOf(cover);
    return percent >= 0 && percent <= max;
  };
}

function percentOf(cover: NonNullable<EarthObservation['cloud_cover']>): number {
  if (typeof cover.value !== 'number') throw malformed('cloud_cover.value is no number');
  // 0.07 * 100 is above 7.
  if (cover.unit === 'fraction') return Number((cover.value * 100).toPrecision(10));
  if (cover.unit === 'percent') return cover.value;
  // A unit that is added to the contract is a type error here.
  cover.unit satisfies never;
  return Number.NaN;
}

/** Where scenes of the window may be missing: a service that ignores the window may send only the newest scenes, or only the oldest. */
function missingIn({ fromMs, toMs }: Window, nowMs: number, scenes: EarthObservation[]) {
  const times = scenes.map(({ acquired_at }) => instantOf(acquired_at));
  const newestMs = times.reduce((newest, each) => Math.max(newest, each), Number.NEGATIVE_INFINITY);
  const isNewestFirst = times[0] === newestMs;
  const oldestMs = times.reduce((oldest, each) => Math.min(oldest, each), Number.POSITIVE_INFINITY);
  const mayEndEarly = !isNewestFirst && newestMs < Math.min(toMs, nowMs) - daysBetweenScenesMax * dayMs;
  if (oldestMs > fromMs) return { beforeMs: mayEndEarly ? Number.POSITIVE_INFINITY : oldestMs };
  return mayEndEarly ? { afterMs: newestMs } : undefined;
}

/** Earth observations as the contract lists them for this query. */
function byContract(scenes: EarthObservation[], query: EarthObservationsQuery, window: Window): EarthObservation[] {
  const isWithin = within(window);
  const listed = eachOnce(scenes).filter((scene) => isWithin(scene.acquired_at));
  const sign = query.order === 'desc' ? -1 : 1;
  const byId = (one: EarthObservation, other: EarthObservation) => (one.id < other.id ? -sign : sign);
  const processed = sortedBy(listed, ({ processed_at }) => sign * instantOrZero(processed_at), byId);
  return inOrder(processed, (scene) => scene.acquired_at, query.order).slice(0, query.limit);
}
