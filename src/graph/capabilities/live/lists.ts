/**
 * The lists whose changes are reported, each in a window that stays the same for a week or a month: a default window moves with the clock,
 * so its records change without new data.
 */
import { dayMs, formatDate } from '../../../platform/time/instant.ts';

/** A list by its name in the graph: the service's name, as hints have it, in capitals. */
export type ListName = 'WEATHER' | 'EARTH_OBSERVATIONS' | 'OBSERVATIONS';

/** How a list is read for its changes. */
interface WatchedList {
  /** Name of its path, its slots, its breaker and its metrics. */
  endpoint: string;
  /** The number of the period that a moment is in: two periods differ in their windows. From 0 to 65,535. */
  periodOf(now: Date): number;
  /** Parameters besides the field. */
  query(period: number): Record<string, string | number>;
  /** Estimated bytes of one field's list. */
  expectedBytes: number;
}

/** 5 January 1970 was a Monday. */
const firstMonday = 4;
const daysOfWeek = 7;
const monthsOfYear = 12;
/** Thirteen weeks: longer than any forecast of weather. */
const weatherDays = 91;
const sceneMonthsBack = 3;
/** The window of a period has all records until this many periods later, with two weeks of forecast. */
export const coveredPeriods = 8;

const dateOf = (days: number) => formatDate(days * dayMs);
const firstOfMonth = (month: number) => formatDate(Date.UTC(1970, month, 1));

/** In the order of events and cursors. */
export const watchedLists: Readonly<Record<ListName, WatchedList>> = {
  // Daily records from Monday of last week on.
  WEATHER: {
    endpoint: 'weather',
    // A cursor has no negative numbers: a clock that was never set is in the first days of 1970.
    periodOf: (now) => Math.max(0, Math.floor((now.getTime() / dayMs - firstMonday) / daysOfWeek)),
    query(period) {
      const from = (period - 1) * daysOfWeek + firstMonday;
      return { from: dateOf(from), to: dateOf(from + weatherDays) };
    },
    expectedBytes: 30_000,
  },
  // Scenes of twelve months, from the first of the month three months ago on.
  EARTH_OBSERVATIONS: {
    endpoint: 'earth-observations',
    periodOf: (now) => (now.getUTCFullYear() - 1970) * monthsOfYear + now.getUTCMonth(),
    query(period) {
      const from = period - sceneMonthsBack;
      return { from: firstOfMonth(from), to: firstOfMonth(from + monthsOfYear) };
    },
    expectedBytes: 100_000,
  },
  // The newest, of any time.
  OBSERVATIONS: {
    endpoint: 'observations',
    periodOf: () => 0,
    query: () => ({ limit: 100 }),
    expectedBytes: 100_000,
  },
};

export const listNames = Object.keys(watchedLists) as ListName[];
