/** GET /api/v1/earth-observations: what satellite scenes show of a field in a window. */
import type { Route } from '../requests/service-request.ts';
import { createFieldReadRoute } from './field-read.ts';
import { renderWindowList } from './lists.ts';
import type { Store } from '../store/store.ts';
import type { QueryOf } from '../records/validation.ts';
import { readWindow, type Window } from '../records/window.ts';

// The window ends with today, whose scenes may be there already.
const defaultDays = { daysBack: 90, daysAhead: 1 };

/** The route over a store. */
export function createEarthObservationsRoute(store: Store, now: () => Date): Route {
  const windowIn = (values: QueryOf<'getEarthObservations'>, timezone: string): Window =>
    readWindow(values, timezone, { nowMs: now().getTime(), ...defaultDays });
  return createFieldReadRoute<'getEarthObservations'>(store, {
    path: '/api/v1/earth-observations',
    scope: 'earth_observations:read',
    publicDirective: 'public, max-age=3600',
    assertIn: windowIn,
    async list(values, field) {
      const { max_cloud_cover: cloudCoverMax, order = 'asc', limit } = values;
      const window = windowIn(values, field.timezone);
      const records = await store.earthObservations({ field, cloudCoverMax, order, limit, ...window });
      return { body: renderWindowList(field, window, records) };
    },
  });
}
