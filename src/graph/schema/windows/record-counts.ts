/**
 * Estimates how many records a list may hold from its arguments, for the cost check. A window counts by its length, scenes as one every two
 * days. Lists of one key are one read.
 */
import { dayMs } from '../../../platform/time/instant.ts';

/** The arguments of a selection, as plain data that nobody has checked, and the clock. */
interface Selected {
  get(name: string): unknown;
  now(): number;
}

interface ListSize {
  key: string;
  records: number;
  days?: number;
}

/** Days that a list spans where neither bound is given. */
interface DefaultDays {
  back: number;
  ahead: number;
}

const windowDaysMax = 366;
const hoursOfDay = 24;
const daysBetweenScenes = 2;
/** Where a window begins and ends depends on the timezone, which may not be known yet. */
const unknownDays = 2;
const timelineDays = 30;
const windowNames = ['since', 'last', 'next', 'from', 'to'];

/** Weather: by `granularity`, or by the hour. Without a window from 7 days ago to now, or 7 days ahead. */
export function weatherRecords({ ahead = 7, isHourly = false } = {}) {
  return (selected: Selected): ListSize => {
    const isByHour = isHourly || selected.get('granularity') === 'HOURLY';
    const days = daysOf(selected, { back: 7, ahead });
    // Only where a bound is left out does it depend on the field which one is meant.
    const isBounded = ['to', 'since', 'last', 'next'].some((name) => (selected.get(name) ?? undefined) !== undefined);
    return {
      key: keyOf(`weather ${isByHour} ${selected.get('kind') ?? ''} ${isBounded ? '' : ahead}`, selected),
      records: Math.ceil(isByHour ? days * hoursOfDay : days),
      days,
    };
  };
}

/** Scenes: without a window of the last 90 days; of each earlier year, the season with up to `maxGapDays` more days on either side. */
export function sceneRecords(selected: Selected): ListSize {
  const season = daysOf(selected, { back: 90, ahead: 0 });
  const years = numberOf(selected.get('earlierYears'), 0);
  const ofYear = Math.min(season + 2 * numberOf(selected.get('maxGapDays'), 30) + unknownDays, windowDaysMax);
  const days = season + years * ofYear;
  const filters = ['maxCloudCover', 'order', 'earlierYears', 'maxGapDays'].map((name) => selected.get(name));
  return {
    key: keyOf(`scenes ${JSON.stringify(filters)}`, selected),
    records: Math.ceil(days / daysBetweenScenes),
    days,
  };
}

/** Observations: at most as many as the argument says, 25 where it is left out. */
export function observationRecords(argument: 'limit' | 'first') {
  return (selected: Selected): ListSize => {
    const others = ['after', 'category'].map((name) => selected.get(name));
    const records = numberOf(selected.get(argument), 25);
    return { key: keyOf(`observations ${records} ${JSON.stringify(others)}`, selected), records };
  };
}

/** Hours ahead, 48 where `next` is left out or null, and those around them that spraying rules look at. */
export function sprayRecords(selected: Selected): ListSize {
  const next = selected.get('next') ?? { hours: 48 };
  const hours = spanDays(next) * hoursOfDay + 2 * hoursOfDay;
  return {
    key: `spray ${JSON.stringify([next, selected.get('rules')])}`,
    records: Math.ceil(hours),
    days: hours / hoursOfDay,
  };
}

/** Days of a timeline: the 30 before `to`, or before now, if `from` is left out. Selections of a day count for each day. */
export function timelineRecords(selected: Selected): ListSize {
  const isToAlone = windowNames.every((name) => name === 'to' || (selected.get(name) ?? undefined) === undefined);
  const days = isToAlone ? timelineDays : daysOf(selected, { back: timelineDays, ahead: 0 });
  return { key: keyOf('timeline', selected), records: Math.ceil(days), days };
}

/** One record, under a name of its own. */
export function oneRecord(name: string) {
  return ({ get }: Selected): ListSize => ({ key: `${name} ${get('maxCloudCover') ?? ''}`, records: 1 });
}

function keyOf(list: string, { get }: Selected): string {
  return `${list} ${JSON.stringify(windowNames.map((name) => get(name) ?? null))}`;
}

/** Days of a window, at most as many as any may span. A bound that is no instant counts as the longest: it is refused where it is read. */
function daysOf(selected: Selected, { back, ahead }: DefaultDays): number {
  const [since, last, next, from, to] = windowNames.map((name) => selected.get(name) ?? undefined);
  if (since !== undefined) return windowDaysMax;
  if (last !== undefined || next !== undefined) return Math.min(spanDays(last) + spanDays(next), windowDaysMax);
  if (from === undefined && to === undefined) return back + ahead;
  const fromMs = from === undefined ? selected.now() - back * dayMs : instantOf(from);
  const toMs = to === undefined ? selected.now() + (ahead + 1) * dayMs : instantOf(to);
  const days = (toMs - fromMs) / dayMs;
  return Number.isNaN(days) ? windowDaysMax : Math.min(Math.max(days, 0), windowDaysMax);
}

function instantOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** Days of `{ days }` or `{ hours }`. */
function spanDays(span: unknown): number {
  const { days, hours } = (typeof span === 'object' && span !== null ? span : {}) as {
    days?: unknown;
    hours?: unknown;
  };
  return Math.min(numberOf(days, 0) + numberOf(hours, 0) / hoursOfDay, windowDaysMax);
}

function numberOf(value: unknown, absent: number): number {
  return typeof value === 'number' && value >= 0 ? value : absent;
}
