/** The notes about a field, newest first, page by page: what a record is, and the page the contract promises whatever the service sent. */
import type { components } from '../../contract/openapi.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import type { ByteList } from '../../executor/byte-list.ts';
import type { Untrusted } from '../upstream/untrusted.ts';
import { type Listed, type QueryOf, type RecordOf, read } from './read.ts';
import { fieldAlone, shapeOf } from './shape.ts';
import { boundMs, timezoneMsMax, within } from './window.ts';

const path = '/api/v1/observations';

export type ObservationsQuery = QueryOf<typeof path>;
export type Observation = RecordOf<typeof path>;

/** A page of notes that may have to be asked for whole. */
export interface NotesPage {
  observations: ByteList<Observation>;
  /** Whether more follow; undefined where nobody can say. */
  hasMore: boolean | undefined;
}

/** What every note is, whether it was listed or just written. */
export const observationShape = shapeOf<Observation>({
  id: 'string',
  text: 'string',
  category: 'string',
  observed_at: 'string',
  created_at: 'string',
  live_mode: 'boolean',
});

/** The notes one call brings where it does not say how many, by the contract. */
const notesDefault = 25;
const recordBytes = 1_000;
/** The most notes one call can bring, by the contract. */
const notesMax = 100;

export const observations = read(path, {
  name: 'observations',
  key: { field_id: true, from: true, to: true, category: true, limit: true, cursor: true },
  record: observationShape,
  expectedBytes: ({ limit = notesDefault }) => recordBytes * limit,
  given: fieldAlone,
  async value(listed, query, { again, timezone }): Promise<NotesPage> {
    const { page } = listed.beside;
    const notes = notesOf(listed, query);
    if (page && isStatedPage(page, query)) return { observations: notes, hasMore: page.has_more };
    await notes.load();
    if (page && isAskedPage(notes.items(), query)) return { observations: notes, hasMore: page.has_more };
    return byContract(notes, query, timezone(), async () => {
      const all = { field_id: query.field_id, limit: notesMax };
      const listed = notesOf(await again(all), all);
      await listed.load();
      return listed.items();
    });
  },
});

/** The notes of an answer to a query: no more than were asked for, where the service says that it cut them. */
function notesOf({ beside, records }: Listed<typeof path>, query: ObservationsQuery): ByteList<Observation> {
  const countMax = isStatedPage(beside.page, query) ? (query.limit ?? notesDefault) : undefined;
  return records({ countMax });
}

type Page = components['schemas']['Page'];

/** Whether the newest notes alone are asked for, and the service says that it gave so many. */
function isStatedPage(
  page: Untrusted<Page> | undefined,
  { limit = notesDefault, cursor, category, from, to }: ObservationsQuery,
): boolean {
  const stated: Untrusted<Page> = isRecord(page) ? page : {};
  const isPlain = cursor === undefined && category === undefined && from === undefined && to === undefined;
  return isPlain && stated.limit === limit && typeof stated.has_more === 'boolean';
}

/** Whether a page holds only what was asked for: one that does not comes from a service that pages and ignores the rest. */
function isAskedPage(
  notes: Observation[],
  { limit = notesDefault, cursor, category, from, to }: ObservationsQuery,
): boolean {
  const fromMs = bound(from, Number.NEGATIVE_INFINITY, null) - timezoneMsMax;
  const toMs = bound(to, Number.POSITIVE_INFINITY, null) + timezoneMsMax;
  const isWithin = within({ fromMs, toMs });
  return (
    notes.length <= limit &&
    notes.every(
      (note) =>
        note.id !== cursor && (category === undefined || note.category === category) && isWithin(note.observed_at),
    )
  );
}

/**
 * Notes as the contract pages and filters them. `askAll` fetches the most one call can bring, and is called only where the answer at hand
 * is not enough. Throws INCOMPLETE_UPSTREAM_DATA where the notes asked for lie beyond that, and BAD_USER_INPUT for an unknown cursor.
 */
async function byContract(
  list: ByteList<Observation>,
  query: ObservationsQuery,
  timezone: string | null,
  askAll: () => Promise<Observation[]>,
): Promise<NotesPage> {
  const notes = list.items();
  const { limit = notesDefault, cursor, from, to, category } = query;
  if (cursor === undefined && from === undefined && to === undefined && category === undefined) {
    const sorted = newestFirst(notes);
    return {
      observations: list.with(sorted.slice(0, limit)),
      hasMore: notes.length === limit ? undefined : notes.length > limit,
    };
  }
  const all = newestFirst(limit < notesMax ? await askAll() : notes);
  const isWhole = all.length < notesMax;
  const isAsked = within({
    fromMs: bound(from, Number.NEGATIVE_INFINITY, timezone),
    toMs: bound(to, Number.POSITIVE_INFINITY, timezone),
  });
  const rest = all
    .slice(startAfter(all, cursor, isWhole))
    .filter((note) => isAsked(note.observed_at) && (category === undefined || note.category === category));
  if (rest.length < limit && !isWhole) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  return { observations: list.with(rest.slice(0, limit)), hasMore: rest.length > limit || !isWhole };
}

function startAfter(notes: Observation[], cursor: string | undefined, isWhole: boolean): number {
  if (cursor === undefined) return 0;
  const index = notes.findIndex(({ id }) => id === cursor);
  if (index >= 0) return index + 1;
  if (!isWhole) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  const message = 'after is no cursor of this list.';
  throw new GatewayError('BAD_USER_INPUT', { message, faults: [{ path: ['after'], code: 'unknown_id', message }] });
}

function newestFirst(notes: Observation[]): Observation[] {
  return notes.toSorted(
    (a, b) => Date.parse(b.observed_at) - Date.parse(a.observed_at) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
  );
}

function bound(text: string | undefined, absent: number, timezone: string | null): number {
  return text === undefined ? absent : boundMs(text, timezone);
}
