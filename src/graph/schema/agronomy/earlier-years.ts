/** Scenes of a field in the same season of earlier years: one read a year, with days around the season, so that its edges are known. */
import { addDays, dayMs, formatDate } from '../../../platform/time/instant.ts';
import { yearsBefore } from '../../../agronomy/index-season.ts';
import { instantOf } from '../../errors/gateway-error.ts';
import type { Window } from '../../reads/window.ts';
import { type WindowArguments, windowDaysMax } from '../windows/arguments.ts';
import { instantsOf, resolveWindow, type Reading } from '../windows/relative-bounds.ts';

/** Days after an earlier season that have priority if a window is too short for both sides: the latest scenes are compared most. */
const daysAfterFirst = 30;
/** Days before today in a list without a window, by the contract. */
const daysBack = 90;
const firstMs = Date.parse('0001-01-01T00:00:00Z');

type Around = Record<'years' | 'days', number>;

/** Scenes of earlier years, with up to `days` more around the season. Those after last year's may be scenes of this season. */
export async function earlierScenes(context: Reading, fieldId: string, args: WindowArguments, around: Around) {
  const { years, days } = around;
  if (years === 0) return [];
  const { earthObservations } = context.loaders;
  const { from, to } = await resolveWindow(context, fieldId, args, { lists: earthObservations });
  const todayMs = Math.floor(context.now().getTime() / dayMs) * dayMs;
  const season = {
    fromMs: from === undefined ? todayMs - daysBack * dayMs : Date.parse(from),
    // No scene lies in the future, and days ahead would leave fewer for those before the season.
    toMs: Math.min(to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to), todayMs + dayMs),
  };
  const bounds = Array.from({ length: years }).flatMap((_, index) => daysOfYear(season, index + 1, days) ?? []);
  const [own = [], ...earlier] = await Promise.all(
    [{ from, to }, ...bounds].map(async (each) => {
      const { records } = await earthObservations.load({ field_id: fieldId, ...each });
      return records.loadItems();
    }),
  );
  const [lastYear] = bounds;
  if (from === undefined || lastYear === undefined) return earlier.flat();
  const { fromMs, toMs } = instantsOf({ from, to: lastYear.to }, context.timezones.get(fieldId) ?? null);
  // A long season leaves last year's read few days after it. The next scene is then in this season, or before it where a timezone cuts it.
  const next = fromMs > toMs ? [] : own.filter(({ acquired_at }) => instantOf(acquired_at) < toMs + days * dayMs);
  return [...earlier.flat(), ...next];
}

/** Whole days, so that the read stays the same all day. Undefined for an empty season, and for days before the year 0001. */
function daysOfYear({ fromMs, toMs }: Window, years: number, days: number): { from: string; to: string } | undefined {
  if (!(fromMs < toMs) || yearsBefore(fromMs, years) - days * dayMs < firstMs) return undefined;
  const from = formatDate(yearsBefore(fromMs, years));
  // The season ends before `toMs`, so its last day is the one of the instant before that.
  const to = addDays(formatDate(yearsBefore(toMs - 1, years)), 1);
  const seasonDays = (Date.parse(to) - Date.parse(from)) / dayMs;
  // A leap day may make a season of a year longer than a window may be. If not all days fit a window, the reads of two years meet.
  const spare = windowDaysMax - seasonDays;
  const after = Math.min(days, Math.max(Math.ceil(spare / 2), Math.min(spare, daysAfterFirst)));
  return { from: addDays(from, -Math.min(days, spare - after)), to: addDays(to, after) };
}
