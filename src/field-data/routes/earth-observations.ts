/** GET /api/v1/earth-observations, and its batch: what satellite scenes show of a field in a window. */
import type { Route } from '../requests/service-request.ts';
import { createFieldReadRoutes, type Filters } from './field-read.ts';
import { renderWindowList } from './lists.ts';
import type { Store } from '../store/store.ts';
import { readWindow, type Window } from '../records/window.ts';

// The window ends with today, whose scenes may be there already.
const defaultDays = { daysBack: 90, daysAhead: 1 };

/** The routes over a store. */
export function createEarthObservationsRoutes(store: Store, calendar: () => Date): Route[] {
  const windowIn = (values: Filters<'getEarthObservations'>, timezone: string): Window =>
    readWindow(values, timezone, { nowMs: calendar().getTime(), ...defaultDays });
  return createFieldReadRoutes<'getEarthObservations'>(store, {
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
