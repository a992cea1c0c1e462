/**
 * The lists of a field in a window. They have the key of the plain list, so that equal windows are one call, whichever arguments name them.
 * Computed fields read their lists here.
 */
import type { ByteList } from '../../../executor/byte-list.ts';
import type { Loader } from '../../reads/loader.ts';
import type { ListLoader } from '../../reads/timezones.ts';
import type { EarthObservationList, EarthObservationsQuery } from '../../reads/earth-observations.ts';
import type { ObservationsQuery } from '../../reads/observations.ts';
import type { WeatherList, WeatherQuery } from '../../reads/weather.ts';
import type { Window } from '../../reads/window.ts';
import { instantOf } from '../../errors/gateway-error.ts';
import type { WindowArguments } from './arguments.ts';
import { type Reading, resolveWindow, type WindowOptions } from './relative-bounds.ts';

type WeatherFilters = Pick<WeatherQuery, 'granularity' | 'kind'>;
type SceneFilters = Pick<EarthObservationsQuery, 'max_cloud_cover' | 'order'>;
type NoteFilters = Pick<ObservationsQuery, 'limit' | 'cursor' | 'category'>;

/** The weather of a field in the window of `args`, oldest first, each interval once. Computed fields leave out `kind`. */
export function weatherIn(context: Reading, fieldId: string, args: WindowArguments, filtered: WeatherFilters = {}) {
  const { granularity, kind } = filtered;
  const hasHours = granularity === 'hourly';
  // Leave out the contract's default: a service that lacks the parameter must not get it.
  const filters = { granularity: hasHours ? granularity : undefined, kind };
  return loadIn(context, fieldId, args, { lists: context.loaders.weather, filters, hasHours, cut: weatherWithin });
}

async function weatherWithin(list: WeatherList, window: Window): Promise<WeatherList> {
  return { ...list, window, records: await within(list.records, window, ({ starts_at }) => starts_at) };
}

/** The scenes over a field in the window of `args`. */
export function scenesIn(context: Reading, fieldId: string, args: WindowArguments, filters: SceneFilters = {}) {
  return loadIn(context, fieldId, args, { lists: context.loaders.earthObservations, filters, cut: scenesWithin });
}

async function scenesWithin(list: EarthObservationList, window: Window): Promise<EarthObservationList> {
  return { ...list, records: await within(list.records, window, ({ acquired_at }) => acquired_at) };
}

/** A page of the observations of a field made in the window of `args`, newest first. */
export function observationsIn(context: Reading, fieldId: string, args: WindowArguments, filters: NoteFilters) {
  return loadIn(context, fieldId, args, { lists: context.loaders.observations, filters, isExact: true });
}

interface WindowedRead<Query extends Windowed, List> extends WindowOptions {
  lists: Loader<Query, List> & ListLoader;
  /** The query besides its field and its window. */
  filters: Omit<Query, keyof Windowed>;
  /** Cuts a list that was read wider to its window. */
  cut?: (list: List, window: Window) => Promise<List>;
}

interface Windowed {
  field_id: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** Loads a list in the window of `args`. Rejects with BAD_USER_INPUT for an impossible window. */
function loadIn<Query extends Windowed, List>(
  context: Reading,
  fieldId: string,
  args: WindowArguments,
  read: WindowedRead<Query, List>,
): Promise<List> {
  const { lists, filters, cut } = read;
  try {
    const window = resolveWindow(context, fieldId, args, read);
    if (window instanceof Promise) return window.then((bounds) => loadIn(context, fieldId, bounds, read));
    const { from, to, exactWindow, movedBounds } = window;
    const list = lists.load({ field_id: fieldId, from, to, ...filters } as Query);
    if (movedBounds)
      return list.then((loaded) => {
        const moved = movedBounds();
        return moved === undefined ? loaded : loadIn(context, fieldId, moved, read);
      });
    return exactWindow === undefined || cut === undefined ? list : list.then((wide) => cut(wide, exactWindow()));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** For `then`: an async resolver costs several times as much memory. */
export const recordsOf = <Item>({ records }: { records: ByteList<Item> }) => records;

async function within<Item>(list: ByteList<Item>, { fromMs, toMs }: Window, textOf: (item: Item) => string) {
  const items = await list.loadItems();
  const isWithin = (ms: number) => ms >= fromMs && ms < toMs;
  return list.with(items.filter((item) => isWithin(instantOf(textOf(item)))));
}
