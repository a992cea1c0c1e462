/** GET /api/v1/weather, and its batch: a field's weather in a window. */
import { dayMs } from '../../platform/time/instant.ts';
import { nextTurn } from '../../platform/sync/turns.ts';
import type { Route } from '../requests/service-request.ts';
import { createFieldReadRoutes } from './field-read.ts';
import { LongList, renderWindowList } from './lists.ts';
import type { Store, WeatherQuery } from '../store/store.ts';
import { readWindow, type Window } from '../records/window.ts';

const defaultDays = { daysBack: 7, daysAhead: 7 };
/** Longer windows of hours are read in parts of so many days: some hundred records. */
const daysOfPart = 8;

/** The routes over a store. */
export function createWeatherRoutes(store: Store, calendar: () => Date): Route[] {
  return createFieldReadRoutes<'getWeather', Window>(store, {
    path: '/api/v1/weather',
    scope: 'weather:read',
    publicDirective: 'public, max-age=300',
    boundsIn: (values, timezone) => readWindow(values, timezone, { nowMs: calendar().getTime(), ...defaultDays }),
    async list({ granularity = 'daily', kind, order = 'asc', limit }, field, window) {
      const query = { field, granularity, kind, order, limit, ...window };
      if (granularity === 'hourly' && window.to - window.from > daysOfPart * dayMs) return readInTurns(store, query);
      return { body: renderWindowList(field, window, await store.weather(query)) };
    },
  });
}

/** A long list, read and rendered part by part, so that other requests are answered meanwhile. */
async function readInTurns(store: Store, query: WeatherQuery) {
  const { field, from, to, order, limit = Number.POSITIVE_INFINITY } = query;
  const list = new LongList();
  const partMs = daysOfPart * dayMs;
  for (let done = 0; done < to - from && list.count < limit; done += partMs) {
    await nextTurn();
    const part =
      order === 'asc'
        ? { from: from + done, to: Math.min(to, from + done + partMs) }
        : { from: Math.max(from, to - done - partMs), to: to - done };
    list.add(await store.weather({ ...query, ...part, limit: query.limit && limit - list.count }));
  }
  return list.end(field, { from, to });
}
