/** What a season's weather adds up to, in one window or period by period, from the read of the plain list. */
import { localDate, startOfDay } from '../../../platform/instant.ts';
import { type Period as PeriodName, periodOf } from '../../agronomy/periods.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { WeatherList } from '../../reads/weather.ts';
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { windowArguments } from '../windows/arguments.ts';
import { endWithUnit } from '../windows/asked.ts';
import { weatherIn } from '../windows/lists.ts';
import { isOver, type WeatherDays, weatherDaysIn } from './days.ts';
import { observedDays } from './observed-days.ts';
import { assertThresholds, summarize, WeatherSummary } from './summary.ts';
import { thresholdArguments } from './threshold-arguments.ts';
import type { Thresholds } from './totals.ts';
import { weatherRecords } from '../windows/record-counts.ts';

const Period = builder.enumType('Period', {
  description: 'How the calendar is divided into periods.',
  values: {
    WEEK: { value: 'week', description: 'Weeks from Monday, numbered as in ISO 8601: `2026-W19`.' },
    DEKAD: {
      value: 'dekad',
      description: 'Thirds of months, as agrometeorology reports: days 1 to 10, 11 to 20 and the rest: `2026-05-D2`.',
    },
    MONTH: { value: 'month', description: 'Months: `2026-05`.' },
  } as const,
});

const computedFrom = [
  'WeatherRecord.temperature_min',
  'WeatherRecord.temperature_max',
  'WeatherRecord.precipitation',
  'WeatherRecord.et0',
  'WeatherRecord.wind_speed',
  'WeatherRecord.kind',
  'WeatherRecord.date',
  'WeatherRecord.starts_at',
  'WeatherRecord.ends_at',
  'WeatherRecord.source',
  'ListMeta.timezone',
];

builder.objectFields(Field, (t) => ({
  weatherSummary: t.field({
    type: WeatherSummary,
    nullable: true,
    description:
      'Growing degree days, rain, evapotranspiration, frost and extremes of the observed days of a window, for example since planting. INCOMPLETE_UPSTREAM_DATA where days are missing and the service does not say that it sent them all.',
    args: {
      ...windowArguments(
        t,
        'Start of the window, inclusive; 7 days ago where left out.',
        'End of the window, exclusive; now where left out. At most 366 days after `from`.',
      ),
      ...thresholdArguments(t),
    },
    extensions: {
      upstreamCalls: 1,
      moreCallsWith: { since: 1 },
      records: weatherRecords({ ahead: 0 }),
      computedFrom,
    },
    resolve: async ({ id }, { base, upper, unit, ...window }, context) => {
      const thresholds = { base, upper, unit };
      assertThresholds(thresholds);
      const list = await weatherIn(context, id, window);
      await list.records.load();
      endWithUnit(context, id, list.window, 'day');
      return summarizeWindow(list, thresholds, context.now().getTime(), context.timezones.get(id) ?? null);
    },
  }),
  weatherSummaries: t.field({
    type: [WeatherSummary],
    nullable: { list: true, items: false },
    description:
      'weatherSummary week by week, dekad by dekad or month by month, oldest first: each period of the calendar of which the window holds a day that has begun. The first and the last may be parts: see `isWhole`.',
    args: {
      by: t.arg({ type: Period, required: true, description: 'How the calendar is divided.' }),
      ...windowArguments(
        t,
        'Start of the window, inclusive; 7 days ago where left out.',
        'End of the window, exclusive; now where left out. At most 366 days after `from`.',
      ),
      ...thresholdArguments(t),
    },
    extensions: { upstreamCalls: 1, moreCallsWith: { since: 1 }, records: weatherRecords({ ahead: 0 }), computedFrom },
    resolve: async ({ id }, { by, base, upper, unit, ...window }, context) => {
      const thresholds = { base, upper, unit };
      assertThresholds(thresholds);
      return summarizePeriods(await weatherDaysIn(context, id, window), by, thresholds);
    },
  }),
}));

function summarizeWindow(
  { records, window, isStated }: WeatherList,
  thresholds: Thresholds,
  nowMs: number,
  timezone: string | null,
) {
  const observed = observedDays(records.items(), window, nowMs, timezone);
  if (!isStated && observed.missing > 0) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  const days = observed.records.length + observed.missing;
  const whole = { period: null, isWhole: window.toMs <= nowMs };
  const span = { fromMs: window.fromMs, toMs: observed.endMs };
  return summarize({ ...whole, ...span, records: observed.records, days }, thresholds);
}

function summarizePeriods({ days, list, timezone, nowMs }: WeatherDays, by: PeriodName, thresholds: Thresholds) {
  const zone = timezone ?? 'UTC';
  const today = localDate(nowMs, zone);
  const begun = days.filter(({ date }) => date <= today);
  return [...Map.groupBy(begun, ({ date }) => periodOf(by, date).name).values()].map((group) => {
    const { name, first, end } = periodOf(by, group[0]?.date ?? today);
    const [startMs, endMs] = [startOfDay(first, zone), startOfDay(end, zone)];
    const over = group.filter((day) => isOver(day, nowMs));
    const fromMs = Math.max(startMs, list.window.fromMs);
    return summarize(
      {
        period: name,
        isWhole: startMs >= list.window.fromMs && endMs <= list.window.toMs && endMs <= nowMs,
        fromMs,
        toMs: Math.max(fromMs, Math.min(endMs, list.window.toMs, nowMs)),
        records: over.flatMap(({ record }) => record ?? []),
        days: over.length,
      },
      thresholds,
    );
  });
}
