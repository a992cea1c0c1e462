/** Reads the window of a request: `from` is inclusive, `to` exclusive, and a bare date is midnight in the field's timezone. */
import { invalidParameters } from './errors.ts';
import { explainFormats } from '../../platform/json/schema-errors.ts';
import { memoize } from '../../platform/sync/memoize.ts';
import { addDays, dayMs, hourMs, localDate, parseDate, parseMoment, startOfDay } from '../../platform/time/instant.ts';

/** Milliseconds; undefined is no bound. */
export interface Bounds {
  from: number | undefined;
  to: number | undefined;
}

/** A window with both bounds, for reads that return a whole window. */
export type Window = Record<keyof Bounds, number>;

/** Days a window may span. */
export const windowDaysMax = 366;
const windowMsMax = windowDaysMax * dayMs;
// Clocks that go back in autumn make 366 local days longer: by two hours in Antarctica/Troll.
const localWindowMsMax = windowMsMax + 2 * hourMs;

// Offsets from UTC are whole quarters of an hour, so no day begins within a quarter.
const quarterMs = 900_000;
const defaultsMax = 500;

type WindowParameters = Partial<Record<keyof Bounds, string | undefined>>;

function parseBound(text: string | undefined, parameter: 'from' | 'to', timezone: string): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseMoment(text, timezone);
  if (ms === undefined)
    throw invalidParameters([{ detail: explainFormats(['date', 'date-time']), code: 'wrong_format', parameter }]);
  return ms;
}

/**
 * Reads the bounds a caller gave; each may be absent.
 * Throws invalid_parameter for a bound that is no instant, an empty or backward window, or one of more than 366 days.
 */
export function readBounds(stated: WindowParameters, timezone: string): Bounds {
  const bounds = { from: parseBound(stated.from, 'from', timezone), to: parseBound(stated.to, 'to', timezone) };
  assertWindow(bounds, stated);
  return bounds;
}

/** Makes a reader of windows. Absent bounds are midnight `daysBack` days before and `daysAhead` after today. Throws as `readBounds`. */
export function windowReader(calendar: () => Date, { daysBack, daysAhead }: Record<'daysBack' | 'daysAhead', number>) {
  const defaultsOf = memoize((key): Window => {
    const [quarter, timezone] = key.split(' ') as [string, string];
    const today = localDate(Number(quarter) * quarterMs, timezone);
    const midnight = (days: number) => startOfDay(addDays(today, days), timezone);
    return { from: midnight(-daysBack), to: midnight(daysAhead) };
  }, defaultsMax);

  return (stated: WindowParameters, timezone: string): Window => {
    const { from, to } = readBounds(stated, timezone);
    const fallback = defaultsOf(`${Math.floor(calendar().getTime() / quarterMs)} ${timezone}`);
    const window = { from: from ?? fallback.from, to: to ?? fallback.to };
    assertWindow(window, stated);
    return window;
  };
}

function assertWindow({ from, to }: Bounds, stated: WindowParameters): void {
  if (from === undefined || to === undefined) return;
  const parameter = stated.from === undefined ? 'to' : 'from';
  const absent = stated.from === undefined ? 'from' : stated.to === undefined ? 'to' : undefined;
  const hint = absent ? `: send \`${absent}\` as well, in place of its default` : '';
  if (from >= to) {
    const detail = `\`from\` must be before \`to\`${hint}`;
    throw invalidParameters([{ detail, code: 'empty_window', parameter }]);
  }
  // A bare date is a local midnight, and so is every default.
  const isOfDays = [stated.from, stated.to].every((text) => text === undefined || parseDate(text) !== undefined);
  if (to - from <= (isOfDays ? localWindowMsMax : windowMsMax)) return;
  const detail = `\`from\` to \`to\` must span at most ${windowDaysMax} days${hint}`;
  throw invalidParameters([{ detail, code: 'too_large', parameter }]);
}
