/** The local days of a window, one by one, with their daily records: a day without one is there too, and is not known. */
import { addDays, dayMs, localDate, parseDate } from '../../../platform/instant.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Context } from '../../request/context.ts';
import type { WeatherList, WeatherRecord } from '../../reads/weather.ts';
import { convertNumber, type Quantity } from '../units.ts';
import type { WindowArguments } from '../windows/arguments.ts';
import { endWithUnit } from '../windows/asked.ts';
import { weatherIn } from '../windows/lists.ts';
import { firstDayOf, wholeDays, wholeDaysBefore } from './day-gaps.ts';

export interface WeatherDay {
  date: string;
  /** Of its record; of a day without one, by whether it is past. */
  kind: WeatherRecord['kind'];
  record: WeatherRecord | undefined;
}

export interface WeatherDays {
  days: WeatherDay[];
  list: WeatherList;
  timezone: string | null;
  nowMs: number;
}

/**
 * The daily weather of a field in the window of `args`, by the read of the plain list. Throws INCOMPLETE_UPSTREAM_DATA where a past day
 * is missing and the service does not say that it sent them all.
 */
export async function weatherDaysIn(
  context: Pick<Context, 'loaders' | 'now' | 'scope' | 'timezones'>,
  fieldId: string,
  args: WindowArguments,
): Promise<WeatherDays> {
  const list = await weatherIn(context, fieldId, args);
  await list.records.load();
  endWithUnit(context, fieldId, list.window, 'day');
  const timezone = context.timezones.get(fieldId) ?? null;
  const nowMs = context.now().getTime();
  const days = daysOf(list, timezone, nowMs);
  if (!list.isStated && days.some(({ record, kind }) => record === undefined && kind === 'observed'))
    throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  return { days, list, timezone, nowMs };
}

/** More than any window has. */
const daysMax = 370;

/** Every day that begins in the window of a list, in order. Without a timezone its records say where days begin. */
export function daysOf({ records, window }: WeatherList, timezone: string | null, nowMs: number): WeatherDay[] {
  const zone = timezone ?? 'UTC';
  const today = localDate(nowMs, zone);
  const byDate = new Map<string, WeatherRecord>();
  for (const record of records.items()) {
    const date = record.date ?? localDate(instant(record.starts_at), zone);
    if (parseDate(date) === undefined) throw new GatewayError('UPSTREAM_ERROR');
    if (!byDate.has(date)) byDate.set(date, record);
  }
  const dates = [...byDate.keys()].toSorted();
  const first = byDate.get(dates[0] ?? '');
  const last = byDate.get(dates.at(-1) ?? '');
  const start = first
    ? addDays(dates[0] as string, -wholeDaysBefore(instant(first.starts_at), window.fromMs, timezone))
    : firstDayOf(window.fromMs, zone);
  const end = last
    ? addDays(dates.at(-1) as string, 1 + wholeDays(window.toMs - instant(last.ends_at)))
    : addDays(start, wholeDays(window.toMs - window.fromMs));
  // A record of another century is a fault of the service, and no reason to count all the days between.
  if (Date.parse(end) - Date.parse(start) > daysMax * dayMs) throw new GatewayError('UPSTREAM_ERROR');
  const days: WeatherDay[] = [];
  for (let date = start; date < end; date = addDays(date, 1)) {
    const record = byDate.get(date);
    days.push({ date, record, kind: record?.kind ?? (date < today ? 'observed' : 'forecast') });
  }
  return days;
}

function instant(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new GatewayError('UPSTREAM_ERROR');
  return ms;
}

/** Whether a day is observed and over: what is still to come of it may change what it says. */
export function isOver({ record, kind }: WeatherDay, nowMs: number): boolean {
  return kind === 'observed' && (record === undefined || instant(record.ends_at) <= nowMs);
}

type MeasuredProperty = 'temperature_min' | 'temperature_max' | 'precipitation' | 'et0';

/** A measure of a day in a unit, whatever unit it came in; undefined where it is not known. */
export function known(
  { record }: Pick<WeatherDay, 'record'>,
  property: MeasuredProperty,
  quantity: Quantity,
  unit: string,
): number | undefined {
  const measure = record?.[property];
  return measure ? convertNumber(quantity, measure.value, measure.unit, unit) : undefined;
}

/** How the records of days came about: each that occurs, once. */
export function provenancesOf(days: readonly Pick<WeatherDay, 'record'>[]): WeatherRecord['source']['provenance'][] {
  return [...new Set(days.flatMap(({ record }) => record?.source.provenance ?? []))];
}

const decimals = 1e6;

/** Rounded to six decimals: sums of decimal fractions gather binary dust. */
export function rounded(value: number): number {
  return Math.round(value * decimals) / decimals;
}
