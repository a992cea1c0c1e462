/** From the arguments of a field to the bounds that its read asks with, and to what of the answer is kept. */
import type { Context } from '../../operation/context.ts';
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

/** What of its context a field reads a list with. */
export type Reading = Pick<Context, 'loaders' | 'now' | 'scope' | 'timezones'>;

/** A window on its way to a read. */
export interface ResolvedWindow {
  /** The bounds to ask with: part of the key of the read, so that equal windows are one call. */
  from: string | undefined;
  to: string | undefined;
  /** What of the answer to keep, once it came; undefined where it is the answer itself. */
  cut(): Window | undefined;
}

interface Options {
  /** Whether the records are hourly. */
  hasHours?: boolean;
  /** Whether the answer may not be cut afterwards, because it is limited in number: then the timezone is asked for first. */
  isExact?: boolean;
  /** A list of the field that the caller may read, of one record: asked for its timezone. */
  readOne: () => Promise<unknown>;
}

/**
 * Throws BAD_USER_INPUT, without a call, for a window that cannot be. Only where the timezone has to be asked for is it a promise. Caches
 * keep an answer in a window next to now until it is another window: until the hour ends, or the field's own day.
 */
export function resolveWindow(
  { now, timezones, scope }: Omit<Reading, 'loaders'>,
  fieldId: string,
  args: WindowArguments,
  { hasHours = false, isExact = false, readOne }: Options,
): ResolvedWindow | Promise<ResolvedWindow> {
  if (!isRelative(args, hasHours)) return { from: args.from ?? undefined, to: args.to ?? undefined, cut: whole };
  const nowMs = now().getTime();
  const hours = hourBounds(args, nowMs);
  if (hours) {
    scope.freshness?.endBy(endOfHour(nowMs));
    return { ...hours, cut: whole };
  }
  const endWithDay = (timezone: string | null) => scope.freshness?.endBy(endOfDay(nowMs, timezone));
  const ofDays = (timezone: string | null) => {
    endWithDay(timezone);
    return { ...dayBounds(args, nowMs, timezone), cut: whole };
  };
  const timezone = timezones.get(fieldId);
  if (timezone !== undefined) return ofDays(timezone);
  if (isExact || args.since) return timezones.ask(fieldId, readOne).then(ofDays);
  return {
    ...boundsAnywhere(args, nowMs),
    cut() {
      const told = timezones.get(fieldId) ?? null;
      endWithDay(told);
      return instantsOf(dayBounds(args, nowMs, told), told);
    },
  };
}

/**
 * What is computed from a window by which of it is over changes with the clock, also where its bounds do not: once the window reaches the
 * field's today, caches keep it until one of its bounds is passed, and at most until the day ends, or the hour where hours are counted.
 */
export function endWithUnit(
  { now, timezones, scope }: Omit<Reading, 'loaders'>,
  fieldId: string,
  { fromMs, toMs }: Window,
  unit: 'day' | 'hour',
): void {
  const { freshness } = scope;
  if (!freshness) return;
  const nowMs = now().getTime();
  const timezone = timezones.get(fieldId) ?? null;
  if (toMs <= startOfToday(nowMs, timezone)) return;
  for (const bound of [fromMs, toMs]) if (bound > nowMs) freshness.endBy(bound);
  freshness.endBy(unit === 'hour' ? endOfHour(nowMs) : endOfDay(nowMs, timezone));
}

function whole(): undefined {}
