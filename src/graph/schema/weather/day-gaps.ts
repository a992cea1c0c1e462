/** How many days a gap between records holds: the days the clocks change have 23 and 25 hours. */
import { addDays, dayMs, hourMs, type LocalDate, localDate, startOfDay } from '../../../platform/instant.ts';

/** Whole days in a span between the ends of days. The day the clocks go forward has 23 hours. */
export function wholeDays(ms: number): number {
  return Math.max(0, Math.floor((ms + hourMs) / dayMs));
}

/**
 * Whole days between the start of a window and the first record in it. A window may begin at any hour: the day that began before it is not
 * one of its days, even where an hour alone is left out. Without a timezone that hour cannot be told from a change of clocks.
 */
export function wholeDaysBefore(firstMs: number, fromMs: number, timezone: string | null): number {
  const days = wholeDays(firstMs - fromMs);
  if (timezone === null || days === 0) return days;
  const first = firstDayOf(fromMs, timezone);
  return startOfDay(addDays(first, days - 1), timezone) < firstMs ? days : days - 1;
}

/** The first day that begins at an instant or after it. */
export function firstDayOf(fromMs: number, timezone: string): LocalDate {
  const date = localDate(fromMs, timezone);
  return startOfDay(date, timezone) >= fromMs ? date : addDays(date, 1);
}
