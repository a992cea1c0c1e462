/**
 * Resolves the arguments of a window to the bounds of its read: checks them, and computes bounds in a timezone, or wider ones while it is
 * unknown.
 */
import { invalidArgument, rangeFault } from '../../errors/gateway-error.ts';
import type { Context } from '../../operation/context.ts';
import type { ListLoader } from '../../reads/timezones.ts';
import type { Window } from '../../reads/window.ts';
import {
  addDays,
  boundMs,
  formatInstant,
  hourMs,
  isDate,
  localDate,
  startOfDay,
} from '../../../platform/time/instant.ts';
import { spanDaysMax, spanHoursMax, spansDaysMax, type WindowArguments, windowDaysMax } from './arguments.ts';

/** Bounds as the service takes them: dates or instants. The end is exclusive. */
export interface Bounds {
  from: string;
  to: string;
}

/**
 * Throws BAD_USER_INPUT for arguments that exclude each other, and for an impossible window. Returns whether the window is relative to now.
 */
export function assertWindow({ from, to, last, next, since }: WindowArguments, hasHours: boolean): boolean {
  if (!last && !next && !since) {
    // Compare only two dates, or two instants. The service refuses other wrong windows.
    const isOneForm = isDate(from ?? '') === isDate(to ?? '');
    if (from && to && isOneForm && Date.parse(from) >= Date.parse(to))
      throw invalidArgument(['from'], 'from must be before to.', 'EMPTY_WINDOW');
    return false;
  }
  const name = last ? 'last' : since ? 'since' : 'next';
  if (from || to) throw invalidArgument([name], `${name} does not go with from or to: leave out the one or the other.`);
  if (last && since) throw invalidArgument(['last'], 'last does not go with since: leave out one of them.');
  assertSpan('last', last, hasHours);
  assertSpan('next', next, hasHours);
  if ((since || last?.days || next?.days) && (last?.hours || next?.hours))
    throw invalidArgument(
      ['next'],
      'One window is counted in days or in hours, not in both: give next in the unit of the other.',
    );
  if ((last?.days ?? 0) + (next?.days ?? 0) > spansDaysMax)
    throw invalidArgument(['last'], `last and next together span at most ${spansDaysMax} days.`, 'TOO_LARGE');
  return true;
}

function assertSpan(name: string, span: WindowArguments['last'], hasHours: boolean): void {
  if (!span) return;
  const { days, hours } = span;
  const isInHours = hours !== undefined && hours !== null;
  if (isInHours && !hasHours)
    throw invalidArgument(
      [name],
      `${name} takes hours only where records are hourly: give days, or request weather with granularity: HOURLY.`,
    );
  const [count, unit, max] = isInHours ? [hours, 'hours', spanHoursMax] : [days ?? 0, 'days', spanDaysMax];
  const code = rangeFault(count, 1, max);
  if (code) throw invalidArgument([name, unit], `${name} spans from 1 to ${max} ${unit}.`, code);
}

/** When the current hour ends, and with it the freshness of a result for a window of hours. */
const endOfHour = (nowMs: number): number => (Math.floor(nowMs / hourMs) + 1) * hourMs;

/** When the current day ends in a timezone, UTC if none is known; with `days` of 0, when it began. */
export function endOfDay(nowMs: number, timezone: string | null, days = 1): number {
  const zone = timezone ?? 'UTC';
  return startOfDay(addDays(localDate(nowMs, zone), days), zone);
}

/** Whole hours before and after the start of the current hour of UTC, in any timezone; undefined for a window of days. */
export function hourBounds({ last, next }: WindowArguments, nowMs: number): Bounds | undefined {
  if (!last?.hours && !next?.hours) return undefined;
  const hour = Math.floor(nowMs / hourMs) * hourMs;
  const at = (hours: number) => formatInstant(hour + hours * hourMs);
  return { from: at(-(last?.hours ?? 0)), to: at(next?.hours ?? 0) };
}

/** The local days of a window, in UTC if no timezone is known. Throws BAD_USER_INPUT for a window that is too long. */
export function dayBounds({ last, next, since }: WindowArguments, nowMs: number, timezone: string | null): Bounds {
  const today = localDate(nowMs, timezone ?? 'UTC');
  const ahead = next?.days ?? (since ? 1 : 0);
  const bounds = { from: since ? latest(since, today) : addDays(today, -(last?.days ?? 0)), to: addDays(today, ahead) };
  if (bounds.to <= addDays(bounds.from, windowDaysMax)) return bounds;
  const message = `since and next together span at most ${windowDaysMax} days: request fewer with next.`;
  throw invalidArgument(['next'], message, 'TOO_LARGE');
}

function latest(monthDay: string, today: string): string {
  const year = Number(today.slice(0, 4));
  const thisYear = `${today.slice(0, 4)}-${monthDay}`;
  return thisYear <= today ? thisYear : `${String(year - 1).padStart(4, '0')}-${monthDay}`;
}

/** Days that include the window in any timezone. They stay the same all day, so that it is one read. */
export function boundsAnywhere({ last, next }: WindowArguments, nowMs: number): Bounds {
  const today = localDate(nowMs, 'UTC');
  return { from: addDays(today, -(last?.days ?? 0) - 1), to: addDays(today, (next?.days ?? 0) + 1) };
}

/** The instants of bounds. A date is its midnight in a timezone, UTC where none is known. */
export function instantsOf({ from, to }: Bounds, timezone: string | null): Window {
  return { fromMs: boundMs(from, timezone), toMs: boundMs(to, timezone) };
}

/** The part of a context that reading a list needs. */
export type Reading = Pick<Context, 'loaders' | 'now' | 'freshness' | 'timezones'>;

interface ResolvedWindow {
  /** Bounds of the read and part of its key, so that equal windows are one call. */
  from: string | undefined;
  to: string | undefined;
  /** The window within a list that was read wider, because the timezone was not known. */
  exactWindow?: () => Window;
  /** The bounds in the timezone that the list states, if that is no longer the known one. */
  movedBounds?: () => Bounds | undefined;
}

export interface WindowOptions {
  /** Whether the records are hourly. */
  hasHours?: boolean | undefined;
  /** Whether the list has a maximum number of records, so it cannot be read wider: the timezone is read first. */
  isExact?: boolean | undefined;
  /** Reads a list of one record, for its timezone. */
  lists: ListLoader;
}

/**
 * Resolves a window; a promise only if the timezone has to be read first. Throws BAD_USER_INPUT for an impossible window: before any call,
 * except where `since` and `next` prove too long in the timezone. A relative window ends the freshness of the result with its hour, or with
 * the field's own day.
 */
export function resolveWindow(
  { now, timezones, freshness }: Omit<Reading, 'loaders'>,
  fieldId: string,
  args: WindowArguments,
  { hasHours = false, isExact = false, lists }: WindowOptions,
): ResolvedWindow | Promise<ResolvedWindow> {
  if (!assertWindow(args, hasHours)) return { from: args.from ?? undefined, to: args.to ?? undefined };
  const nowMs = now().getTime();
  const hours = hourBounds(args, nowMs);
  if (hours) {
    freshness.endBy(endOfHour(nowMs));
    return hours;
  }
  const boundsIn = (timezone: string | null) => {
    freshness.endBy(endOfDay(nowMs, timezone));
    return dayBounds(args, nowMs, timezone);
  };
  const timezone = timezones.first(fieldId);
  if (timezone !== undefined)
    return {
      ...boundsIn(timezone),
      movedBounds() {
        const stated = timezones.get(fieldId) ?? null;
        return stated === timezone ? undefined : boundsIn(stated);
      },
    };
  if (isExact || args.since) return timezones.load(fieldId, lists).then(boundsIn);
  return {
    ...boundsAnywhere(args, nowMs),
    exactWindow() {
      const stated = timezones.get(fieldId) ?? null;
      return instantsOf(boundsIn(stated), stated);
    },
  };
}

/**
 * Ends the freshness of a value computed from past hours or days. Only windows that reach the field's today, or the last hour, change: when
 * one of their bounds passes, and when the day or hour ends. An hour ends `phaseMs` after the full hour.
 */
export function endWithUnit(
  { now, timezones, freshness }: Omit<Reading, 'loaders'>,
  fieldId: string,
  { fromMs, toMs }: Window,
  unit: 'day' | 'hour',
  phaseMs = 0,
): void {
  const nowMs = now().getTime();
  const timezone = timezones.get(fieldId) ?? null;
  // An hour that begins in the window is over at most an hour after the window ends.
  if (unit === 'hour' ? toMs + hourMs <= nowMs : toMs <= endOfDay(nowMs, timezone, 0)) return;
  for (const bound of [fromMs, toMs]) if (bound > nowMs) freshness.endBy(bound);
  freshness.endBy(unit === 'hour' ? endOfHour(nowMs - phaseMs) + phaseMs : endOfDay(nowMs, timezone));
}
