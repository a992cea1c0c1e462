/** The satellite scenes over a field in a window: what a record is, and the list the contract promises whatever the service sent. */
import { GatewayError } from '../errors/gateway-error.ts';
import { andThen, type MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { ByteList } from '../../executor/byte-list.ts';
import { type QueryOf, type RecordOf, read } from './read.ts';
import { fieldAlone, shapeOf } from './shape.ts';
import { daysIn, inOrder, isCut, statedWindow, type Window, windowOf, within } from './window.ts';

const path = '/api/v1/earth-observations';

export type EarthObservationsQuery = QueryOf<typeof path>;
export type EarthObservation = RecordOf<typeof path>;

export const earthObservations = read(path, {
  name: 'earth-observations',
  key: { field_id: true, from: true, to: true, max_cloud_cover: true, order: true, limit: true },
  record: shapeOf<EarthObservation>({
    id: 'string',
    scene_id: 'string',
    acquired_at: 'string',
    // Against the contract, services leave it out where no pixel could be judged: a scene that is there is not lost for that.
    cloud_cover: 'object or null',
    indices: 'list',
    source: 'object',
  }),
  expectedBytes: ({ limit = Number.POSITIVE_INFINITY, ...bounds }) =>
    recordBytes * Math.min(limit, daysIn(bounds, defaultDays.daysBack) / daysBetweenScenes),
  given: fieldAlone,
  value({ beside, records }, query, { now, timezone }): MaybePromise<ByteList<EarthObservation>> {
    const scenes = records({ isAsked: isAskedScene(query) });
    const stated = statedWindow(beside.meta, query);
    const isWhole = stated !== undefined && !isCut(query);
    // A list program would not apply the filter again.
    if (isWhole && query.max_cloud_cover === undefined) return scenes;
    const window = stated ?? windowOf(query, defaultDays, now().getTime(), timezone());
    const kept = (items: EarthObservation[]) => (isWhole ? items : byContract(items, query, window));
    return andThen(scenes.load(), () => scenes.with(kept(scenes.items())));
  },
});

/** To the end of today: a scene of this morning is of the last 90 days. */
const defaultDays = { daysBack: 90, daysAhead: 1 };
const daysBetweenScenes = 2;
const recordBytes = 2_000;

/**
 * Whether a scene is clear enough; undefined where any is. One whose cloud cover is in no known unit is taken as percent;
 * UPSTREAM_ERROR is thrown for one whose cloud cover is no number.
 */
function isAskedScene({
  max_cloud_cover: max,
}: EarthObservationsQuery): ((scene: EarthObservation) => boolean) | undefined {
  if (max === undefined) return undefined;
  return ({ cloud_cover }) => cloud_cover !== null && percentOf(cloud_cover) <= max;
}

function percentOf(cover: EarthObservation['cloud_cover']): number {
  if (typeof cover.value !== 'number') throw new GatewayError('UPSTREAM_ERROR');
  return cover.unit === 'fraction' ? cover.value * 100 : cover.value;
}

/** Earth observations as the contract lists them for this query, whatever more the service sent. */
function byContract(scenes: EarthObservation[], query: EarthObservationsQuery, window: Window): EarthObservation[] {
  const isWithin = within(window);
  const isAsked = isAskedScene(query);
  const kept = scenes.filter((scene) => isWithin(scene.acquired_at) && (isAsked?.(scene) ?? true));
  return inOrder(kept, (scene) => scene.acquired_at, query.order).slice(0, query.limit);
}
