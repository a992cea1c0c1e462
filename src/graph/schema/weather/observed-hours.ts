/** The observed hours of a window that are over, and what each of them measured: those between them that no record covers are unknown. */
import { hourMs } from '../../../platform/instant.ts';
import type { Window } from '../../reads/window.ts';
import type { WeatherRecord } from '../../reads/weather.ts';

/** What came of a window. */
export interface ObservedHours {
  /** In order, each hour once. */
  records: WeatherRecord[];
  /** Whole hours that no record covers. */
  uncovered: number;
}

/** A forecast is no observation, an hour that came twice counts once, and one that is not over is not missing yet. */
export function observedHours(
  records: readonly WeatherRecord[],
  { fromMs, toMs }: Window,
  nowMs: number,
): ObservedHours {
  const endMs = Math.max(fromMs, Math.min(toMs, nowMs));
  const byStart = new Map<number, WeatherRecord>();
  for (const record of records) {
    const startMs = Date.parse(record.starts_at);
    const isPast = startMs >= fromMs && startMs < endMs && Date.parse(record.ends_at) <= nowMs;
    if (isPast && record.kind === 'observed' && !byStart.has(startMs)) byStart.set(startMs, record);
  }
  const hours = [...byStart].toSorted(([a], [b]) => a - b);
  let coveredMs = fromMs;
  let uncovered = 0;
  for (const [startMs, { ends_at }] of hours) {
    uncovered += wholeHours(startMs - coveredMs);
    coveredMs = Math.max(coveredMs, Date.parse(ends_at));
  }
  return { records: hours.map(([, record]) => record), uncovered: uncovered + wholeHours(endMs - coveredMs) };
}

function wholeHours(ms: number): number {
  return Math.max(0, Math.floor(ms / hourMs));
}
