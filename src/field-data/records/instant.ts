/** Instants and local days: RFC 3339 text to milliseconds and back, and where a day begins in an IANA timezone. */

/** A calendar day as RFC 3339 full-date, `2026-05-04`. */
export type LocalDate = string;

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

// RFC 3339 has four-digit years: an offset must not push an instant out of what can be written down again.
const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const dateTimeForm = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds of an RFC 3339 date-time with an offset; undefined for anything else, days that do not exist included. */
export function parseInstant(text: string): number | undefined {
  if (!dateTimeForm.test(text) || parseDate(text.slice(0, 10)) === undefined) return undefined;
  const ms = Date.parse(text.replace(' ', 'T').toUpperCase());
  return ms >= earliestMs && ms <= latestMs ? ms : undefined;
}

/** Milliseconds of midnight UTC of a day that exists; undefined for anything else. */
export function parseDate(text: string): number | undefined {
  if (!dateForm.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // Date.parse refuses month 13 but rolls 30 February over into March.
  return ms >= earliestMs && formatDate(ms) === text ? ms : undefined;
}

/** RFC 3339 in UTC, without a fraction where it is zero. */
export function formatInstant(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : text;
}

/** The UTC day of an instant. */
export function formatDate(ms: number): LocalDate {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The day `days` after another one. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return formatDate(Date.parse(`${date}T00:00:00Z`) + days * dayMs);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    // Making one costs a hundred times what using it does. Fields name few timezones, and only an operator adds them.
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
    formats.set(timezone, format);
  }
  return format;
}

/** Whether the runtime knows an IANA timezone of this name. */
export function isTimezone(timezone: string): boolean {
  try {
    formatOf(timezone);
    return /^[A-Za-z]/.test(timezone);
  } catch {
    return false;
  }
}

/** The name the runtime itself gives a timezone it knows: `Europe/Berlin` for `europe/berlin`. */
export function canonicalTimezone(timezone: string): string {
  return formatOf(timezone).resolvedOptions().timeZone;
}

// Since 1972 clocks have changed at whole quarters of an hour in UTC, so one look-up is good for all of a quarter.
const quarterMs = 900_000;
const quartersSince = Date.parse('1972-01-01T00:00:00Z');
const offsetsMax = 20_000;
const offsets = new Map<string, number>();

/** How far local time runs ahead of UTC at an instant, in milliseconds. */
export function offsetAt(ms: number, timezone: string): number {
  if (timezone === 'UTC') return 0;
  if (ms < quartersSince) return lookUpOffset(ms, timezone);
  const quarter = Math.floor(ms / quarterMs);
  const key = `${timezone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = lookUpOffset(quarter * quarterMs, timezone);
    // A look-up costs a hundred times this; a caller who asks for many windows must not fill the memory.
    if (offsets.size >= offsetsMax) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

function lookUpOffset(ms: number, timezone: string): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(ms)) parts[type] = value;
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  return local.getTime() - Math.floor(ms / 1000) * 1000;
}

/** The local day of an instant. */
export function localDate(ms: number, timezone: string): LocalDate {
  return formatDate(ms + offsetAt(ms, timezone));
}

/** The first instant of a local day. Where clocks skip midnight itself, that is the moment they skip to. */
export function startOfDay(date: LocalDate, timezone: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  // Midnight was before or after a change of clocks, whose offsets a day on either side of it tell.
  const candidates = [utc - offsetAt(utc - dayMs, timezone), utc - offsetAt(utc + dayMs, timezone)];
  const midnights = candidates.filter((ms) => ms + offsetAt(ms, timezone) === utc);
  // Both are midnight where the hour after it is repeated; neither is where it is skipped.
  return midnights.length > 0 ? Math.min(...midnights) : Math.max(...candidates);
}
