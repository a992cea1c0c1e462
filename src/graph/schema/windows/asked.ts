/** From the arguments of a field to the bounds that its read asks with, and to what of the answer is kept. */
import type { Context } from '../../request/context.ts';
import type { Window } from '../../reads/window.ts';
import type { WindowArguments } from './arguments.ts';
import { boundsAnywhere, dayBounds, hourBounds, instantsOf, isRelative } from './relative.ts';

/** A window on its way to a read. */
export interface AskedWindow {
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

/** Throws BAD_USER_INPUT, without a call, for a window that cannot be. Only where the timezone has to be asked for is it a promise. */
export function askWindow(
  { now, timezones }: Pick<Context, 'now' | 'timezones'>,
  fieldId: string,
  args: WindowArguments,
  { hasHours = false, isExact = false, readOne }: Options,
): AskedWindow | Promise<AskedWindow> {
  if (!isRelative(args, hasHours)) return { from: args.from ?? undefined, to: args.to ?? undefined, cut: whole };
  const nowMs = now().getTime();
  const hours = hourBounds(args, nowMs);
  if (hours) return { ...hours, cut: whole };
  const ofDays = (timezone: string | null) => ({ ...dayBounds(args, nowMs, timezone), cut: whole });
  const timezone = timezones.get(fieldId);
  if (timezone !== undefined) return ofDays(timezone);
  if (isExact || args.since) return timezones.ask(fieldId, readOne).then(ofDays);
  return {
    ...boundsAnywhere(args, nowMs),
    cut() {
      const told = timezones.get(fieldId) ?? null;
      return instantsOf(dayBounds(args, nowMs, told), told);
    },
  };
}

function whole(): undefined {}
