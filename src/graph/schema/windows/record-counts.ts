/**
 * Estimates from the arguments of a list how many records it may have, for the cost check. Weather counts by days or hours, scenes as one
 * every two days. Two lists of one object with the same key are read once.
 */
import { dayMs, isDate } from '../../../platform/time/instant.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import type { FieldCost, ListSize, SelectionArguments as Selected } from '../../operation/limits/field-cost.ts';
import { limitMax } from '../list-arguments.ts';
import { windowDaysMax } from './arguments.ts';

const hoursOfDay = 24;
const daysBetweenScenes = 2;
/** The bounds of a window depend on the timezone, which may not be known yet. */
const unknownDays = 2;
/** Days of a timeline without `from`. */
export const timelineDays = 30;

/** The arguments of a window. Null counts as absent. */
function windowOf({ get }: Selected) {
  const [since, last, next] = [get('since') ?? undefined, get('last') ?? undefined, get('next') ?? undefined];
  const [from, to] = [get('from') ?? undefined, get('to') ?? undefined];
  const isOfDays = (isRecord(last) && 'days' in last) || (isRecord(next) && 'days' in next);
  // Extra days that a relative window of days reads while the timezone is unknown.
  return { since, last, next, from, to, moreDays: isOfDays ? unknownDays : undefined };
}

/**
 * The extensions of a field that reads a list in a window: `since` needs the timezone first. `computedFrom` names the properties of the
 * records that its value is computed from, for `drift`; none if it returns the records. `more` are extensions of its own.
 */
export function windowed(
  records: (selected: Selected) => ListSize,
  computedFrom: readonly string[],
  more: FieldCost = {},
) {
  return { upstreamCalls: 1, timezoneWith: ['since'], records, computedFrom, ...more };
}

/** Weather: by `granularity`, or by the hour. Without a window from 7 days ago to 7 days ahead. */
export function weatherRecords({ isHourly = false } = {}) {
  return (selected: Selected): ListSize => {
    const granularity = selected.get('granularity') ?? selected.defaults.granularity;
    const isByHour = isHourly || granularity === 'HOURLY';
    const window = windowOf(selected);
    const { moreDays = 0 } = window;
    const days = Math.min(daysOf(window, { back: 7, ahead: 7 }, selected) + moreDays, windowDaysMax);
    return {
      key: `weather ${JSON.stringify([isByHour, selected.get('kind') ?? '', window])}`,
      records: Math.ceil(isByHour ? days * hoursOfDay : days),
      days,
      moreDays,
    };
  };
}

/** Maximum number of earlier years that a season may be compared with. The resolver refuses a larger one. */
export const earlierYearsMax = 3;

/** Scenes: without a window, of the last 90 days and today. For each earlier year, the season with up to `maxGapDays` more days on either side. */
export function sceneRecords(selected: Selected): ListSize {
  const { get, defaults } = selected;
  const window = windowOf(selected);
  const [earlierYears, maxGapDays] = [get('earlierYears'), get('maxGapDays')];
  const { moreDays = 0 } = window;
  const season = Math.min(daysOf(window, { back: 90, ahead: 1 }, selected) + moreDays, windowDaysMax);
  const ofYear = Math.min(season + 2 * numberOf(maxGapDays, defaults.maxGapDays) + unknownDays, windowDaysMax);
  const days = season + Math.min(numberOf(earlierYears, defaults.earlierYears), earlierYearsMax) * ofYear;
  return {
    key: `scenes ${JSON.stringify([get('maxCloudCover'), get('order'), earlierYears, maxGapDays, window])}`,
    records: Math.ceil(days / daysBetweenScenes),
    days,
    moreDays,
  };
}

/** Observations: the number in the argument. The resolver refuses a number above the maximum. */
export function observationRecords(argument: 'limit' | 'first') {
  return (selected: Selected): ListSize => {
    const { get, defaults } = selected;
    const records = Math.min(numberOf(get(argument), defaults[argument]), limitMax);
    const filters = [records, get('after'), get('category'), windowOf(selected)];
    return { key: `observations ${JSON.stringify(filters)}`, records, argument };
  };
}

/** Hours ahead, by default also if `next` is null, and the hours around them that the rules check. Days are read as whole days. */
export function sprayRecords(selected: Selected): ListSize {
  const next = selected.get('next') ?? selected.defaults.next;
  // One day before the window, and two after it.
  const moreDays = isRecord(next) && 'days' in next ? unknownDays + 3 : 2;
  const hours = (spanDays(next) + moreDays) * hoursOfDay;
  return {
    key: `spray ${JSON.stringify([next, selected.get('rules')])}`,
    records: Math.ceil(hours),
    days: hours / hoursOfDay,
    moreDays,
  };
}

/** Days of a timeline: those before `to`, or before now, if `from` is left out. Selections of a day count for each day. */
export function timelineRecords(selected: Selected): ListSize {
  const window = windowOf(selected);
  const { since, last, next, from, to } = window;
  const isToAlone = (since ?? last ?? next ?? from) === undefined;
  // The local days of instants are included.
  const moreDays = [from, to].some((bound) => typeof bound === 'string' && !isDate(bound)) ? 1 : 0;
  const ofWindow = isToAlone ? timelineDays : daysOf(window, { back: timelineDays, ahead: 0 }, selected);
  const days = Math.min(ofWindow + moreDays, windowDaysMax);
  return { key: `timeline ${JSON.stringify(window)}`, records: Math.ceil(days), days, moreDays };
}

/** A list of a day, under a name of its own: visited once for each day, and read once for all days of a timeline. */
export function ofDay(name: string, recordsOfDays: (days: number) => number) {
  return (): ListSize => ({ key: name, records: 1, recordsOfDays });
}

/** Scenes of the days of a timeline. */
export const scenesOfDays = (days: number): number => Math.ceil(days / daysBetweenScenes);

/** One record, under a name of its own. */
export function oneRecord(name: string) {
  return ({ get }: Selected): ListSize => ({ key: `${name} ${get('maxCloudCover') ?? ''}`, records: 1 });
}

/**
 * Days of a window, at most the maximum. Without bounds, the days from `back` before today to `ahead` after it. A malformed bound counts as
 * the maximum: the resolver refuses it.
 */
function daysOf(
  { since, last, next, from, to }: ReturnType<typeof windowOf>,
  { back, ahead }: { back: number; ahead: number },
  { now }: Pick<Selected, 'now'>,
): number {
  if (since !== undefined) return windowDaysMax;
  if (last !== undefined || next !== undefined) return Math.min(spanDays(last) + spanDays(next), windowDaysMax);
  if (from === undefined && to === undefined) return back + ahead;
  // By default, the window begins with a day of the field.
  const fromMs = from === undefined ? now() - (back + 1) * dayMs : instantOf(from);
  const toMs = to === undefined ? now() + (ahead + 1) * dayMs : instantOf(to);
  const days = (toMs - fromMs) / dayMs;
  return Number.isNaN(days) ? windowDaysMax : Math.min(Math.max(days, 0), windowDaysMax);
}

const instantOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** Days of `{ days }` or `{ hours }`. */
function spanDays(span: unknown): number {
  const { days, hours } = isRecord(span) ? span : {};
  return Math.min(numberOf(days) + numberOf(hours) / hoursOfDay, windowDaysMax);
}

/** The resolver refuses a value that is no number or negative. */
function numberOf(value: unknown, byDefault: unknown = 0): number {
  return typeof value === 'number' && value >= 0 ? value : (byDefault as number);
}
