/**
 * A store with the demo fields. Their weather and scenes are computed when read; everything else is read from the underlying store.
 * Rendered weather is cached by station and day, so that sixty fields cost little more than two.
 */
import { LRUCache } from 'lru-cache';
import { addDays, dayMs, hourMs, type LocalDate, localDate } from '../../platform/time/instant.ts';
import type { EarthObservationQuery, Store, WeatherQuery } from '../store/store.ts';
import { StoreBusyError } from '../store/store-error.ts';
import { forecastDays, renderDay } from './weather/daily-weather.ts';
import { type DemoField, demoFields, withDemoFields } from './fields.ts';
import { renderHours } from './weather/hourly-weather.ts';
import { createStartingNotes } from './notes.ts';
import { completePiece, type Piece } from './pieces.ts';
import { createScene, type Scene, sceneDays } from './scenes.ts';
import { firstDay } from './weather/station-days.ts';

// A daily record is about 1 kB, a day of hourly ones 38 kB, a scene 2 kB: at most some 65 MB in all.
const dailyEntriesMax = 4_000;
// A year of each station at each height: 1,464 days.
const hourlyEntriesMax = 1_500;
const sceneEntriesMax = 3_000;

/** Adds the demo fields to a store, and writes their starting notes into it. */
export async function createDemoStore(stored: Store, calendar: () => Date): Promise<Store> {
  const daily = cacheOf<Piece>(dailyEntriesMax);
  const hourly = cacheOf<Piece[]>(hourlyEntriesMax);
  const scenes = cacheOf<Scene>(sceneEntriesMax);

  function daysOf(field: DemoField, from: number, to: number, lastDay: LocalDate): LocalDate[] {
    const days: LocalDate[] = [];
    const first = localDate(from, field.timezone);
    const last = localDate(to - 1, field.timezone);
    for (let day = first > firstDay ? first : firstDay; day <= last && day <= lastDay; day = addDays(day, 1))
      days.push(day);
    return days;
  }

  function weather(field: DemoField, { granularity, kind, from, to, order, limit }: WeatherQuery): string[] {
    const nowMs = calendar().getTime();
    const { station } = field;
    const isHigher = field.metresAbove > 0;
    const today = localDate(nowMs, station.timezone);
    const hour = Math.floor(nowMs / hourMs);
    const pieces = daysOf(field, from, to, addDays(today, forecastDays - 1)).flatMap((date) => {
      // A past day never changes; today and the days to come change with the day, or the hour.
      const name = `${station.name} ${isHigher} ${date}`;
      const nameAt = (time: LocalDate | number) => (date < today ? name : `${name} ${time}`);
      return granularity === 'daily'
        ? daily.memo(nameAt(today), { context: () => renderDay(station, isHigher, date, today) })
        : hourly.memo(nameAt(hour), { context: () => renderHours(station, isHigher, date, today, nowMs) });
    });
    const found = pieces.filter(
      ({ startsAt, kind: is }) => startsAt >= from && startsAt < to && (kind === undefined || is === kind),
    );
    return pick(found, order, limit).map((piece) => completePiece(field, piece));
  }

  function earthObservations(field: DemoField, { from, to, cloudCoverMax = 100, order, limit }: EarthObservationQuery) {
    const nowMs = calendar().getTime();
    // Scenes are dated by the day in UTC, which a window of a local day may straddle.
    const first = Math.max(from - dayMs, Date.parse(firstDay));
    const found = (field.hasScenes ? sceneDays(field, first, Math.min(to, nowMs)) : [])
      .map((date) => scenes.memo(`${field.key} ${date}`, { context: () => createScene(field, date) }))
      .filter(
        ({ acquiredAt, processedAt, cloudCover }) =>
          acquiredAt >= from && acquiredAt < to && processedAt <= nowMs && cloudCover <= cloudCoverMax,
      );
    return pick(found, order, limit).map(({ text }) => text);
  }

  const nowMs = calendar().getTime();
  const notes = [...demoFields.values()].flatMap((field) => createStartingNotes(field, nowMs));
  try {
    await stored.writeBatch(notes.map((row) => ({ resource: 'observations', row })));
  } catch (error) {
    // A long import has the lock: the notes of earlier starts are there, and the next start adds the others.
    if (!(error instanceof StoreBusyError)) throw error;
  }

  return {
    ...withDemoFields(stored),
    async weather(query) {
      const field = demoFields.get(query.field.id);
      return field ? weather(field, query) : stored.weather(query);
    },
    async earthObservations(query) {
      const field = demoFields.get(query.field.id);
      return field ? earthObservations(field, query) : stored.earthObservations(query);
    },
  };
}

function cacheOf<T extends object>(max: number): LRUCache<string, T, () => T> {
  return new LRUCache({ max, memoMethod: (_name, _stale, { context: make }) => make() });
}

function pick<T>(entries: T[], order: 'asc' | 'desc', limit: number | undefined): T[] {
  const ordered = order === 'asc' ? entries : entries.toReversed();
  return limit === undefined ? ordered : ordered.slice(0, limit);
}
