/**
 * The local days that begin in a window, one by one, with their daily records. A day without a record is listed too, as unknown.
 * With a timezone the calendar decides which days those are; without one, the records do.
 */
import {
  addDays,
  dayMs,
  type LocalDate,
  localDate,
  mayBeginAt,
  parseDate,
  startOfDay,
} from '../../../platform/time/instant.ts';
import { GatewayError, malformed } from '../../errors/gateway-error.ts';
import type { WeatherList, WeatherRecord } from '../../reads/weather.ts';
import type { Window } from '../../reads/window.ts';
import { Provenance } from '../data-source.ts';
import type { Measure } from '../../../agronomy/units.ts';
import type { WindowArguments } from '../windows/arguments.ts';
import { endWithUnit, type Reading } from '../windows/relative-bounds.ts';
import { weatherIn } from '../windows/windowed-lists.ts';
import { type Interval, intervalsOf, isObserved } from './intervals.ts';
import { oncePerList } from './once-per-list.ts';
import { type MeasuredProperty, numberIn } from './number-in.ts';

export interface WeatherDay {
  date: LocalDate;
  /** Kind of its record. A day without a record is observed once it is over. */
  kind: WeatherRecord['kind'];
  record: WeatherRecord | undefined;
  hasBegun: boolean;
  /** Whether the day has ended. Until then, its values may change. */
  isOver: boolean;
  /** Start and end by the records; undefined if the calendar decides them. */
  span?: { startMs: number; endMs: number };
}

/** Whether a record counts as its day's. */
export type Counts = (record: WeatherRecord) => boolean;

export type WeatherDays = Awaited<ReturnType<typeof weatherDaysIn>>;

/**
 * Reads the daily weather of a field in the window of `args`, by the read of the plain list. A record for which `counts` is false counts as
 * missing. Throws INCOMPLETE_UPSTREAM_DATA if a day that is over has no record, and the service does not say that it sent all of them.
 */
export async function weatherDaysIn(
  context: Reading,
  fieldId: string,
  args: WindowArguments,
  counts: Counts = () => true,
) {
  const list = await weatherIn(context, fieldId, args);
  await list.records.load();
  endWithUnit(context, fieldId, list.window, 'day');
  const timezone = context.timezones.get(fieldId) ?? null;
  const nowMs = context.now().getTime();
  const days = daysOf(list, timezone, nowMs).map((day): WeatherDay => {
    return day.record === undefined || counts(day.record) ? day : { ...day, record: undefined };
  });
  // Days that do not follow the calendar end when their records say.
  for (const { span } of days) if (span && span.endMs > nowMs) context.freshness.endBy(span.endMs);
  if (!list.isStated && days.some(({ record, isOver }) => record === undefined && isOver))
    throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  return { days, list, timezone, nowMs };
}

/** More days than any window has. A longer window is an error of the service: its days and hours are not counted. */
export const daysMax = 370;

/** Every day that begins in the window of a list, in order. The parts of a window have the same days as the whole window. */
export function daysOf({ sent, window }: Pick<WeatherList, 'sent' | 'window'>, timezone: string | null, nowMs: number) {
  if (window.toMs - window.fromMs > daysMax * dayMs) throw malformed('meta.from and meta.to are too far apart');
  const dated = datedOf(sent, timezone);
  return timezone === null && dated.size > 0
    ? recordedDays([...dated.values()], window, nowMs)
    : calendarDays(dated, window, timezone ?? 'UTC', nowMs);
}

interface Dated extends Interval {
  date: LocalDate;
}

/** The records of a list by local day, the observed one where a day has several. */
export const datedOf = oncePerList(
  (sent: WeatherList['sent'], timezone: string | null): ReadonlyMap<LocalDate, Dated> => {
    const byDate = new Map<LocalDate, Dated>();
    let before: Dated | undefined;
    for (const interval of intervalsOf(sent)) {
      // Windows select records by their start, so the start decides the day if the timezone is known.
      const date =
        timezone === null ? (statedDate(interval) ?? dateOf(interval, before)) : localDate(interval.startMs, timezone);
      before = { ...interval, date };
      const known = byDate.get(date);
      if (known === undefined || (!isObserved(known.record) && isObserved(interval.record))) byDate.set(date, before);
    }
    return byDate;
  },
);

/** The date of a record, if there is a timezone in which that day begins with the record. Throws UPSTREAM_ERROR for a malformed date. */
function statedDate({ startMs, record: { date } }: Interval): LocalDate | undefined {
  if (typeof date !== 'string') return undefined;
  if (parseDate(date) === undefined) throw malformed('date of a record is no date');
  return mayBeginAt(date, startMs) ? date : undefined;
}

/** The day of a record without a date, if no timezone is known. The middle of the first record decides; later ones follow by whole days. */
function dateOf({ startMs, endMs }: Interval, before: Dated | undefined): LocalDate {
  if (before === undefined) return localDate((startMs + endMs) / 2, 'UTC');
  return addDays(before.date, Math.round((startMs - before.startMs) / dayMs));
}

function calendarDays(dated: ReadonlyMap<LocalDate, Dated>, { fromMs, toMs }: Window, zone: string, nowMs: number) {
  const today = localDate(nowMs, zone);
  return datesBetween(firstDayOf(fromMs, zone), firstDayOf(toMs, zone), zone).map((date): WeatherDay => {
    const record = dated.get(date)?.record;
    const isOver = date < today;
    return { date, record, kind: kindOf(record, isOver), hasBegun: date <= today, isOver };
  });
}

/** The days from `first` to before `end` that exist: moving across the date line skips one, as in Apia on 30 December 2011. */
export function datesBetween(first: LocalDate, end: LocalDate, zone: string): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = first; date < end; date = addDays(date, 1)) dates.push(date);
  const spanDays = Math.round((startOfDay(end, zone) - startOfDay(first, zone)) / dayMs);
  return dates.length === spanDays ? dates : dates.filter((date) => localDate(startOfDay(date, zone), zone) === date);
}

/** The first day that begins at an instant or after it. */
function firstDayOf(fromMs: number, zone: string): LocalDate {
  const date = localDate(fromMs, zone);
  return startOfDay(date, zone) < fromMs ? addDays(date, 1) : date;
}

/** One day for each record, and as many days as fit before, between and after them. Between two records, their dates say how many. */
function recordedDays(dated: Dated[], window: Window, nowMs: number): WeatherDay[] {
  const days: WeatherDay[] = [];
  const add = (date: LocalDate, startMs: number, endMs: number, record?: WeatherRecord): void => {
    if (startMs < window.fromMs || startMs >= window.toMs) return;
    const isOver = endMs <= nowMs;
    const span = { startMs, endMs };
    days.push({ date, record, kind: kindOf(record, isOver), hasBegun: startMs <= nowMs, isOver, span });
  };
  const addGap = (date: LocalDate, startMs: number, count: number): void => {
    let day = Math.max(0, Math.ceil((window.fromMs - startMs) / dayMs));
    for (; day < count && startMs + day * dayMs < window.toMs; day++)
      add(addDays(date, day), startMs + day * dayMs, startMs + (day + 1) * dayMs);
  };
  for (const [at, { date, startMs, endMs, record }] of dated.entries()) {
    if (at === 0) {
      const before = Math.max(0, Math.floor((startMs - window.fromMs) / dayMs));
      addGap(addDays(date, -before), startMs - before * dayMs, before);
    }
    add(date, startMs, endMs, record);
    const next = dated[at + 1];
    const after = next ? (Date.parse(next.date) - Date.parse(date)) / dayMs - 1 : Number.POSITIVE_INFINITY;
    addGap(addDays(date, 1), endMs, after);
  }
  return days;
}

function kindOf(record: WeatherRecord | undefined, isOver: boolean): WeatherRecord['kind'] {
  return record?.kind ?? (isOver ? 'observed' : 'forecast');
}

/** When a day begins. */
export function startOf({ date, span }: WeatherDay, timezone: string | null): number {
  return span?.startMs ?? startOfDay(date, timezone ?? 'UTC');
}

/** When a day ends. */
export function endOf({ date, span }: WeatherDay, timezone: string | null): number {
  return span?.endMs ?? startOfDay(addDays(date, 1), timezone ?? 'UTC');
}

/** A measure of a day, converted to `unit`; undefined if unknown. */
export function known({ record }: Pick<WeatherDay, 'record'>, property: MeasuredProperty, unit: string) {
  return numberIn(record, property, unit) ?? undefined;
}

/** The provenances of the records of days, each once. */
export function provenancesOf(days: readonly Pick<WeatherDay, 'record'>[]): ReturnType<typeof Provenance.once> {
  return Provenance.once(days.flatMap(({ record }) => (record ? [record.source.provenance] : [])));
}

const decimals = 1e6;

/** Rounded to six decimals: sums of decimal fractions gather binary dust. */
export const rounded = (value: number): number => Math.round(value * decimals) / decimals;

/** `rounded`; null if the value is unknown. */
export function roundedOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : rounded(value);
}

/** A depth of water, `rounded`; null if it is unknown. */
export function millimetres(value: number | null | undefined): Measure | null {
  return value === null || value === undefined ? null : { value: rounded(value), unit: 'millimetre' };
}
