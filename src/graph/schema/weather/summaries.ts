/** What a season's weather adds up to, in one window or period by period, from the read of the plain list. */
import { addDays } from '../../../platform/time/instant.ts';
import { type Period as PeriodName, periodOf } from '../../../agronomy/periods.ts';
import { dayProperties } from '../agronomy/day-series.ts';
import { builder } from '../builder.ts';
import { closedEnum } from '../open-enum.ts';
import { Field } from '../field.ts';
import { windowArguments } from '../windows/arguments.ts';
import { endOf, observedDaysIn, startOf, type WeatherDay, type WeatherDays } from './days.ts';
import { summarize, WeatherSummary } from './summary.ts';
import { thresholdArguments, type Thresholds, withThresholds } from '../agronomy/degree-days.ts';
import { weatherRecords, windowed } from '../windows/record-counts.ts';

const CalendarPeriod = closedEnum<'week' | 'dekad' | 'month'>(
  'CalendarPeriod',
  'How the calendar is divided into periods.',
  {
    week: 'Weeks from Monday, numbered as in ISO 8601: `2026-W19`.',
    dekad: 'Thirds of months, as agrometeorology reports: days 1 to 10, 11 to 20 and the rest: `2026-05-D2`.',
    month: 'Months: `2026-05`.',
  },
);

const extensions = windowed(weatherRecords({ ahead: 0 }), [
  'WeatherRecord.temperature_min',
  'WeatherRecord.temperature_max',
  'WeatherRecord.precipitation',
  'WeatherRecord.et0',
  'WeatherRecord.wind_speed',
  ...dayProperties,
]);

builder.objectFields(Field, (t) => ({
  weatherSummary: t.field({
    type: WeatherSummary,
    description:
      'Growing degree days, rain, evapotranspiration, frost and extremes of the observed days of a window, for example since planting. INCOMPLETE_UPSTREAM_DATA where days are missing and the service does not say that it sent them all.',
    args: {
      ...windowArguments(t),
      ...thresholdArguments(t),
    },
    extensions,
    resolve: async ({ id }, { base, upper, unit, ...window }, context) => {
      const readDays = () => observedDaysIn(context, id, window);
      const { days, thresholds } = await withThresholds({ base, upper, unit }, context, id, readDays);
      return summarizeWindow(days, thresholds);
    },
  }),
  weatherSummaries: t.field({
    type: [WeatherSummary],
    description:
      'weatherSummary week by week, dekad by dekad or month by month, oldest first: each period of the calendar of which the window holds a day that has begun. The first and the last may be parts: see `isWhole`.',
    args: {
      by: t.arg({ type: CalendarPeriod, required: true, description: 'How the calendar is divided.' }),
      ...windowArguments(t),
      ...thresholdArguments(t),
    },
    extensions,
    resolve: async ({ id }, { by, base, upper, unit, ...window }, context) => {
      const readDays = () => observedDaysIn(context, id, window);
      const { days, thresholds } = await withThresholds({ base, upper, unit }, context, id, readDays);
      return summarizePeriods(days, by, thresholds);
    },
  }),
}));

function summarizeWindow({ days, list: { window }, timezone, nowMs }: WeatherDays, thresholds: Thresholds) {
  const span = { fromMs: window.fromMs, toMs: Math.max(window.fromMs, Math.min(window.toMs, nowMs)) };
  return summarize({ period: null, isWhole: window.toMs <= nowMs, ...span, timezone, ...countedOf(days) }, thresholds);
}

function summarizePeriods({ days, list, timezone, nowMs }: WeatherDays, by: PeriodName, thresholds: Thresholds) {
  const begun = Map.groupBy(
    days.filter(({ hasBegun }) => hasBegun),
    ({ date }) => periodOf(by, date).name,
  );
  return Array.from(begun, ([period, group]) => {
    // A group holds a day at least.
    const [firstDay, lastDay] = [group[0] as WeatherDay, group.at(-1) as WeatherDay];
    const { first, end } = periodOf(by, firstDay.date);
    const { fromMs: windowMs, toMs } = list.window;
    const fromMs = firstDay.date === first ? startOf(firstDay, timezone) : windowMs;
    const hasEnd = addDays(lastDay.date, 1) === end;
    const endMs = hasEnd ? endOf(lastDay, timezone) : Number.POSITIVE_INFINITY;
    return summarize(
      {
        period,
        isWhole: firstDay.date === first && endMs <= Math.min(toMs, nowMs),
        fromMs,
        toMs: Math.max(fromMs, Math.min(endMs, toMs, nowMs)),
        timezone,
        ...countedOf(group),
      },
      thresholds,
    );
  });
}

/** The days that are over, and what was observed of them. */
function countedOf(days: readonly WeatherDay[]) {
  const over = days.filter(({ isOver }) => isOver);
  return { records: over.flatMap(({ record }) => record ?? []), days: over.length };
}
