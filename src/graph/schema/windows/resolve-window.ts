/** Resolves the arguments that name a window to the bounds of its read. */
import { hourMs } from '../../../platform/time/instant.ts';
import type { Context } from '../../operation/context.ts';
import type { ListLoader } from '../../reads/timezones.ts';
import type { Window } from '../../reads/window.ts';
import type { WindowArguments } from './arguments.ts';
import {
  boundsAnywhere,
  dayBounds,
  endOfDay,
  endOfHour,
  hourBounds,
  instantsOf,
  isRelative,
  startOfToday,
} from './relative-bounds.ts';

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
  /** Of which a list of one record is read for the timezone. */
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
 * a bound of theirs passes, and when the day or hour ends.
 */
export function endWithUnit(
  { now, timezones, freshness }: Omit<Reading, 'loaders'>,
  fieldId: string,
  { fromMs, toMs }: Window,
  unit: 'day' | 'hour',
): void {
  const nowMs = now().getTime();
  const timezone = timezones.get(fieldId) ?? null;
  // An hour that begins in the window is over an hour after its end at the latest.
  if (unit === 'hour' ? toMs + hourMs <= nowMs : toMs <= startOfToday(nowMs, timezone)) return;
  for (const bound of [fromMs, toMs]) if (bound > nowMs) freshness.endBy(bound);
  freshness.endBy(unit === 'hour' ? endOfHour(nowMs) : endOfDay(nowMs, timezone));
}
