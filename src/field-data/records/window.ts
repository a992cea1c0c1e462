/** The window of a read: `from` included, `to` excluded, bare dates as midnight in the field's timezone. */
import { type Violation, invalidParameters } from './errors.ts';
import { addDays, dayMs, hourMs, localDate, parseDate, parseInstant, startOfDay } from '../../platform/time/instant.ts';

/** Milliseconds; undefined is no bound. */
export interface Bounds {
  from: number | undefined;
  to: number | undefined;
}

/** A window with both bounds, as the reads that answer whole windows need. */
export interface Window {
  from: number;
  to: number;
}

/** Days a window may span. */
export const windowDaysMax = 366;
const windowMsMax = windowDaysMax * dayMs;
// Clocks that go back in autumn make 366 local days an hour longer.
const localWindowMsMax = windowMsMax + hourMs;

interface WindowParameters {
  from?: string | undefined;
  to?: string | undefined;
}

function parseBound(text: string | undefined, parameter: 'from' | 'to', timezone: string): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseDate(text) === undefined ? parseInstant(text) : startOfDay(text, timezone);
  if (ms === undefined) {
    const detail = 'must be a date (2026-05-01) or a date-time with an offset (2026-05-01T12:00:00Z) that exists';
    throw invalidParameters([{ detail, code: 'wrong_format', parameter }]);
  }
  return ms;
}

/**
 * Reads the bounds a caller gave; each may be absent.
 * Throws invalid_parameter for a bound that is no instant, an empty or backward window, or one of more than 366 days.
 */
export function readBounds({ from, to }: WindowParameters, timezone: string): Bounds {
  const bounds = { from: parseBound(from, 'from', timezone), to: parseBound(to, 'to', timezone) };
  assertWindow(bounds, { from, to });
  return bounds;
}

/** Reads a window whose absent bounds are midnights `daysBack` days before and `daysAhead` days after today. Throws as readBounds. */
export function readWindow(
  parameters: WindowParameters,
  timezone: string,
  { nowMs, daysBack, daysAhead }: { nowMs: number; daysBack: number; daysAhead: number },
): Window {
  const fallback = defaultWindow(timezone, nowMs, daysBack, daysAhead);
  if (parameters.from === undefined && parameters.to === undefined) return fallback;
  const given = readBounds(parameters, timezone);
  const window = { from: given.from ?? fallback.from, to: given.to ?? fallback.to };
  assertWindow(window, parameters);
  return window;
}

/** A default window, and the local day that it is for. */
interface DayWindow extends Window {
  dayFrom: number;
  dayTo: number;
}

const windowsMax = 500;
const defaultWindows = new Map<string, DayWindow>();

/** The default window of a timezone, computed once a day. */
function defaultWindow(timezone: string, nowMs: number, daysBack: number, daysAhead: number): Window {
  const key = `${timezone} ${daysBack} ${daysAhead}`;
  const known = defaultWindows.get(key);
  if (known && nowMs >= known.dayFrom && nowMs < known.dayTo) return known;
  const today = localDate(nowMs, timezone);
  const midnight = (days: number) => startOfDay(addDays(today, days), timezone);
  const window = { from: midnight(-daysBack), to: midnight(daysAhead), dayFrom: midnight(0), dayTo: midnight(1) };
  if (defaultWindows.size >= windowsMax) defaultWindows.clear();
  defaultWindows.set(key, window);
  return window;
}

/** Whether a bound is a local midnight, as a bare date is and every default. */
function isMidnight(text: string | undefined): boolean {
  return text === undefined || parseDate(text) !== undefined;
}

function assertWindow({ from, to }: Bounds, given: WindowParameters): void {
  if (from === undefined || to === undefined) return;
  const parameter = given.from === undefined ? 'to' : 'from';
  const msMax = isMidnight(given.from) && isMidnight(given.to) ? localWindowMsMax : windowMsMax;
  const violation: Violation | undefined =
    from >= to
      ? { detail: '`from` must be before `to` (or before its default)', code: 'empty_window', parameter }
      : to - from > msMax
        ? { detail: `\`from\` to \`to\` must span at most ${windowDaysMax} days`, code: 'too_large', parameter }
        : undefined;
  if (violation) throw invalidParameters([violation]);
}
