/**
 * Totals of a season's weather over observed days, in one window or period by period, with the missing days counted for each total.
 * The days come from the read of the plain list.
 */
import { addDays } from '../../../platform/time/instant.ts';
import { type Period as PeriodName, periodOf } from '../../../agronomy/periods.ts';
import { dayProperties } from '../agronomy/day-series.ts';
import { builder } from '../builder.ts';
import { Provenance } from '../data-source.ts';
import { orNull, propertiesOf, shown, spanFields, type TimeSpan } from '../field-builders.ts';
import { requested, Speed, Temperature, WaterDepth } from '../measures.ts';
import { closedEnum } from '../open-enum.ts';
import { Field } from '../field.ts';
import { observedWindow, windowArguments } from '../windows/arguments.ts';
import { endOf, provenancesOf, startOf, type WeatherDay } from './days.ts';
import { isObserved } from './intervals.ts';
import {
  type DaysWithThresholds,
  daysWithThresholds,
  degreeDays,
  thresholdArguments,
  thresholdProperties,
  type Thresholds,
} from '../agronomy/degree-days.ts';
import { weatherTotals } from './totals.ts';
import { weatherRecords, windowed } from '../windows/record-counts.ts';

type Summary = ReturnType<typeof summarize>;

const CalendarPeriod = closedEnum<PeriodName>('CalendarPeriod', 'How the calendar is divided into periods.', {
  week: 'Weeks from Monday, numbered as in ISO 8601: `2026-W19`.',
  dekad: 'Thirds of months, as agrometeorology reports: days 1 to 10, 11 to 20 and the rest: `2026-05-D2`.',
  month: 'Months: `2026-05`.',
});

const missing = (what: string) => `Days of \`dayCount\` on which ${what}: not counted as zero.`;

const WeatherSummary = builder.objectRef<Summary>('WeatherSummary').implement({
  description:
    'Totals and extremes of the observed days of a window, without forecasts. A day without a value counts as missing, never as zero. Sums are rounded to six decimals.',
  fields: (t) => ({
    ...shown(t, {
      period: [
        orNull('String'),
        'Name of the week, dekad or month: `2026-W19`, `2026-05-D2`, `2026-05`; null in `weatherSummary`.',
      ],
      isWhole: [
        'Boolean',
        'Whether the period is over and entirely in the window; for `weatherSummary`, whether the window is over. Do not compare partial periods with whole ones.',
      ],
    }),
    ...spanFields(
      t,
      'Start of the window, inclusive, UTC.',
      'End of the window, exclusive, UTC; at most now, or `startsAt` where the window lies ahead.',
    ),
    ...shown(t, {
      dayCount: ['Int', 'Days that begin in the window and are over.'],
      observedDays: ['Int', 'Days with an observed record.'],
      missingDays: ['Int', 'Days without an observed record.'],
      growingDegreeDays: [
        orNull(requested(degreeDays)),
        'Growing degree days by method 2 of McMaster & Wilhelm 1997: the mean of the extremes less the base, each extreme limited to the range from base to upper. Null if no day has both extremes.',
      ],
      growingDegreeDaysMissingDays: ['Int', missing('an extreme is unknown')],
      precipitation: [orNull(WaterDepth), 'Sum of rain and melted snow; null where no day is known.'],
      precipitationMissingDays: ['Int', missing('precipitation is unknown')],
      et0: [
        orNull(WaterDepth),
        "Sum of reference evapotranspiration (FAO-56), by each record's `et0Method`; null where no day is known.",
      ],
      et0MissingDays: ['Int', missing('reference evapotranspiration is unknown')],
      precipitationLessEt0: [
        orNull(WaterDepth),
        'Precipitation less reference evapotranspiration, summed over the days on which both are known: below zero where the air took more than fell. Null where no day has both.',
      ],
      precipitationLessEt0MissingDays: ['Int', missing('either is unknown')],
      wetDays: [
        orNull('Int'),
        'Days with at least 1 mm of precipitation (ETCCDI); null where none is known. `precipitationMissingDays` counts the unknown.',
      ],
      frostDays: [orNull('Int'), 'Days with a minimum below 0 degrees Celsius; null where no minimum is known.'],
      temperatureMinMissingDays: ['Int', missing('the minimum is unknown')],
      temperatureMin: [orNull(requested(Temperature)), 'Lowest temperature of the window.'],
      temperatureMax: [orNull(requested(Temperature)), 'Highest temperature of the window.'],
      precipitationMax: [orNull(WaterDepth), 'Precipitation of the wettest day.'],
      windSpeedMax: [orNull({ ...Speed, defaultUnit: 'metres per second' }), 'Highest daily mean wind speed.'],
      provenances: [[Provenance], 'Provenances of the observed records, each once.'],
    }),
  }),
});

const extensions = windowed(weatherRecords(), [
  ...propertiesOf('WeatherRecord', 'temperature_min', 'temperature_max', 'precipitation', 'et0', 'wind_speed'),
  ...dayProperties,
  ...thresholdProperties,
]);

builder.objectFields(Field, (t) => ({
  weatherSummary: t.field({
    type: WeatherSummary,
    description:
      'Growing degree days, rain, evapotranspiration, frost and extremes of the observed days of a window, for example since planting. INCOMPLETE_UPSTREAM_DATA where days are missing and the service does not say that it sent them all.',
    args: { ...windowArguments(t, ...observedWindow), ...thresholdArguments(t) },
    extensions,
    resolve: async ({ id }, args, context) => summarizeWindow(await daysWithThresholds(context, id, args, isObserved)),
  }),
  weatherSummaries: t.field({
    type: [WeatherSummary],
    description:
      'weatherSummary week by week, dekad by dekad or month by month, oldest first: each period of the calendar of which the window holds a day that has begun. The first and the last may be parts: see `isWhole`.',
    args: {
      by: t.arg({ type: CalendarPeriod, required: true, description: 'How the calendar is divided.' }),
      ...windowArguments(t, ...observedWindow),
      ...thresholdArguments(t),
    },
    extensions,
    resolve: async ({ id }, { by, ...args }, context) =>
      summarizePeriods(await daysWithThresholds(context, id, args, isObserved), by),
  }),
}));

function summarizeWindow({ days, list: { window }, timezone, nowMs, thresholds }: DaysWithThresholds) {
  const { fromMs, toMs } = window;
  const span = { fromMs, toMs: Math.max(fromMs, Math.min(toMs, nowMs)), timezone };
  return summarize({ period: null, isWhole: toMs <= nowMs, ...span }, days, thresholds);
}

function summarizePeriods({ days, list: { window }, timezone, nowMs, thresholds }: DaysWithThresholds, by: PeriodName) {
  const begun = days.filter(({ hasBegun }) => hasBegun);
  return Array.from(
    Map.groupBy(begun, ({ date }) => periodOf(by, date).name),
    ([period, group]) => {
      // A group has at least one day.
      const [firstDay, lastDay] = [group[0] as WeatherDay, group.at(-1) as WeatherDay];
      const { first, end } = periodOf(by, firstDay.date);
      // Only the window cuts a period: one between two others is whole, also if a place skipped its first or last day.
      const isFromStart = firstDay !== begun[0] || firstDay.date === first;
      const fromMs = isFromStart ? startOf(firstDay, timezone) : window.fromMs;
      const hasEnd = lastDay !== begun.at(-1) || addDays(lastDay.date, 1) === end;
      const endMs = hasEnd ? endOf(lastDay, timezone) : Number.POSITIVE_INFINITY;
      const overMs = Math.min(window.toMs, nowMs);
      const span = { fromMs, toMs: Math.max(fromMs, Math.min(endMs, overMs)), timezone };
      return summarize({ period, isWhole: isFromStart && endMs <= overMs, ...span }, group, thresholds);
    },
  );
}

type SummedSpan = TimeSpan & { period: string | null; isWhole: boolean };

/** The summary of the days that are over. */
function summarize(span: SummedSpan, days: readonly WeatherDay[], thresholds: Thresholds) {
  const over = days.filter(({ isOver }) => isOver);
  const records = over.flatMap(({ record }) => record ?? []);
  // A copy of the totals would compute them all.
  return Object.assign(weatherTotals(records, over.length, thresholds), {
    ...span,
    dayCount: over.length,
    missingDays: over.length - records.length,
    provenances: provenancesOf(over),
  });
}
