/** Local days of a field, as ISO dates, and how they are written. */

/** The person's own variety of English, the language of the page. Chromium may name one that Intl refuses, `en-US@posix`. */
const locale = navigator.languages.find((language) => /^en(-\w+)*$/.test(language)) ?? 'en-GB';

/** The day of an instant in a timezone; in UTC where none is known. */
export const localDate = (instant: Date, timezone: string | null | undefined): string =>
  localMinute(instant, timezone).slice(0, 10);

/** The day in UTC of a daily record without a local day, by its middle as in the timeline; null if its times cannot be read. */
export function middleDay({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string | null {
  const middle = (Date.parse(startsAt) + Date.parse(endsAt)) / 2;
  return Number.isNaN(middle) ? null : new Date(middle).toISOString().slice(0, 10);
}

/** A timezone, or null if this browser does not know it: the service may use a newer one. */
export function knownTimezone(timezone: string | null): string | null {
  try {
    localDate(new Date(), timezone);
    return timezone;
  } catch {
    return null;
  }
}

/** Seconds since 1970 of a day's midnight, as if in UTC: its place on the axis of a chart. */
export const daySeconds = (date: string): number => midnight(date).getTime() / 1_000;

/** The day that is `days` later, or earlier if the number is negative. */
export const addDays = (day: string, days: number): string =>
  new Date(midnight(day).getTime() + days * dayMs).toISOString().slice(0, 10);

/** Days from one day to a later one. */
export const daysBetween = (from: string, to: string): number =>
  (midnight(to).getTime() - midnight(from).getTime()) / dayMs;

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
const date = { day: 'numeric', month: 'short' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;
const dayFormat = format({ weekday: 'short', ...date, timeZone: 'UTC' });
const shortDayFormat = format({ ...date, timeZone: 'UTC' });
const monthFormat = format({ month: 'short', timeZone: 'UTC' });

const dayMs = 86_400_000;
const midnight = (day: string) => new Date(`${day}T00:00:00Z`);

/** `Sat 22 Nov`. */
export const writeDay = (day: string): string => dayFormat.format(midnight(day));
/** `22 Nov`. */
export const writeShortDay = (day: string): string => shortDayFormat.format(midnight(day));
/** `Nov`. */
export const writeMonth = (day: string): string => monthFormat.format(midnight(day));

/** The minute of an instant in a timezone, as an input of a browser takes it: `2026-11-22T14:30`. */
export function localMinute(instant: Date, timezone: string | null | undefined): string {
  const minutes = { dateStyle: 'short', timeStyle: 'short' } as const;
  // The Swedish format is ISO's, except for the leading zeros of a year.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone ?? 'UTC', ...minutes })
    .format(instant)
    .replace(' ', 'T')
    .padStart('2026-11-22T14:30'.length, '0');
}

/** The instant of a minute in a timezone. */
export function instantOf(minute: string, timezone: string | null | undefined): Date {
  const wanted = Date.parse(`${minute}Z`);
  const shown = (instant: number) => Date.parse(`${localMinute(new Date(instant), timezone)}Z`);
  const near = wanted + wanted - shown(wanted);
  // Correct it once more: the offset may change between the first estimate and the result.
  return new Date(near + wanted - shown(near));
}

/** `22 Nov, 14:30` in the field's timezone. A number is in milliseconds. */
export function writeInstant(instant: string | number, timezone: string | null | undefined): string {
  return format({ ...date, ...time, timeZone: timezone ?? 'UTC' }).format(new Date(instant));
}

/** `Sat 14:00`, or `Sat 2 PM`, in the field's timezone. */
export function writeHour(instant: string, timezone: string | null | undefined): string {
  const hour = format({ weekday: 'short', ...time, timeZone: timezone ?? 'UTC' }).format(new Date(instant));
  return hour.replace(/:00(?=.[AP]M)/i, '');
}
