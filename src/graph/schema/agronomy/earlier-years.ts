/** Scenes of a field in the same season of earlier years: one read a year, with days around the season, so that its edges are known. */
import { addDays, dayMs, formatDate } from '../../../platform/time/instant.ts';
import { yearsBefore } from '../../../agronomy/index-season.ts';
import type { EarthObservation } from '../../reads/earth-observations.ts';
import type { Window } from '../../reads/window.ts';
import { type WindowArguments, windowDaysMax } from '../windows/arguments.ts';
import { resolveWindow, type Reading } from '../windows/relative-bounds.ts';

/** Maximum number of earlier years. */
export const earlierYearsMax = 3;

/** Days after an earlier season that have priority if a window is too short for both sides: the latest scenes are compared most. */
const daysAfterFirst = 30;
/** Days before today in a list without a window, by the contract. */
const daysBack = 90;
const firstMs = Date.parse('0001-01-01T00:00:00Z');

/** Scenes of earlier years, with up to `days` more around the season. `reachSeason`: whether last year's read reaches this season. */
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
    return scenes.loadItems();
  });
  return {
    scenes: (await Promise.all(lists)).flat(),
    reachSeason: bounds[0] !== undefined && Date.parse(bounds[0].to) >= season.fromMs,
  };
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
