/** The observations of a field, newest first, in pages: a page follows the contract whatever the service sent. */
import type { components } from '../../contract/openapi.ts';
import { GatewayError, instantOf, invalidArgument, malformed } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { eachOnce } from '../../platform/lists/each-once.ts';
import { sortedBy } from '../../platform/lists/sorted-by.ts';
import { boundMs, eastMsMax, isDate } from '../../platform/time/instant.ts';
import { andThen, type MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { ByteList } from '../../executor/byte-list.ts';
import { ResponseList } from '../upstream/response.ts';
import type { Untrusted } from '../upstream/untrusted.ts';
import type { Listed, QueryOf, Reading, RecordOf } from './declaration.ts';
import { again, read, timezoneOf } from './read.ts';
import { countRecords, fieldOnly, shapeOf } from './shape.ts';
import { statedWindow, within } from './window.ts';

const path = '/api/v1/observations';

type Path = typeof path;
export type ObservationsQuery = QueryOf<Path>;
export type Observation = RecordOf<Path>;

export interface ObservationsPage {
  observations: ByteList<Observation>;
  /** Whether more follow; undefined if unknown. */
  hasMore: boolean | undefined;
  /** Whether more follow although the page has fewer than the limit. */
  isShort?: boolean;
  /** The service's cursor of the next page; undefined if it stated none. */
  nextCursor?: string | undefined;
}

/** The shape of every observation, listed or just written. */
export const observationShape = shapeOf<Observation>({
  id: 'string',
  text: 'string',
  category: 'string',
  observed_at: 'string',
  created_at: 'string',
  live_mode: 'boolean',
});

/** The contract's default for `limit`. */
const limitDefault = 25;
/** The contract's maximum for `limit`. */
const limitMax = 100;

export const observations = read(path, {
  name: 'observations',
  key: { field_id: true, from: true, to: true, category: true, limit: true, cursor: true },
  record: observationShape,
  recordBytes: 1_000,
  expectedRecords: ({ limit = limitDefault }) => limit,
  expected: fieldOnly,
  value(listed, query, reading): MaybePromise<ObservationsPage> {
    const { page, isStated, count, records } = pageOf(listed, query, reading);
    if (page && isStated) return asSent(page, query, records, count);
    const requestAll = async () => {
      const all = { field_id: query.field_id, limit: limitMax };
      const { page: last, records: longest } = pageOf(await again(reading, all), all, reading);
      return longestOf(await longest.loadItems(), last);
    };
    return andThen(records.load(), (): MaybePromise<ObservationsPage> => {
      // A service may send a record twice, as from a join of tables.
      const items = eachOnce(records.items());
      const timezone = timezoneOf(reading, query);
      const once = items.length === count ? records : records.with(items);
      const paged = page && isPageAfter(items, query, page) ? asPaged(page, query, once, timezone) : undefined;
      if (paged === undefined) return byContract(records, query, timezone, page, requestAll);
      const { cursor } = query;
      if (cursor === undefined || paged.hasMore === false || paged.nextCursor !== undefined) return paged;
      // The service states no cursor of its own: this may be the first page again, although the cursor is of a later one.
      return requestAll().then((longest) => {
        const { all } = longest;
        const before = new Set(
          all.slice(0, all.findIndex(({ id }) => id === cursor) + 1 || undefined).map(({ id }) => id),
        );
        const isRepeated = items.some(({ id }) => before.has(id));
        // By now, the longest list may have stated the timezone.
        const known = timezoneOf(reading, query);
        return isRepeated ? byContract(records, query, known, page, async () => longest) : paged;
      });
    });
  },
});

type Page = components['schemas']['Page'];

/** The page of a list, and how many records were sent. `isStated`: the service states that it applied limit and window, and did. */
function pageOf({ members, sent, records }: Listed<Path>, query: ObservationsQuery, reading: Reading<Path>) {
  // The parsed members lack `page` if another list follows it.
  const page =
    members.page ?? (sent instanceof ResponseList ? (sent.findMember('page') as Page | undefined) : undefined);
  const { limit, has_more }: Untrusted<Page> = isRecord(page) ? page : {};
  const countMax = query.limit ?? limitDefault;
  const count = countRecords(sent);
  const isApplied = isPlain(query) || isOfWindow(members.meta, query, timezoneOf(reading, query));
  const isStated = isApplied && limit === countMax && count <= countMax && typeof has_more === 'boolean';
  return { page, isStated, count, records: records() };
}

/** The page as the service sent it. */
function asSent(
  { has_more, next_cursor }: Untrusted<Page>,
  { cursor, limit = limitDefault }: ObservationsQuery,
  observations: ByteList<Observation>,
  count: number,
): ObservationsPage {
  const nextCursor = typeof next_cursor === 'string' ? next_cursor : undefined;
  // The service ignores the cursor: this is the first page again.
  if (has_more && nextCursor !== undefined && nextCursor === cursor)
    throw malformed('page.next_cursor is the cursor of its own page');
  const hasMore = typeof has_more === 'boolean' ? has_more : undefined;
  return { observations, hasMore, isShort: hasMore && count < limit, nextCursor };
}

/** The page of a service that applies limit and cursor. If it ignores filters, undefined unless it states whether and how to go on. */
function asPaged(page: Page, query: ObservationsQuery, sent: ByteList<Observation>, timezone: string | null) {
  const items = sent.items();
  if (items.every(filterOf(query, timezone, timezone === null ? eastMsMax : 0)))
    return asSent(page, query, sent, items.length);
  // Its cursors work only at the service, so its pages stay as they are.
  const { has_more, next_cursor } = page;
  if (has_more !== false && !(has_more && typeof next_cursor === 'string')) return undefined;
  const hasMore = has_more && !reachesBefore(items, query, timezone);
  const observations = sent.with(items.filter(filterOf(query, timezone)));
  return { ...asSent(page, query, observations, items.length), hasMore, isShort: hasMore };
}

/** Whether the service states the window of a query that has no other filter. A date begins in the timezone of the field. */
function isOfWindow(
  meta: Parameters<typeof statedWindow>[0],
  { cursor, category, from = '', to = '' }: ObservationsQuery,
  timezone: string | null,
): boolean {
  const window = cursor === undefined && category === undefined ? statedWindow(meta, { from, to }) : undefined;
  return window !== undefined && window.fromMs === boundMs(from, timezone) && window.toMs === boundMs(to, timezone);
}

/** Whether only the newest observations are requested. */
function isPlain({ cursor, category, from, to }: ObservationsQuery): boolean {
  return cursor === undefined && category === undefined && from === undefined && to === undefined;
}

/** Whether the service applied the limit of a query, and did not send the record of its cursor again. */
function isPageAfter(sent: Observation[], { limit = limitDefault, cursor }: ObservationsQuery, { next_cursor }: Page) {
  if (sent.every(({ id }) => id !== cursor)) return sent.length <= limit;
  if (typeof next_cursor !== 'string') return false;
  throw malformed('the page after a cursor has the record of the cursor');
}

/** The filter of a query. `marginMs` widens bounds that are dates, for an unknown timezone. */
function filterOf({ from, to, category }: ObservationsQuery, timezone: string | null, marginMs = 0) {
  const marginOf = (bound: string) => (isDate(bound) ? marginMs : 0);
  const isWithin = within({
    fromMs: from === undefined ? Number.NEGATIVE_INFINITY : boundMs(from, timezone) - marginOf(from),
    toMs: to === undefined ? Number.POSITIVE_INFINITY : boundMs(to, timezone) + marginOf(to),
  });
  return (item: Observation) => (category === undefined || item.category === category) && isWithin(item.observed_at);
}

type Longest = ReturnType<typeof longestOf>;

/** The longest list, newest first, and whether it has all observations. */
function longestOf(sent: Observation[], page: Page | undefined) {
  return { all: newestFirst(sent), isWhole: sent.length < limitMax && page?.has_more !== true };
}

/**
 * Observations as the contract pages and filters them. `requestAll` requests the longest list, newest first, if `list` is too short.
 * Throws INCOMPLETE_UPSTREAM_DATA for observations of the window beyond that list, and BAD_USER_INPUT for an unknown cursor.
 */
async function byContract(
  list: ByteList<Observation>,
  query: ObservationsQuery,
  timezone: string | null,
  page: Page | undefined,
  requestAll: () => Promise<Longest>,
): Promise<ObservationsPage> {
  const sent = list.items();
  const { limit = limitDefault, cursor } = query;
  if (isPlain(query)) {
    const sorted = newestFirst(sent);
    return {
      observations: list.with(sorted.slice(0, limit)),
      hasMore: sent.length >= limit && sorted.length <= limit ? undefined : sorted.length > limit,
    };
  }
  const { all, isWhole } = limit < limitMax || cursor !== undefined ? await requestAll() : longestOf(sent, page);
  const isKnown = isWhole || reachesBefore(all, query, timezone);
  const rest = all.slice(startAfter(all, cursor, isWhole)).filter(filterOf(query, timezone));
  if (rest.length < limit && !isKnown) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  return { observations: list.with(rest.slice(0, limit)), hasMore: rest.length > limit || !isKnown };
}

/** Whether there is an observation from before the window, so that all that follow are older, too. */
function reachesBefore(sent: Observation[], { from }: ObservationsQuery, timezone: string | null): boolean {
  if (from === undefined) return false;
  const fromMs = boundMs(from, timezone) - (timezone === null && isDate(from) ? eastMsMax : 0);
  return sent.some(({ observed_at }) => instantOf(observed_at) < fromMs);
}

function startAfter(sent: Observation[], cursor: string | undefined, isWhole: boolean): number {
  if (cursor === undefined) return 0;
  const index = sent.findIndex(({ id }) => id === cursor);
  if (index >= 0) return index + 1;
  if (!isWhole) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  throw invalidArgument(['after'], 'after is no cursor of this list.', 'UNKNOWN_CURSOR');
}

function newestFirst(sent: Observation[]): Observation[] {
  const newest = ({ observed_at }: Observation) => -instantOf(observed_at);
  return sortedBy(eachOnce(sent), newest, (one, other) => (one.id < other.id ? 1 : -1));
}
