/** GET /api/v1/earth-observations: what satellite scenes show of a field in a window. */
import { cacheControl, answerWithETag, type Route } from '../requests/exchange.ts';
import { invalidParameters } from '../records/errors.ts';
import { findVisibleField } from '../requests/field-view.ts';
import { renderWindowList } from './lists.ts';
import type { Store } from '../store/store.ts';
import { createQueryReader } from '../records/validation.ts';
import { readWindow } from '../records/window.ts';

const path = '/api/v1/earth-observations';
// The window ends with today, whose scenes may be there already.
const defaultDays = { daysBack: 90, daysAhead: 1 };

/** The route over a store. */
export function createEarthObservationsRoute(store: Store, now: () => Date): Route {
  const readQuery = createQueryReader<'getEarthObservations'>(path);
  return {
    method: 'GET',
    path,
    async handle(exchange) {
      const caller = await exchange.admit('earth_observations:read');
      const { values, faults } = readQuery(exchange.url.searchParams);
      if (faults.length > 0) throw invalidParameters(faults);
      const { field_id, max_cloud_cover: cloudCoverMax, order = 'asc', limit } = values;
      const nowMs = now().getTime();
      const readWindowIn = (timezone: string) => readWindow(values, timezone, { nowMs, ...defaultDays });
      const field = await findVisibleField(store, caller, field_id, readWindowIn);
      const window = readWindowIn(field.timezone);
      const records = await store.earthObservations({ field, cloudCoverMax, order, limit, ...window });
      const headers = { 'cache-control': cacheControl(caller, 'public, max-age=3600') };
      return answerWithETag(exchange, renderWindowList(field, window, records), headers);
    },
  };
}
