/**
 * Resolves the arguments that name a window to the bounds of its read: what is wrong with them, what they mean in a timezone, and what to
 * read before it is known.
 */
import { invalidArgument } from '../../errors/gateway-error.ts';
import type { Context } from '../../operation/context.ts';
import type { ListLoader } from '../../reads/timezones.ts';
import type { Window } from '../../reads/window.ts';
import { addDays, formatInstant, hourMs, localDate, parseInstant, startOfDay } from '../../../platform/time/instant.ts';
import {
  type Span,
  spanDaysMax,
  spanHoursMax,
  spansDaysMax,
  type WindowArguments,
  windowDaysMax,
} from './arguments.ts';

/** Bounds as the service takes them: dates, or instants. The end is not within. */
export interface Bounds {
  from: string;
  to: string;
}

const dateLength = '2026-05-01'.length;

/** Whether the window is named by its place next to now. Throws BAD_USER_INPUT for one that is named in two ways, or in no possible one. */
export function isRelative({ from, to, last, next, since }: WindowArguments, hasHours: boolean): boolean {
  if (!last && !next && !since) {
    // Two dates, or two instants. A window that is wrong otherwise is the service's to refuse.
    const isOneForm = (from?.length === dateLength) === (to?.length === dateLength);
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

function assertSpan(name: string, span: Span | null | undefined, hasHours: boolean): void {
  if (!span) return;
  const { days, hours } = span;
  if (hours && !hasHours)
    throw invalidArgument([name], `${name} takes hours only where records are hourly: give days here.`);
  const [count, unit, max] =
    hours === undefined || hours === null ? [days, 'days', spanDaysMax] : [hours, 'hours', spanHoursMax];
  if (typeof count === 'number' && count >= 1 && count <= max) return;
  const code = typeof count === 'number' && count > max ? 'TOO_LARGE' : 'TOO_SMALL';
  throw invalidArgument([name, unit], `${name} spans from 1 to ${max} ${unit}.`, code);
}

/** When the hour ends that runs, and with it the answer for a window of hours. */
export function endOfHour(nowMs: number): number {
  return (Math.floor(nowMs / hourMs) + 1) * hourMs;
}

/** When the day ends that runs in a timezone, UTC's where none is known; with `days` of 0, when it began. */
export function endOfDay(nowMs: number, timezone: string | null, days = 1): number {
  const zone = timezone ?? 'UTC';
  return startOfDay(addDays(localDate(nowMs, zone), days), zone);
}

/** Whole hours next to the hour that runs, wherever the field is; undefined for a window of days. */
export function hourBounds({ last, next }: WindowArguments, nowMs: number): Bounds | undefined {
  if (!last?.hours && !next?.hours) return undefined;
  const hour = Math.floor(nowMs / hourMs) * hourMs;
  const at = (hours: number) => formatInstant(hour + hours * hourMs);
  return { from: at(-(last?.hours ?? 0)), to: at(next?.hours ?? 0) };
}

/** The local days of a window, UTC's where no timezone is known. Throws BAD_USER_INPUT for one that is too long. */
export function dayBounds({ last, next, since }: WindowArguments, nowMs: number, timezone: string | null): Bounds {
  const today = localDate(nowMs, timezone ?? 'UTC');
  const ahead = next?.days ?? (since ? 1 : 0);
  const bounds = { from: since ? latest(since, today) : addDays(today, -(last?.days ?? 0)), to: addDays(today, ahead) };
  if (bounds.to <= addDays(bounds.from, windowDaysMax)) return bounds;
  throw invalidArgument(
    ['next'],
    `since and next together span at most ${windowDaysMax} days: ask for fewer with next.`,
    'TOO_LARGE',
  );
}

function latest(monthDay: string, today: string): string {
  const year = Number(today.slice(0, 4));
  const thisYear = `${today.slice(0, 4)}-${monthDay}`;
  return thisYear <= today ? thisYear : `${String(year - 1).padStart(4, '0')}-${monthDay}`;
}

/** Days that hold the window whatever the timezone: the same all day long, so that it is one read. */
export function boundsAnywhere({ last, next }: WindowArguments, nowMs: number): Bounds {
  const today = localDate(nowMs, 'UTC');
  return { from: addDays(today, -(last?.days ?? 0) - 1), to: addDays(today, (next?.days ?? 0) + 1) };
}

/** The instants of bounds. A date is its midnight in a timezone, UTC where none is known. */
export function instantsOf({ from, to }: Bounds, timezone: string | null): Window {
  const instantOf = (bound: string) => parseInstant(bound) ?? startOfDay(bound, timezone ?? 'UTC');
  return { fromMs: instantOf(from), toMs: instantOf(to) };
}

/** The part of a context that a field reads a list with. */
export type Reading = Pick<Context, 'loaders' | 'now' | 'freshness' | 'timezones'>;

export interface ResolvedWindow {
  /** Bounds of the read and part of its key, so that equal windows are one call. */
  from: string | undefined;
  to: string | undefined;
  /** The window within a list that was read wider, because the timezone was not known. */
  cut?: () => Window;
}

interface Options {
  /** Whether the records are hourly. */
  hasHours?: boolean;
  /** Whether the list is limited in number and cannot be read wider: then the timezone is read first. */
  isExact?: boolean;
  /** Reads a list of one record, for its timezone. */
  lists: ListLoader;
}

/**
 * A promise only where the timezone has to be read first. Throws BAD_USER_INPUT, without a call, for an impossible window. A relative window
 * ends the freshness of the result with its hour, or with the field's own day.
 */
export function resolveWindow(
  { now, timezones, freshness }: Omit<Reading, 'loaders'>,
  fieldId: string,
  args: WindowArguments,
  { hasHours = false, isExact = false, lists }: Options,
): ResolvedWindow | Promise<ResolvedWindow> {
  if (!isRelative(args, hasHours)) return { from: args.from ?? undefined, to: args.to ?? undefined };
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
  if (timezone !== undefined) return boundsIn(timezone);
  if (isExact || args.since) return timezones.load(fieldId, lists).then(boundsIn);
  return {
    ...boundsAnywhere(args, nowMs),
    cut() {
      const stated = timezones.get(fieldId) ?? null;
      return instantsOf(boundsIn(stated), stated);
    },
  };
}

/**
 * Ends the freshness of a value that is computed from the hours or days that are over. Only windows that reach the field's today, or the last hour, change: when
 * a bound of theirs passes, and when the day or hour ends: `phaseMs` after the full hour.
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
  // An hour that begins in the window is over an hour after its end at the latest.
  if (unit === 'hour' ? toMs + hourMs <= nowMs : toMs <= endOfDay(nowMs, timezone, 0)) return;
  for (const bound of [fromMs, toMs]) if (bound > nowMs) freshness.endBy(bound);
  freshness.endBy(unit === 'hour' ? endOfHour(nowMs - phaseMs) + phaseMs : endOfDay(nowMs, timezone));
}
