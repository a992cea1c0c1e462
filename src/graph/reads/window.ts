/**
 * What the contract promises of a list, applied here where the service did not: windows, filters, orders and limits.
 * A service may know only `field_id` and `limit` and ignore every other parameter; it shows by an answer without `meta` or `page`.
 * Without `meta` no timezone is known, so a bare date is midnight UTC.
 */
import { GatewayError } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/is-record.ts';
import { ByteList, type Given } from '../../executor/byte-list.ts';
import type {
  EarthObservation,
  EarthObservationsQuery,
  Observation,
  ObservationsQuery,
  WeatherQuery,
  WeatherRecord,
} from './records.ts';

const dayMs = 86_400_000;
const windowDaysMax = 366;
const weatherDaysAround = 7;
const scenesDaysBack = 90;
/** The notes one call brings where it does not say how many, by the contract. */
export const notesDefault = 25;
/** The most notes one call can bring, by the contract. */
export const notesMax = 100;

export interface Window {
  fromMs: number;
  toMs: number;
}

interface WindowBounds {
  from?: string | undefined;
  to?: string | undefined;
}

/** The window a query asks for, with the contract's defaults. Throws BAD_USER_INPUT as a service that checks would. */
export function windowOf({ from, to }: WindowBounds, nowMs: number, daysBack: number, daysAhead: number): Window {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs;
  const fromMs = from === undefined ? todayMs - daysBack * dayMs : Date.parse(from);
  const toMs = to === undefined ? todayMs + daysAhead * dayMs : Date.parse(to);
  if (fromMs >= toMs) throw badWindow('from must be before to.', 'empty_window');
  if (toMs - fromMs > windowDaysMax * dayMs)
    throw badWindow(`A window spans at most ${windowDaysMax} days.`, 'too_large');
  return { fromMs, toMs };
}

function badWindow(message: string, code: string): GatewayError {
  return new GatewayError('BAD_USER_INPUT', { message, faults: [{ path: ['from'], code, message }] });
}

/** The window of a weather query. */
export function weatherWindow(query: WeatherQuery, nowMs: number): Window {
  return windowOf(query, nowMs, weatherDaysAround, weatherDaysAround);
}

const ofGranularity = ['field_id', 'granularity'] as const;
const ofGranularityAndKind = ['field_id', 'granularity', 'kind'] as const;

/** What every record must state that answers a weather query. */
export function statedWeather({ field_id, granularity = 'daily', kind }: WeatherQuery): Given {
  if (kind === undefined) return { names: ofGranularity, values: [field_id, granularity] };
  return { names: ofGranularityAndKind, values: [field_id, granularity, kind] };
}

/** Weather records as the contract lists them for this query, whatever more the service sent. */
export function weatherByContract(records: WeatherRecord[], query: WeatherQuery, window: Window): WeatherRecord[] {
  const { granularity = 'daily', kind, order, limit } = query;
  const isWithin = within(window);
  const asked = records.filter((record) => record.granularity === granularity && isWithin(record.starts_at));
  const startOf = (record: WeatherRecord) => Date.parse(record.starts_at);
  const observed = new Set(asked.filter((record) => record.kind === 'observed').map(startOf));
  const kept = asked.filter(
    (record) =>
      (record.kind === 'observed' || !observed.has(startOf(record))) && (kind === undefined || record.kind === kind),
  );
  return inOrder(kept, (record) => record.starts_at, order).slice(0, limit);
}

/** The window of a query of earth observations. To the end of today: a scene of this morning is of the last 90 days. */
export function scenesWindow(query: EarthObservationsQuery, nowMs: number): Window {
  return windowOf(query, nowMs, scenesDaysBack, 1);
}

/**
 * Whether a scene is clear enough; undefined where any is. One whose cloud cover is in no known unit is taken as percent;
 * UPSTREAM_ERROR is thrown for one whose cloud cover is no number.
 */
export function isAskedScene({
  max_cloud_cover: max,
}: EarthObservationsQuery): ((scene: EarthObservation) => boolean) | undefined {
  if (max === undefined) return undefined;
  return ({ cloud_cover }) => cloud_cover !== null && percentOf(cloud_cover) <= max;
}

/** Earth observations as the contract lists them for this query, whatever more the service sent. */
export function scenesByContract(
  scenes: EarthObservation[],
  query: EarthObservationsQuery,
  window: Window,
): EarthObservation[] {
  const isWithin = within(window);
  const isAsked = isAskedScene(query);
  const kept = scenes.filter((scene) => isWithin(scene.acquired_at) && (isAsked?.(scene) ?? true));
  return inOrder(kept, (scene) => scene.acquired_at, query.order).slice(0, query.limit);
}

function percentOf(cover: EarthObservation['cloud_cover']): number {
  if (typeof cover.value !== 'number') throw new GatewayError('UPSTREAM_ERROR');
  return cover.unit === 'fraction' ? cover.value * 100 : cover.value;
}

/** The window a service says it answered, where it says so and it is the one asked for. */
export function statedWindow(meta: unknown, { from, to }: WindowBounds): Window | undefined {
  if (!isRecord(meta) || typeof meta.from !== 'string' || typeof meta.to !== 'string') return undefined;
  const window = { fromMs: Date.parse(meta.from), toMs: Date.parse(meta.to) };
  const isAsked = window.fromMs < window.toMs && isBound(from, window.fromMs) && isBound(to, window.toMs);
  return isAsked ? window : undefined;
}

const dateLength = '2026-05-01'.length;
/** Midnight comes to the first place on Earth this long before UTC's. */
const timezoneMsMax = 14 * 3_600_000;

function isBound(asked: string | undefined, statedMs: number): boolean {
  if (asked === undefined) return true;
  return Math.abs(Date.parse(asked) - statedMs) <= (asked.length === dateLength ? timezoneMsMax : 0);
}

/** Whether the newest notes alone are asked for, and the service says that it gave so many. */
export function isStatedPage(
  page: unknown,
  { limit = notesDefault, cursor, category, from, to }: ObservationsQuery,
): boolean {
  const isPlain = cursor === undefined && category === undefined && from === undefined && to === undefined;
  return isPlain && isRecord(page) && page.limit === limit && typeof page.has_more === 'boolean';
}

/** Whether a page holds only what was asked for: one that does not comes from a service that pages and ignores the rest. */
export function isAskedPage(
  notes: Observation[],
  { limit = notesDefault, cursor, category, from, to }: ObservationsQuery,
): boolean {
  const fromMs = bound(from, Number.NEGATIVE_INFINITY) - timezoneMsMax;
  const toMs = bound(to, Number.POSITIVE_INFINITY) + timezoneMsMax;
  const isWithin = within({ fromMs, toMs });
  return (
    notes.length <= limit &&
    notes.every(
      (note) =>
        note.id !== cursor && (category === undefined || note.category === category) && isWithin(note.observed_at),
    )
  );
}

/** A page of notes that may have to be asked for whole. */
export interface NotesPage {
  observations: ByteList<Observation>;
  /** Whether more follow; undefined where nobody can say. */
  hasMore: boolean | undefined;
}

/**
 * Notes as the contract pages and filters them. `askAll` fetches the most one call can bring, and is called only where the answer at hand
 * is not enough. Throws INCOMPLETE_UPSTREAM_DATA where the notes asked for lie beyond that, and BAD_USER_INPUT for an unknown cursor.
 */
export async function notesByContract(
  notes: Observation[],
  query: ObservationsQuery,
  askAll: () => Promise<Observation[]>,
): Promise<NotesPage> {
  const { limit = notesDefault, cursor, from, to, category } = query;
  if (cursor === undefined && from === undefined && to === undefined && category === undefined) {
    const sorted = newestFirst(notes);
    return {
      observations: ByteList.of(sorted.slice(0, limit)),
      hasMore: notes.length === limit ? undefined : notes.length > limit,
    };
  }
  const all = newestFirst(limit < notesMax ? await askAll() : notes);
  const isWhole = all.length < notesMax;
  const isAsked = within({ fromMs: bound(from, Number.NEGATIVE_INFINITY), toMs: bound(to, Number.POSITIVE_INFINITY) });
  const rest = all
    .slice(startAfter(all, cursor, isWhole))
    .filter((note) => isAsked(note.observed_at) && (category === undefined || note.category === category));
  if (rest.length < limit && !isWhole) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  return { observations: ByteList.of(rest.slice(0, limit)), hasMore: rest.length > limit || !isWhole };
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

function bound(text: string | undefined, absent: number): number {
  return text === undefined ? absent : Date.parse(text);
}

function within({ fromMs, toMs }: Window): (instant: string) => boolean {
  return (instant) => {
    const ms = Date.parse(instant);
    return ms >= fromMs && ms < toMs;
  };
}

function inOrder<Item>(items: Item[], instantOf: (item: Item) => string, order: 'asc' | 'desc' = 'asc'): Item[] {
  const sign = order === 'desc' ? -1 : 1;
  return items.toSorted((a, b) => sign * (Date.parse(instantOf(a)) - Date.parse(instantOf(b))));
}
