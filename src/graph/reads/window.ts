/**
 * Windows of a list and what of it lies within one, by the contract, for a service that did not apply them.
 * A service may know only `field_id` and `limit` and ignore every other parameter; it shows by an answer without `meta` or `page`.
 * A bare date is midnight in the field's timezone, in UTC where no list stated one.
 */
import type { components } from '../../contract/openapi.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { addDays, dayMs, hourMs, localDate, startOfDay } from '../../platform/time/instant.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import type { Untrusted } from '../upstream/untrusted.ts';

const windowDaysMax = 366;
/** Clocks that go back make 366 local days an hour longer. */
const windowMsMax = windowDaysMax * dayMs + hourMs;

export interface Window {
  fromMs: number;
  toMs: number;
}

interface WindowBounds {
  from?: string | undefined;
  to?: string | undefined;
}

/** Days around today that a list without a window holds, by the contract. */
interface DefaultDays {
  daysBack: number;
  daysAhead: number;
}

/** The window a query asks for, with the contract's defaults. Throws BAD_USER_INPUT as a service that checks would. */
export function windowOf(
  { from, to }: WindowBounds,
  { daysBack, daysAhead }: DefaultDays,
  nowMs: number,
  timezone: string | null,
): Window {
  const today = localDate(nowMs, timezone ?? 'UTC');
  const fromMs = boundMs(from ?? addDays(today, -daysBack), timezone);
  const toMs = boundMs(to ?? addDays(today, daysAhead), timezone);
  if (fromMs >= toMs) throw badWindow('from must be before to.', 'empty_window');
  if (toMs - fromMs > windowMsMax) throw badWindow(`A window spans at most ${windowDaysMax} days.`, 'too_large');
  return { fromMs, toMs };
}

/** Days of a window of which both bounds are stated; of any other, as many as are said. */
export function daysIn({ from, to }: WindowBounds, otherwise: number): number {
  const days = from === undefined || to === undefined ? otherwise : (Date.parse(to) - Date.parse(from)) / dayMs;
  return days > 0 ? days : otherwise;
}

function badWindow(message: string, code: string): GatewayError {
  return new GatewayError('BAD_USER_INPUT', { message, faults: [{ path: ['from'], code, message }] });
}

type ListMeta = components['schemas']['ListMeta'];

/** The window a service says it answered, where it says so and it is the one asked for. */
export function statedWindow(meta: Untrusted<ListMeta> | undefined, asked: WindowBounds): Window | undefined {
  const { from, to }: Untrusted<ListMeta> = isRecord(meta) ? meta : {};
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  const window = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  const isAsked = window.fromMs < window.toMs && isBound(asked.from, window.fromMs) && isBound(asked.to, window.toMs);
  return isAsked ? window : undefined;
}

const dateLength = '2026-05-01'.length;
/** Midnight comes to the first place on Earth this long before UTC's. */
export const timezoneMsMax = 14 * hourMs;

/** The instant of a bound: of a date, its midnight in a timezone, in UTC where none is known. */
export function boundMs(bound: string, timezone: string | null): number {
  return bound.length === dateLength ? startOfDay(bound, timezone ?? 'UTC') : Date.parse(bound);
}

function isBound(asked: string | undefined, statedMs: number): boolean {
  if (asked === undefined) return true;
  return Math.abs(Date.parse(asked) - statedMs) <= (asked.length === dateLength ? timezoneMsMax : 0);
}

/** Whether an instant lies in a window. */
export function within({ fromMs, toMs }: Window): (instant: string) => boolean {
  return (instant) => {
    const ms = Date.parse(instant);
    return ms >= fromMs && ms < toMs;
  };
}

/** Whether a list depends on an order or a limit, which cost nothing to apply again to the few records that come. */
export function isCut({ order, limit }: { order?: unknown; limit?: unknown }): boolean {
  return order !== undefined || limit !== undefined;
}

/** Records by their instants, oldest first unless asked otherwise. */
export function inOrder<Item>(items: Item[], instantOf: (item: Item) => string, order: 'asc' | 'desc' = 'asc'): Item[] {
  const sign = order === 'desc' ? -1 : 1;
  const timed = items.map((item) => ({ item, ms: Date.parse(instantOf(item)) }));
  return timed.sort((a, b) => sign * (a.ms - b.ms)).map(({ item }) => item);
}
