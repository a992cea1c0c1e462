/**
 * Applies windows to lists, by the contract, for a service that knows only `field_id` and `limit`: its lists have no `meta` or `page`. A
 * bare date is midnight in the field's timezone, or in UTC if no list stated one.
 */
import type { components } from '../../contract/openapi.ts';
import { instantOf, invalidArgument } from '../errors/gateway-error.ts';
import { addDays, boundMs, dayMs, eastMsMax, hourMs, isDate, localDate } from '../../platform/time/instant.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { sortedBy } from '../../platform/lists/sorted-by.ts';
import type { Untrusted } from '../upstream/untrusted.ts';
import { countRecords } from './shape.ts';

const windowDaysMax = 366;
/** 366 local days may be longer, when clocks go back: by two hours in Antarctica/Troll. */
const windowMsMax = windowDaysMax * dayMs + 2 * hourMs;

export interface Window {
  fromMs: number;
  toMs: number;
}

interface WindowBounds {
  from?: string | undefined;
  to?: string | undefined;
}

/** The contract's default window, in days around today. */
export interface DefaultDays {
  daysBack: number;
  daysAhead: number;
}

/** The window of a query, with the contract's defaults. Throws BAD_USER_INPUT like a service that checks it. */
export function windowOf(
  { from, to }: WindowBounds,
  { daysBack, daysAhead }: DefaultDays,
  nowMs: number,
  timezone: string | null,
): Window {
  const today = localDate(nowMs, timezone ?? 'UTC');
  const fromMs = boundMs(from ?? addDays(today, -daysBack), timezone);
  const toMs = boundMs(to ?? addDays(today, daysAhead), timezone);
  const absent = from === undefined ? 'from' : to === undefined ? 'to' : undefined;
  const hint = absent === undefined ? '' : ` Send ${absent} as well, in place of its default.`;
  const path = [absent === 'from' ? 'to' : 'from'];
  if (fromMs >= toMs) throw invalidArgument(path, `from must be before to.${hint}`, 'EMPTY_WINDOW');
  if (toMs - fromMs > windowMsMax)
    throw invalidArgument(path, `A window spans at most ${windowDaysMax} days.${hint}`, 'TOO_LARGE');
  return { fromMs, toMs };
}

/** Days of a window, by UTC, with the contract's defaults for absent bounds. An empty window has as many days as the default. */
export function daysIn({ from, to }: WindowBounds, { daysBack, daysAhead }: DefaultDays, now: () => Date): number {
  if (from === undefined && to === undefined) return daysBack + daysAhead;
  const todayMs = Math.floor(now().getTime() / dayMs) * dayMs;
  const fromMs = from === undefined ? todayMs - daysBack * dayMs : Date.parse(from);
  const toMs = to === undefined ? todayMs + daysAhead * dayMs : Date.parse(to);
  return toMs > fromMs ? (toMs - fromMs) / dayMs : daysBack + daysAhead;
}

type ListMeta = components['schemas']['ListMeta'];

/** An instant with an offset. */
const zoned = /^.{10}T.*(?:Z|[+-]\d\d:\d\d)$/i;

/** The window that a service states; undefined if it states none, or not the requested one. */
export function statedWindow(meta: Untrusted<ListMeta> | undefined, requested: WindowBounds): Window | undefined {
  const { from, to }: Untrusted<ListMeta> = isRecord(meta) ? meta : {};
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  if (!zoned.test(from) || !zoned.test(to)) return undefined;
  const window = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  const isBoth = isBound(requested.from, window.fromMs) && isBound(requested.to, window.toMs);
  return isBoth && window.fromMs < window.toMs ? window : undefined;
}

function isBound(requested: string | undefined, statedMs: number): boolean {
  if (requested === undefined) return true;
  return Math.abs(Date.parse(requested) - statedMs) <= (isDate(requested) ? eastMsMax : 0);
}

/** Checks whether an instant lies in a window. The check throws UPSTREAM_ERROR for a text that is no instant. */
export function within({ fromMs, toMs }: Window): (instant: string) => boolean {
  return (instant) => {
    const ms = instantOf(instant);
    return ms >= fromMs && ms < toMs;
  };
}

/**
 * Whether the service applied the limit but may have ignored a filter or the order: records that it did not send may belong to the list. A
 * service that states the window applies the order.
 */
export function isCutOfOthers(
  { order, limit }: { order?: unknown; limit?: number | undefined },
  listed: readonly unknown[],
  sent: unknown,
  isStated: boolean,
): boolean {
  if (order === undefined || countRecords(sent) !== limit) return false;
  return listed.length < limit || !isStated;
}

/** Records by their instants, oldest first by default. */
export function inOrder<Item>(items: Item[], textOf: (item: Item) => string, order: 'asc' | 'desc' = 'asc'): Item[] {
  const sign = order === 'desc' ? -1 : 1;
  return sortedBy(items, (item) => sign * instantOf(textOf(item)));
}
