/**
 * Reads the hours of a window, and in the same read the hours before and after that the rules check. Without these, the first and the last
 * hours would have no verdict.
 */
import { addDays, formatInstant, hourMs } from '../../../../platform/time/instant.ts';
import type { HourWeather, SprayLimits } from '../../../../agronomy/spray-rules.ts';
import type { TimedHour } from '../../../../agronomy/spray-verdict.ts';
import { invalidArgument, rangeFault } from '../../../errors/gateway-error.ts';
import type { WeatherList, WeatherRecord } from '../../../reads/weather.ts';
import type { Window } from '../../../reads/window.ts';
import type { Span } from '../../windows/arguments.ts';
import { weatherIn } from '../../windows/windowed-lists.ts';
import {
  boundsAnywhere,
  dayBounds,
  endOfDay,
  hourBounds,
  instantsOf,
  assertWindow,
  type Reading,
} from '../../windows/relative-bounds.ts';
import { hoursBetween, hoursIn, type Interval, isObserved, isShort } from '../../weather/intervals.ts';
import { type MeasuredProperty, numberIn } from '../../weather/number-in.ts';
import { oncePerList } from '../../weather/once-per-list.ts';

/** Maximum number of days ahead: no forecast is that long, and every hour is in the result. */
const daysMax = 31;

/**
 * Reads the hours, oldest first. Returns them with their records, the requested window, the number of hours that begin in it, and the
 * timezone. Throws BAD_USER_INPUT, before any call, for an impossible span.
 */
export async function readSprayHours(context: Reading, fieldId: string, next: Span, limits: SprayLimits) {
  const code = rangeFault(next.days ?? 1, 1, daysMax);
  if (code) throw invalidArgument(['next', 'days'], `next spans from 1 to ${daysMax} days here.`, code);
  assertWindow({ next }, true);
  const nowMs = context.now().getTime();
  const hours = hourBounds({ next }, nowMs);
  const window = hours ? widened(instantsOf(hours, null), limits) : daysAround(context, fieldId, next, nowMs);
  const { records } = await weatherIn(context, fieldId, window, { granularity: 'hourly' });
  await records.load();
  const read = hoursOf(records);
  const timezone = context.timezones.get(fieldId) ?? null;
  // In a timezone with a half-hour offset, hours may begin at half past.
  const running = read.findLast(({ startsAtMs }) => startsAtMs <= nowMs && startsAtMs > nowMs - hourMs);
  const phaseMs = ((running ?? read[0])?.startsAtMs ?? 0) % hourMs;
  const fromMs = Math.floor((nowMs - phaseMs) / hourMs) * hourMs + phaseMs;
  // `weatherIn` got absolute bounds, so it does not know that the result changes with the hour.
  context.freshness.endBy(fromMs + hourMs);
  // In some timezones a day ends between two full hours of UTC.
  if (hours === undefined) context.freshness.endBy(endOfDay(nowMs, timezone));
  const shown = hours
    ? { fromMs, toMs: fromMs + (next.hours ?? 0) * hourMs }
    : instantsOf(dayBounds({ next }, nowMs, timezone), timezone);
  const hourCount = hoursBetween(phaseMs, shown.fromMs, shown.toMs);
  return { records, hours: read, window: shown, hourCount, timezone };
}

/** Adds the hours that the rules check on either side, and one more before, which may still run when the first of them begins. */
function widened({ fromMs, toMs }: Window, { dryHours, daylightMarginHours }: SprayLimits) {
  const before = daylightMarginHours ?? 0;
  const after = Math.max(dryHours ?? 0, before);
  return { from: formatInstant(fromMs - (before + 1) * hourMs), to: formatInstant(toMs + after * hourMs) };
}

/** Whole days, one more before and two after: a day may be an hour short. With or without a timezone, the read stays the same all day. */
function daysAround({ timezones }: Reading, fieldId: string, next: Span, nowMs: number) {
  const timezone = timezones.first(fieldId);
  const { from, to } = timezone === undefined ? boundsAnywhere({ next }, nowMs) : dayBounds({ next }, nowMs, timezone);
  return { from: addDays(from, -1), to: addDays(to, 2) };
}

const hoursOf = oncePerList((records: WeatherList['records']) => {
  const hours: Interval[] = [];
  for (const hour of hoursIn(records)) {
    const last = hours.at(-1);
    if (last === undefined || hour.startMs >= last.startMs + hourMs) hours.push(hour);
    // An observed hour replaces a forecast that it overlaps. Otherwise the first stays.
    else if (isObserved(hour.record) && !isObserved(last.record)) hours.splice(-1, 1, hour);
  }
  return hours.map(hourOf);
});

/** What rules read of an hour: the property of its record, and the unit that they compare in. */
const measures = {
  temperature: ['temperature_mean', 'celsius'],
  dewPoint: ['dew_point', 'celsius'],
  relativeHumidity: ['relative_humidity', 'percent'],
  windSpeed: ['wind_speed', 'metre_per_second'],
  windGust: ['wind_gust', 'metre_per_second'],
  precipitation: ['precipitation', 'millimetre'],
  radiation: ['solar_radiation', 'megajoule_per_square_metre'],
} as const satisfies Record<keyof HourWeather, readonly [property: MeasuredProperty, unit: string]>;

/**
 * An hour as the rules see it, and the record it was read from: all unknown if that is of less than an hour. A measure that cannot be read
 * fails only the rules that need it.
 */
function hourOf(interval: Interval): TimedHour & { record: WeatherRecord } {
  const { record, startMs } = interval;
  const ofWholeHour = isShort(interval) ? undefined : record;
  // The rules of many hours read the same rain and radiation.
  const numbers = new Map<MeasuredProperty, number | null>();
  const read = (measure: keyof HourWeather) => {
    const [property, unit] = measures[measure];
    return numbers.getOrInsertComputed(property, () => numberIn(ofWholeHour, property, unit));
  };
  return { record, startsAtMs: startMs, read };
}
