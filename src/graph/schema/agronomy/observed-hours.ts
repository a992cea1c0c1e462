/** The hours of a window that are over, as they were observed: those that no record covers are unknown. */
import { hourMs } from '../../../platform/time/instant.ts';
import type { WeatherList, WeatherRecord } from '../../reads/weather.ts';
import { intervalsOf, isObserved } from '../weather/intervals.ts';

export interface ObservedHours {
  /** In order, each hour once. */
  records: WeatherRecord[];
  /** Hours that no record covers. */
  uncovered: number;
}

/** An hour counts where it begins in the window and is over, with or without a record. A forecast is no observation. */
export function observedHours(
  { sent, window: { fromMs, toMs } }: Pick<WeatherList, 'sent' | 'window'>,
  nowMs: number,
): ObservedHours {
  const intervals = intervalsOf(sent);
  const phaseMs = (intervals[0]?.startMs ?? 0) % hourMs;
  const startsBetween = (oneMs: number, otherMs: number): number =>
    Math.max(0, Math.ceil((otherMs - phaseMs) / hourMs) - Math.ceil((oneMs - phaseMs) / hourMs));
  const records: WeatherRecord[] = [];
  let coveredMs = fromMs;
  let uncovered = 0;
  for (const { startMs, endMs, record } of intervals) {
    if (!isObserved(record) || endMs > nowMs || startMs >= toMs) continue;
    if (startMs >= fromMs) {
      uncovered += startsBetween(coveredMs, startMs);
      records.push(record);
    }
    coveredMs = Math.max(coveredMs, endMs);
  }
  const lastStartMs = Math.min(toMs - 1, nowMs - hourMs);
  return { records, uncovered: uncovered + startsBetween(coveredMs, lastStartMs + 1) };
}
