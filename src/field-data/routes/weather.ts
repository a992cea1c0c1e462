/** GET /api/v1/weather: a field's weather in a window. */
import { cacheControl, answerWithETag, type Route } from '../requests/exchange.ts';
import { invalidParameters } from '../records/errors.ts';
import { findVisibleField } from '../requests/field-view.ts';
import { renderWindowList } from './lists.ts';
import type { Store } from '../store/store.ts';
import { createQueryReader } from '../records/validation.ts';
import { readWindow } from '../records/window.ts';

const path = '/api/v1/weather';
const defaultDays = { daysBack: 7, daysAhead: 7 };

/** The route over a store. */
export function createWeatherRoute(store: Store, now: () => Date): Route {
  const readQuery = createQueryReader<'getWeather'>(path);
  return {
    method: 'GET',
    path,
    async handle(exchange) {
      const caller = await exchange.admit('weather:read');
      const { values, faults } = readQuery(exchange.url.searchParams);
      if (faults.length > 0) throw invalidParameters(faults);
      const { field_id, granularity = 'daily', kind, order = 'asc', limit } = values;
      const nowMs = now().getTime();
      const readWindowIn = (timezone: string) => readWindow(values, timezone, { nowMs, ...defaultDays });
      const field = await findVisibleField(store, caller, field_id, readWindowIn);
      const window = readWindowIn(field.timezone);
      const records = await store.weather({ field, granularity, kind, order, limit, ...window });
      const headers = { 'cache-control': cacheControl(caller, 'public, max-age=300') };
      return answerWithETag(exchange, renderWindowList(field, window, records), headers);
    },
  };
}
