/** Local days of a field and how they are written. A day is its ISO date; nothing here adds hours to one. */

const dayMs = 86_400_000;
/** English as the person's system has it, since the page speaks English. */
const locale = navigator.languages.find((language) => language.startsWith('en')) ?? 'en-GB';

/** The day of an instant in a timezone; in UTC where none is known. */
export function localDate(instant: Date, timezone: string | null | undefined): string {
  // Sweden writes dates as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone ?? 'UTC', dateStyle: 'short' }).format(instant);
}

/** Seconds since 1970 of a day's midnight, as if it were in UTC: where it stands on the axis of a chart. */
export function daySeconds(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 1_000;
}

/** The day so many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

const dayFormat = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const shortDayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });

const midnight = (date: string) => new Date(`${date}T00:00:00Z`);

/** `Sat 22 Nov`. */
export const writeDay = (date: string): string => dayFormat.format(midnight(date));
/** `22 Nov`. */
export const writeShortDay = (date: string): string => shortDayFormat.format(midnight(date));
/** `Nov`. */
export const writeMonth = (date: string): string => monthFormat.format(midnight(date));

/** `22 Nov, 14:30` in the field's timezone. */
export function writeInstant(instant: string, timezone: string | null | undefined): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timezone ?? 'UTC',
  }).format(new Date(instant));
}

/** `Sat 14:00` in the field's timezone. */
export function writeHour(instant: string, timezone: string | null | undefined): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timezone ?? 'UTC',
  }).format(new Date(instant));
}
