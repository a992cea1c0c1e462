/** Which days of a window are known: the observed ones that are over, each once, and how many are missing between them. */
import type { Window } from '../../reads/window.ts';
import type { WeatherRecord } from '../../reads/weather.ts';
import { dayMs } from '../../../platform/instant.ts';
import { wholeDays, wholeDaysBefore } from './day-gaps.ts';

export interface ObservedDays {
  records: WeatherRecord[];
  /** Whole days of the past part of the window that no record covers, wherever they lie. */
  missing: number;
  /** End of the past part of the window. */
  endMs: number;
}

/** The observed days of a window, in order. A day that came twice counts once; one that is not over, or a forecast, not at all. */
export function observedDays(
  records: readonly WeatherRecord[],
  { fromMs, toMs }: Window,
  nowMs: number,
  timezone: string | null,
): ObservedDays {
  const endMs = Math.max(fromMs, Math.min(toMs, nowMs));
  const byStart = new Map<number, WeatherRecord>();
  for (const record of records) {
    const startMs = Date.parse(record.starts_at);
    const isPast = startMs >= fromMs && startMs < endMs && Date.parse(record.ends_at) <= nowMs;
    if (isPast && record.kind === 'observed' && !byStart.has(startMs)) byStart.set(startMs, record);
  }
  const days = [...byStart].toSorted(([a], [b]) => a - b);
  let coveredMs = fromMs;
  let missing = 0;
  for (const [index, [startMs, { ends_at }]] of days.entries()) {
    missing += index === 0 ? wholeDaysBefore(startMs, fromMs, timezone) : wholeDays(startMs - coveredMs);
    coveredMs = Math.max(coveredMs, Date.parse(ends_at));
  }
  // A window that goes on ends within a day, which is not missing before it is over.
  missing += toMs <= nowMs ? wholeDays(endMs - coveredMs) : Math.max(0, Math.floor((endMs - coveredMs) / dayMs));
  return { records: days.map(([, record]) => record), missing, endMs };
}
