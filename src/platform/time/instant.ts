/** Instants and local days: RFC 3339 text to milliseconds and back, and where a day begins in an IANA timezone. */

import { memoize } from '../sync/memoize.ts';

/** A calendar day as RFC 3339 full-date, `2026-05-04`. */
export type LocalDate = string;

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

/** Timezones differ from UTC by at most this much: east of it, where days begin earlier, and west of it. */
export const eastMsMax = 14 * hourMs;
const westMsMax = 12 * hourMs;

/** Whether there is a timezone in which this date begins at an instant: at most so long before and after its midnight in UTC. */
export function mayBeginAt(date: LocalDate, ms: number): boolean {
  const aheadMs = (parseDate(date) ?? Number.NaN) - ms;
  return aheadMs <= eastMsMax && aheadMs >= -westMsMax;
}

// RFC 3339 has four-digit years: an instant must be in their range in UTC, too.
const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

const dateTimeForm = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds of an RFC 3339 date-time with an offset; undefined for anything else, days that do not exist included. */
export function parseInstant(text: string): number | undefined {
  // Date.parse reads t and z like T and Z, but years below 100 as those of another century if a space follows.
  const ms =
    parsePlainInstant(text) ??
    (dateTimeForm.test(text) && readDate(text) !== undefined ? Date.parse(text.replace(' ', 'T')) : Number.NaN);
  return ms >= earliestMs && ms <= latestMs ? ms : undefined;
}

/** The same for a value of any type, but 0 for anything else. Sorted by it, a record without the instant is the earliest. */
export const instantOrZero = (value: unknown): number =>
  (typeof value === 'string' ? parseInstant(value) : undefined) ?? 0;

const lostPlus = /:[\d.]+ \d{2}:\d{2}$/;

/** The end of the refusal of an instant whose `+` was not escaped, because a query decodes that as a space. Empty for any other value. */
export const lostPlusHint = (value: unknown): string =>
  typeof value === 'string' && lostPlus.test(value) ? '; in an address, write + as %2B' : '';

const dateLength = 10;
const plainInstantLength = 20;

/**
 * Milliseconds of an instant as `formatInstant` writes a whole second, `2026-05-04T12:00:00Z`. Undefined for any other text, even another
 * form of an instant. Files contain millions of these and hardly anything else, so they are read by their digits, without a pattern.
 */
export function parsePlainInstant(text: string): number | undefined {
  if (text.length !== plainInstantLength || text[10] !== 'T' || text[19] !== 'Z') return undefined;
  if (text[13] !== ':' || text[16] !== ':') return undefined;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (!(hour < 24 && minute < 60 && second < 60)) return undefined;
  const midnight = readDate(text);
  return midnight === undefined ? undefined : midnight + ((hour * 60 + minute) * 60 + second) * 1_000;
}

/** Milliseconds of an RFC 3339 date-time with an offset, or of a date: its midnight in the timezone. Undefined for anything else. */
export function parseMoment(text: string, timezone: string): number | undefined {
  if (parseDate(text) === undefined) return parseInstant(text);
  const ms = startOfDay(text, timezone);
  return ms >= earliestMs ? ms : undefined;
}

/** Whether a bound is a date and no instant. */
export const isDate = (bound: string): boolean => bound.length === dateLength;

/** The instant of a bound. A date is its midnight in the timezone, or in UTC if that is unknown. */
export function boundMs(bound: string, timezone: string | null): number {
  return isDate(bound) ? startOfDay(bound, timezone ?? 'UTC') : Date.parse(bound);
}

/** Milliseconds of midnight UTC of a day that exists; undefined for anything else. */
export function parseDate(text: string): number | undefined {
  return text.length === dateLength ? readDate(text) : undefined;
}

// Date.UTC reads years before 100 as those of the 20th century. The calendar repeats after 400 years.
const cycleYears = 400;
const cycleMs = 146_097 * dayMs;
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The day that the first ten characters of a text name. */
function readDate(text: string): number | undefined {
  if (text[4] !== '-' || text[7] !== '-') return undefined;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % cycleYears === 0);
  const lastDay = month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 0);
  if (!(year >= 1 && day >= 1 && day <= lastDay)) return undefined;
  return Date.UTC(year + cycleYears, month - 1, day) - cycleMs;
}

const zero = 48;

/** Number of two digits. NaN, which fails every comparison, if they are no digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - zero;
  const ones = text.charCodeAt(at + 1) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** RFC 3339 in UTC, without a fraction where it is zero. */
export function formatInstant(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : text;
}

// Reads of days cover the same few weeks; a caller who needs many must not fill the memory.
const datesMax = 4_000;

const dateOf = memoize((day) => new Date(Number(day) * dayMs).toISOString().slice(0, dateLength), datesMax);

/** The UTC day of an instant. */
export const formatDate = (ms: number): LocalDate => dateOf(String(Math.floor(ms / dayMs)));

/** Midnight UTC of a day; NaN if it is none, such as one beyond the last that can be written. */
const midnight = (date: LocalDate): number => parseDate(date) ?? Date.parse(`${date}T00:00:00Z`);

/** The day `days` after another one. */
export const addDays = (date: LocalDate, days: number): LocalDate => formatDate(midnight(date) + days * dayMs);

// Fields name few timezones; a service that names another in every answer must not fill the memory.
const formatsMax = 200;

/** Making a format costs a hundred times as much as using it. */
const formatOf = memoize(
  (timezone) => new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' }),
  formatsMax,
);

/** Whether the runtime knows an IANA timezone of this name. */
export function isTimezone(timezone: string): boolean {
  try {
    formatOf(timezone);
    return /[A-Za-z]/.test(timezone);
  } catch {
    return false;
  }
}

/** A timezone that the runtime knows in its usual case: `Europe/Berlin` for `europe/berlin`. A name of which the runtime uses an alias stays. */
export function canonicalTimezone(timezone: string): string {
  const { timeZone } = formatOf(timezone).resolvedOptions();
  return timeZone.toLowerCase() === timezone.toLowerCase() ? timeZone : timezone;
}

const minuteMs = 60_000;
const quarterMs = 900_000;
// Clocks have changed at whole minutes in UTC since 1973, and at whole quarters of an hour since 2023: one look-up serves each of them.
const minutesSince = Date.parse('1973-01-01T00:00:00Z');
const quartersSince = Date.parse('2023-01-01T00:00:00Z');
const offsetsMax = 20_000;

/** By timezone and the start of a minute or quarter: a look-up costs a hundred times a hit. Bounded: many windows do not fill the memory. */
const offsetFrom = memoize((key) => {
  const timezone = key.slice(key.indexOf(' ') + 1);
  return lookUpOffset(Number.parseInt(key, 10), timezone);
}, offsetsMax);

/** How far local time runs ahead of UTC at an instant, in milliseconds. */
export function offsetAt(ms: number, timezone: string): number {
  if (timezone === 'UTC') return 0;
  if (ms < minutesSince) return lookUpOffset(ms, timezone);
  const stepMs = ms < quartersSince ? minuteMs : quarterMs;
  return offsetFrom(`${ms - (ms % stepMs)} ${timezone}`);
}

/** `GMT`, `GMT-07:00`, or before there were timezones `GMT-07:52:58`. */
const offsetForm = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function lookUpOffset(ms: number, timezone: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = formatOf(timezone).format(ms).split(offsetForm);
  const offsetMs = Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * 1_000;
  return sign === '-' ? -offsetMs : offsetMs;
}

/** The local day of an instant. */
export const localDate = (ms: number, timezone: string): LocalDate => formatDate(ms + offsetAt(ms, timezone));

/** The first instant of a local day. If clocks skip midnight, that is the moment they skip to. */
export function startOfDay(date: LocalDate, timezone: string): number {
  const utc = midnight(date);
  // Midnight may be before or after a clock change: the offsets a day before and after it cover both.
  const candidates = [utc - offsetAt(utc - dayMs, timezone), utc - offsetAt(utc + dayMs, timezone)];
  const midnights = candidates.filter((ms) => ms + offsetAt(ms, timezone) === utc);
  // Both are midnight if that hour is repeated; neither is if it is skipped.
  return midnights.length > 0 ? Math.min(...midnights) : Math.max(...candidates);
}

/** RFC 3339 of an instant as the clocks of a timezone show it, with their offset: `2026-05-01T06:30:00-07:00`. */
export function localInstant(ms: number, timezone: string): string {
  const offsetMs = offsetAt(ms, timezone);
  const minutes = Math.round(Math.abs(offsetMs) / minuteMs);
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${formatInstant(ms + offsetMs).slice(0, -1)}${offsetMs < 0 ? '-' : '+'}${clock}`;
}
