/** GET /api/v1/observations, and its batch: the caller's view of a field's notes, newest first, a page at a time. */
import type { Route } from '../requests/service-request.ts';
import { invalidParameters } from '../records/errors.ts';
import { createSchemaCheck } from '../records/validation.ts';
import { createFieldReadRoutes } from './field-read.ts';
import { renderPage } from './lists.ts';
import type { KnownCaller } from '../requests/caller.ts';
import type { PageCache } from './page-cache.ts';
import type { Field, Store } from '../store/store.ts';
import { readBounds } from '../records/window.ts';

const idErrors = createSchemaCheck('ObservationId');

/** The routes over a store. They cache pages if the store has `changes`. */
export function createListObservationsRoutes(store: Store, pages: PageCache): Route[] {
  async function readCursor(cursor: string | undefined, field: Field, caller: KnownCaller) {
    if (cursor === undefined) return undefined;
    // A cursor is the id of the last note of its page. Text that is no id must not reach the store.
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
      const { limit, cursor, category, from, to } = values;
      const { account, mode } = caller;
      // All that determines a page, except written observations. Access was checked before. The facts of the field are here because another
      // process may have changed them.
      const pageName = JSON.stringify([field, account, mode, limit, category, from, to, cursor]);
      // Called before the read: if a note is written in between, the page is newer than `under`, and the next use renders it again.
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
 * The link to the next page (RFC 8288), which is only a query. It is relative to the URL of the request (RFC 3986, 5.2), so that it works
 * through a proxy with another host or a path prefix.
 */
function linkTo(parameters: URLSearchParams, cursor: string | null): { link?: string } {
  if (cursor === null) return {};
  const query = new URLSearchParams(parameters);
  query.set('cursor', cursor);
  return { link: `<?${query}>; rel="next"` };
}
