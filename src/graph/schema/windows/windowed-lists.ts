/**
 * The lists of a field in a window. They have the key of the plain list, so that equal windows are one call, whichever arguments name them.
 * Computed fields read their lists here.
 */
import type { ByteList } from '../../../executor/byte-list.ts';
import type { EarthObservation, EarthObservationsQuery } from '../../reads/earth-observations.ts';
import type { ObservationsPage, ObservationsQuery } from '../../reads/observations.ts';
import type { WeatherList, WeatherQuery } from '../../reads/weather.ts';
import type { Window } from '../../reads/window.ts';
import { instantOf } from '../../errors/gateway-error.ts';
import type { WindowArguments } from './arguments.ts';
import { resolveWindow, type Reading } from './relative-bounds.ts';

/** The weather of a field in the window of `args`, oldest first, each interval once. Computed fields leave out `kind`. */
export async function weatherIn(
  context: Reading,
  fieldId: string,
  args: WindowArguments,
  { granularity, kind }: Pick<WeatherQuery, 'granularity' | 'kind'> = {},
): Promise<WeatherList> {
  const { weather } = context.loaders;
  const hasHours = granularity === 'hourly';
  const resolved = resolveWindow(context, fieldId, args, { hasHours, lists: weather });
  const { from, to, cut } = resolved instanceof Promise ? await resolved : resolved;
  // Leave out the contract's default: a service that lacks the parameter must not get it.
  const list = await weather.load({
    field_id: fieldId,
    from,
    to,
    granularity: hasHours ? granularity : undefined,
    kind,
  });
  const window = cut?.();
  return window ? { ...list, window, records: await within(list.records, window, ({ starts_at }) => starts_at) } : list;
}

/** The scenes over a field in the window of `args`. */
export async function scenesIn(
  context: Reading,
  fieldId: string,
  args: WindowArguments,
  more: Pick<EarthObservationsQuery, 'max_cloud_cover' | 'order'> = {},
): Promise<ByteList<EarthObservation>> {
  const { earthObservations } = context.loaders;
  const resolved = resolveWindow(context, fieldId, args, { lists: earthObservations });
  const { from, to, cut } = resolved instanceof Promise ? await resolved : resolved;
  const scenes = await earthObservations.load({ field_id: fieldId, from, to, ...more });
  const window = cut?.();
  return window ? within(scenes, window, ({ acquired_at }) => acquired_at) : scenes;
}

/** A page of the observations of a field made in the window of `args`, newest first. */
export async function notesIn(
  context: Reading,
  fieldId: string,
  args: WindowArguments,
  more: Pick<ObservationsQuery, 'limit' | 'cursor' | 'category'>,
): Promise<ObservationsPage> {
  const { observations } = context.loaders;
  const resolved = resolveWindow(context, fieldId, args, { isExact: true, lists: observations });
  const { from, to } = resolved instanceof Promise ? await resolved : resolved;
  return observations.load({ field_id: fieldId, from, to, ...more });
}

async function within<Item>(
  list: ByteList<Item>,
  { fromMs, toMs }: Window,
  textOf: (item: Item) => string,
): Promise<ByteList<Item>> {
  const items = await list.loadItems();
  const isWithin = (ms: number) => ms >= fromMs && ms < toMs;
  return list.with(items.filter((item) => isWithin(instantOf(textOf(item)))));
}
