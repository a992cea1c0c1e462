/** The scenes of a field in the same season of earlier years: one read a year, of days around the season, so that its edges are known too. */
import { addDays, dayMs, formatDate } from '../../../platform/time/instant.ts';
import { yearsBefore } from '../../../agronomy/index-season.ts';
import type { EarthObservation } from '../../reads/earth-observations.ts';
import type { Window } from '../../reads/window.ts';
import { type WindowArguments, windowDaysMax } from '../windows/arguments.ts';
import { resolveWindow, type Reading } from '../windows/relative-bounds.ts';

/** The most years back. */
export const earlierYearsMax = 3;

/** Days after an earlier season that are read first if a window has no room for both sides: the latest scenes are compared most. */
const daysAfterFirst = 30;
/** What a list without a window holds, by the contract. */
const daysBack = 90;
const firstMs = Date.parse('0001-01-01T00:00:00Z');

/** The scenes of earlier years, with up to `days` more on either side of the season, and whether they reach the season of this year. */
export async function earlierScenes(
  context: Reading,
  fieldId: string,
  args: WindowArguments,
  { years, days }: { years: number; days: number },
): Promise<{ scenes: EarthObservation[]; reachSeason: boolean }> {
  if (years === 0) return { scenes: [], reachSeason: false };
  const { earthObservations } = context.loaders;
  const { from, to } = await resolveWindow(context, fieldId, args, { lists: earthObservations });
  const todayMs = Math.floor(context.now().getTime() / dayMs) * dayMs;
  const season = {
    fromMs: from === undefined ? todayMs - daysBack * dayMs : Date.parse(from),
    toMs: to === undefined ? todayMs + dayMs : Date.parse(to),
  };
  const bounds = Array.from({ length: years }, (_, index) => daysOfYear(season, index + 1, days));
  const lists = bounds.map(async (each) => {
    if (each === undefined) return [];
    const scenes = await earthObservations.load({ field_id: fieldId, ...each });
    await scenes.load();
    return scenes.items();
  });
  return {
    scenes: (await Promise.all(lists)).flat(),
    reachSeason: bounds[0] !== undefined && Date.parse(bounds[0].to) >= season.fromMs,
  };
}

/** Whole days: the same read all day long. Undefined for a season that is none, or lies before the first year that can be written. */
function daysOfYear({ fromMs, toMs }: Window, years: number, days: number): { from: string; to: string } | undefined {
  if (!(fromMs < toMs) || yearsBefore(fromMs, years) - days * dayMs < firstMs) return undefined;
  const from = formatDate(yearsBefore(fromMs, years));
  // The day that the last instant falls on is within; the end itself is not.
  const to = addDays(formatDate(yearsBefore(toMs - 1, years)), 1);
  const seasonDays = (Date.parse(to) - Date.parse(from)) / dayMs;
  // A leap day may make a season of a whole year longer than a window may be. If a window has no room for all days, the reads of two years meet.
  const spare = windowDaysMax - seasonDays;
  const after = Math.min(days, Math.max(Math.ceil(spare / 2), Math.min(spare, daysAfterFirst)));
  return { from: addDays(from, -Math.min(days, spare - after)), to: addDays(to, after) };
}
