/** The scenes of a field in the same season of earlier years: one read a year, of days around the season, so that its edges are known too. */
import { addDays, dayMs, formatDate } from '../../../platform/time/instant.ts';
import { yearsBefore } from '../../../agronomy/index-season.ts';
import type { EarthObservation } from '../../reads/earth-observations.ts';
import type { Window } from '../../reads/window.ts';
import { type WindowArguments, windowDaysMax } from '../windows/arguments.ts';
import { resolveWindow, type Reading } from '../windows/relative-bounds.ts';

/** The most years back. */
export const earlierYearsMax = 3;

/** What a list without a window holds, by the contract. */
const daysBack = 90;
const firstMs = Date.parse('0001-01-01T00:00:00Z');

/** The scenes of each earlier year, the latest year first, with up to `days` more on either side of the season. */
export async function earlierScenes(
  context: Reading,
  fieldId: string,
  args: WindowArguments,
  { years, days }: { years: number; days: number },
): Promise<EarthObservation[][]> {
  if (years === 0) return [];
  const { earthObservations } = context.loaders;
  const { from, to } = await resolveWindow(context, fieldId, args, { lists: earthObservations });
  const todayMs = Math.floor(context.now().getTime() / dayMs) * dayMs;
  const season = {
    fromMs: from === undefined ? todayMs - daysBack * dayMs : Date.parse(from),
    toMs: to === undefined ? todayMs + dayMs : Date.parse(to),
  };
  return Promise.all(
    Array.from({ length: years }, async (_, index) => {
      const bounds = daysOfYear(season, index + 1, days);
      if (bounds === undefined) return [];
      const scenes = await earthObservations.load({ field_id: fieldId, ...bounds });
      await scenes.load();
      return scenes.items();
    }),
  );
}

/** Whole days: the same read all day long. Undefined for a season that is none, or lies before the first year that can be written. */
function daysOfYear({ fromMs, toMs }: Window, years: number, days: number): { from: string; to: string } | undefined {
  if (!(fromMs < toMs) || yearsBefore(fromMs, years) - days * dayMs < firstMs) return undefined;
  const from = formatDate(yearsBefore(fromMs, years));
  // The day that the last instant falls on is within; the end itself is not.
  const to = addDays(formatDate(yearsBefore(toMs - 1, years)), 1);
  const seasonDays = (Date.parse(to) - Date.parse(from)) / dayMs;
  const margin = Math.min(days, Math.floor((windowDaysMax - seasonDays) / 2));
  // A leap day may make a season of a whole year longer than a window may be.
  return margin < 0
    ? { from: addDays(to, -windowDaysMax), to }
    : { from: addDays(from, -margin), to: addDays(to, margin) };
}
