/** GET /api/v1/weather: a field's weather in a window. */
import type { Route } from '../requests/exchange.ts';
import { createFieldReadRoute } from './field-read.ts';
import { renderWindowList } from './lists.ts';
import type { Store } from '../store/store.ts';
import type { QueryOf } from '../records/validation.ts';
import { readWindow, type Window } from '../records/window.ts';

const defaultDays = { daysBack: 7, daysAhead: 7 };

/** The route over a store. */
export function createWeatherRoute(store: Store, now: () => Date): Route {
  const windowIn = (values: QueryOf<'getWeather'>, timezone: string): Window =>
    readWindow(values, timezone, { nowMs: now().getTime(), ...defaultDays });
  return createFieldReadRoute<'getWeather'>(store, {
    path: '/api/v1/weather',
    scope: 'weather:read',
    publicDirective: 'public, max-age=300',
    assertIn: windowIn,
    async list(values, field) {
      const { granularity = 'daily', kind, order = 'asc', limit } = values;
      const window = windowIn(values, field.timezone);
      const records = await store.weather({ field, granularity, kind, order, limit, ...window });
      return { body: renderWindowList(field, window, records) };
    },
  });
}
