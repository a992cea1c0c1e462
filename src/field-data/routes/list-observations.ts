/** GET /api/v1/observations, and its batch: the caller's view of a field's notes, newest first, a page at a time. */
import type { Route } from '../requests/service-request.ts';
import { invalidParameters } from '../records/errors.ts';
import { createSchemaCheck } from '../records/validation.ts';
import { createFieldReadRoutes } from './field-read.ts';
import { renderPage } from './lists.ts';
import type { KnownCaller } from '../requests/caller.ts';
import type { PageCache } from './page-cache.ts';
import type { Field, ObservationPosition, Store } from '../store/store.ts';
import { readBounds } from '../records/window.ts';

const idErrors = createSchemaCheck('ObservationId');

/** The routes over a store, which keep pages where the store says whether they still hold. */
export function createListObservationsRoutes(store: Store, pages: PageCache): Route[] {
  async function readCursor(
    cursor: string | undefined,
    field: Field,
    caller: KnownCaller,
  ): Promise<ObservationPosition | undefined> {
    if (cursor === undefined) return undefined;
    // A cursor is the id of the last note of its page. Text that is no id is not for a store.
    const isId = idErrors(cursor).length === 0;
    const position = isId ? await store.findPosition(field, caller, cursor) : undefined;
    if (position) return position;
    const detail = 'must be page.next_cursor of an earlier page of this list';
    throw invalidParameters([{ code: 'unknown_cursor', detail, parameter: 'cursor' }]);
  }

  return createFieldReadRoutes<'listObservations'>(store, {
    path: '/api/v1/observations',
    scope: 'observations:read',
    publicDirective: 'no-cache',
    assertIn: readBounds,
    async list(values, field, caller, { request }) {
      const { limit = 25, cursor, category, from, to } = values;
      const { account, mode } = caller;
      const { id, timezone, latitude, longitude, name, crop, eppo, hectares } = field;
      const facts = [id, timezone, latitude, longitude, name, crop, eppo, hectares];
      // All that decides what a page holds but what is written; what a caller may see at all was looked at before. So was the field, which
      // another process may have changed since.
      const pageName = JSON.stringify([...facts, account, mode, limit, category, from, to, cursor]);
      // Before the read: a note written in between makes the page newer than this says, and the next use renders it again.
      const under = await store.changes?.(field, caller);
      const { body, etag, nextCursor } = await pages.find(pageName, under, async () => {
        const bounds = readBounds(values, field.timezone);
        const after = await readCursor(cursor, field, caller);
        const page = await store.observations({ field, caller, category, limit, after, ...bounds });
        return { body: renderPage(field, bounds, page, limit), nextCursor: page.nextCursor };
      });
      return { body, etag, headers: linkTo(request.searchParams, nextCursor) };
    },
  });
}

/**
 * The link to the next page (RFC 8288), as the query only: relative to the address of the request (RFC 3986, 5.2), so that it stays
 * right through a proxy with another host or a path prefix.
 */
function linkTo(parameters: URLSearchParams, cursor: string | null): { link?: string } {
  if (cursor === null) return {};
  const query = new URLSearchParams(parameters);
  query.set('cursor', cursor);
  return { link: `<?${query}>; rel="next"` };
}
