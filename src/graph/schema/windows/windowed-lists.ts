/**
 * The lists of a field in a window, under the key of the plain list: what asks for the same window of the same field shares one call,
 * however it is named. Whatever is computed from a list reads it here and filters afterwards.
 */
import type { ByteList } from '../../../executor/byte-list.ts';
import type { EarthObservation, EarthObservationsQuery } from '../../reads/earth-observations.ts';
import type { NotesPage, ObservationsQuery } from '../../reads/observations.ts';
import type { WeatherList, WeatherQuery } from '../../reads/weather.ts';
import type { Window } from '../../reads/window.ts';
import type { WindowArguments } from './arguments.ts';
import { resolveWindow, type Reading } from './resolve-window.ts';

/** The weather of a field in the window of `args`, oldest first, each interval once. What is computed from it asks for no `kind`. */
export async function weatherIn(
  context: Reading,
  fieldId: string,
  args: WindowArguments,
  { granularity, kind }: Pick<WeatherQuery, 'granularity' | 'kind'> = {},
): Promise<WeatherList> {
  const { weather } = context.loaders;
  const asked = resolveWindow(context, fieldId, args, {
    // The contract's own default is left out, so that a service without the parameter is asked nothing it does not know.
    hasHours: granularity === 'hourly',
    readOne: () => weather.load({ field_id: fieldId, limit: 1 }),
  });
  const { from, to, cut } = asked instanceof Promise ? await asked : asked;
  const list = await weather.load({
    field_id: fieldId,
    from,
    to,
    granularity: granularity === 'hourly' ? granularity : undefined,
    kind,
  });
  const window = cut();
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
  const readOne = () => earthObservations.load({ field_id: fieldId, limit: 1 });
  const asked = resolveWindow(context, fieldId, args, { readOne });
  const { from, to, cut } = asked instanceof Promise ? await asked : asked;
  const scenes = await earthObservations.load({ field_id: fieldId, from, to, ...more });
  const window = cut();
  return window ? within(scenes, window, ({ acquired_at }) => acquired_at) : scenes;
}

/** A page of the notes about a field that were observed in the window of `args`, newest first. */
export async function notesIn(
  context: Reading,
  fieldId: string,
  args: WindowArguments,
  more: Pick<ObservationsQuery, 'limit' | 'cursor' | 'category'>,
): Promise<NotesPage> {
  const { observations } = context.loaders;
  const asked = resolveWindow(context, fieldId, args, {
    isExact: true,
    readOne: () => observations.load({ field_id: fieldId, limit: 1 }),
  });
  const { from, to } = asked instanceof Promise ? await asked : asked;
  return observations.load({ field_id: fieldId, from, to, ...more });
}

async function within<Item>(
  list: ByteList<Item>,
  { fromMs, toMs }: Window,
  instantOf: (item: Item) => string,
): Promise<ByteList<Item>> {
  await list.load();
  const kept = list.items().filter((item) => {
    const ms = Date.parse(instantOf(item));
    return ms >= fromMs && ms < toMs;
  });
  return list.with(kept);
}
