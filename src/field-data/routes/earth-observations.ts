/** GET /api/v1/earth-observations, and its batch: what satellite scenes show of a field in a window. */
import type { Route } from '../requests/service-request.ts';
import { createFieldReadRoutes } from './field-read.ts';
import { renderWindowList } from './lists.ts';
import type { Store } from '../store/store.ts';
import { windowReader } from '../records/window.ts';

/** The routes over a store. */
export function createEarthObservationsRoutes(store: Store, calendar: () => Date): Route[] {
  // The window ends with today, whose scenes may be there already.
  const windowIn = windowReader(calendar, { daysBack: 90, daysAhead: 1 });
  return createFieldReadRoutes<'getEarthObservations'>(store, {
    path: '/api/v1/earth-observations',
    scope: 'earth_observations:read',
    publicDirective: 'public, max-age=3600',
    assertIn: windowIn,
    async list(values, field) {
      const { max_cloud_cover: cloudCoverMax, order, limit } = values;
      const window = windowIn(values, field.timezone);
      const records = await store.earthObservations({ field, cloudCoverMax, order, limit, ...window });
      return { body: renderWindowList(field, window, records) };
    },
  });
}
