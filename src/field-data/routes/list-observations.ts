/** GET /api/v1/observations: the caller's view of a field's notes, newest first, a page at a time. */
import { cacheControl, answerWithETag, type Route, type ServiceTarget } from '../requests/exchange.ts';
import { invalidParameters } from '../records/errors.ts';
import { findVisibleField } from '../requests/field-view.ts';
import { renderPage } from './lists.ts';
import type { KnownCaller } from '../requests/caller.ts';
import type { Field, ObservationPosition, Store } from '../store/store.ts';
import { createQueryReader } from '../records/validation.ts';
import { readBounds } from '../records/window.ts';

const path = '/api/v1/observations';

/** The route over a store. */
export function createListObservationsRoute(store: Store): Route {
  const readQuery = createQueryReader<'listObservations'>(path);

  async function readCursor(
    cursor: string | undefined,
    field: Field,
    caller: KnownCaller,
  ): Promise<ObservationPosition | undefined> {
    if (cursor === undefined) return undefined;
    const position = await store.findPosition(field, caller, cursor);
    if (position) return position;
    const detail = 'must be the id of a note in your view of this field';
    throw invalidParameters([{ code: 'unknown_id', detail, parameter: 'cursor' }]);
  }

  return {
    method: 'GET',
    path,
    async handle(exchange) {
      const caller = await exchange.admit('observations:read');
      const { values, faults } = readQuery(exchange.url.searchParams);
      if (faults.length > 0) throw invalidParameters(faults);
      const { field_id, limit = 25, cursor, category } = values;
      const readBoundsIn = (timezone: string) => readBounds(values, timezone);
      const field = await findVisibleField(store, caller, field_id, readBoundsIn);
      const bounds = readBoundsIn(field.timezone);
      const after = await readCursor(cursor, field, caller);
      const page = await store.observations({ field, caller, category, limit, after, ...bounds });
      const headers = { 'cache-control': cacheControl(caller, 'no-cache'), ...linkTo(exchange.url, page.nextCursor) };
      return answerWithETag(exchange, renderPage(field, bounds, page, limit), headers);
    },
  };
}

/**
 * The link to the next page (RFC 8288), as the query alone: relative to the address that was asked (RFC 3986, 5.2), so that it stays
 * right behind a proxy with another host or a path prefix.
 */
function linkTo(url: ServiceTarget, cursor: string | null): { link?: string } {
  if (cursor === null) return {};
  const query = new URLSearchParams(url.searchParams);
  query.set('cursor', cursor);
  return { link: `<?${query}>; rel="next"` };
}
