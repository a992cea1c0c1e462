/** What a season's weather adds up to, over observed days alone, with the days that are missing counted beside each total. */
import { builder } from '../builder.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Measure } from '../units.ts';
import type { WeatherList } from '../../reads/weather.ts';
import { observedDays } from './observed-days.ts';
import { type Thresholds, type WeatherTotals, weatherTotals } from './totals.ts';
import { windowArguments } from '../windows/arguments.ts';
import { weatherIn } from '../windows/lists.ts';
import { Provenance } from '../data-source.ts';
import { degreeDays } from './degree-days.ts';
import { Field } from '../field.ts';
import { quantity } from '../field-builders.ts';
import { Length, Speed, Temperature, TemperatureUnit } from '../measures.ts';

type Summary = Omit<WeatherTotals, 'growingDegreeDays' | 'precipitation' | 'et0' | 'frostDays'> & {
  from: string;
  to: string;
  days: number;
  missingDays: number;
  growingDegreeDays: (Measure & { base: Measure; upper: Measure; method: 'mcmaster_wilhelm_2' }) | null;
  growingDegreeDaysMissing: number;
  precipitation: Measure | null;
  precipitationMissing: number;
  et0: Measure | null;
  et0Missing: number;
  frostDays: number | null;
  frostDaysMissing: number;
  provenances: ('measured' | 'replayed' | 'derived' | 'simulated')[];
};

const missing = (what: string) => `Days of \`days\` on which ${what}: not counted as zero.`;

const WeatherSummary = builder.objectRef<Summary>('WeatherSummary').implement({
  description:
    'Totals and extremes of the observed days of a window. Forecasts are left out, and a day without a value is missing, never zero.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', nullable: false, description: 'Start of the window, inclusive, UTC.' }),
    to: t.expose('to', {
      type: 'DateTime',
      nullable: false,
      description: 'End of the window, exclusive, UTC; at most now.',
    }),
    days: t.exposeInt('days', { nullable: false, description: 'Whole days between `from` and `to`.' }),
    observedDays: t.exposeInt('observedDays', { nullable: false, description: 'Days with an observed record.' }),
    missingDays: t.exposeInt('missingDays', { nullable: false, description: 'Days without an observed record.' }),
    growingDegreeDays: quantity(
      t,
      degreeDays as never,
      'growingDegreeDays',
      'Growing degree days by method 2 of McMaster & Wilhelm 1997: each daily extreme held between base and upper, their mean less the base, summed. Null where no day has both extremes.',
    ),
    growingDegreeDaysMissing: t.exposeInt('growingDegreeDaysMissing', {
      nullable: false,
      description: missing('an extreme is unknown'),
    }),
    precipitation: quantity(t, Length, 'precipitation', 'Sum of rain and melted snow; null where no day is known.'),
    precipitationMissing: t.exposeInt('precipitationMissing', {
      nullable: false,
      description: missing('precipitation is unknown'),
    }),
    et0: quantity(
      t,
      Length,
      'et0',
      "Sum of reference evapotranspiration (FAO-56), by each record's `et0Method`; null where no day is known.",
    ),
    et0Missing: t.exposeInt('et0Missing', { nullable: false, description: missing('it is unknown') }),
    frostDays: t.exposeInt('frostDays', {
      nullable: true,
      description: 'Days with a minimum below 0 degrees Celsius; null where no minimum is known.',
    }),
    frostDaysMissing: t.exposeInt('frostDaysMissing', {
      nullable: false,
      description: missing('the minimum is unknown'),
    }),
    temperatureMin: quantity(t, Temperature, 'temperatureMin', 'Lowest temperature of the window.'),
    temperatureMax: quantity(t, Temperature, 'temperatureMax', 'Highest temperature of the window.'),
    precipitationMax: quantity(t, Length, 'precipitationMax', 'Precipitation of the wettest day.'),
    windSpeedMax: quantity(t, Speed, 'windSpeedMax', 'Highest daily mean wind speed.'),
    provenances: t.expose('provenances', {
      type: [Provenance],
      nullable: false,
      description: 'How the records summed came about: each that occurs, once.',
    }),
  }),
});

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
      base: t.arg.float({
        required: true,
        defaultValue: 10,
        description: 'Temperature below which nothing accumulates, in `unit`.',
      }),
      upper: t.arg.float({
        required: true,
        defaultValue: 30,
        description: 'Temperature above which no more accumulates, in `unit`.',
      }),
      unit: t.arg({
        type: TemperatureUnit,
        required: true,
        defaultValue: 'celsius',
        description:
          'Unit of `base` and `upper`, and of the temperatures and degree days returned. With FAHRENHEIT give both thresholds, for example 50 and 86.',
      }),
    },
    extensions: {
      upstreamCalls: 1,
      moreCallsWith: { since: 1 },
      computedFrom: [
        'WeatherRecord.temperature_min',
        'WeatherRecord.temperature_max',
        'WeatherRecord.precipitation',
        'WeatherRecord.et0',
        'WeatherRecord.wind_speed',
        'WeatherRecord.starts_at',
        'WeatherRecord.source',
      ],
    },
    resolve: async ({ id }, { base, upper, unit, ...window }, context) => {
      const thresholds = { base, upper, unit };
      assertThresholds(thresholds);
      return summarize(await weatherIn(context, id, window), thresholds, context.now());
    },
  }),
}));

const thresholdMax = 1_000;

function assertThresholds({ base, upper }: Thresholds): void {
  if (base < upper && base >= -thresholdMax && upper <= thresholdMax) return;
  const message = `base must be below upper, both from -${thresholdMax} to ${thresholdMax}.`;
  throw new GatewayError('BAD_USER_INPUT', { message, faults: [{ path: ['base'], code: 'out_of_range', message }] });
}

function summarize({ records, window, isStated }: WeatherList, thresholds: Thresholds, now: Date): Summary {
  const observed = observedDays(records.items(), window, now.getTime());
  if (!isStated && observed.missing > 0) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  const days = observed.records.length + observed.missing;
  const totals = weatherTotals(observed.records, days, thresholds);
  const { growingDegreeDays, precipitation, et0, frostDays, ...rest } = totals;
  const threshold = (value: number) => ({ value, unit: thresholds.unit });
  return {
    ...rest,
    from: new Date(window.fromMs).toISOString(),
    to: new Date(observed.endMs).toISOString(),
    days,
    missingDays: observed.missing,
    growingDegreeDays: growingDegreeDays.value && {
      ...growingDegreeDays.value,
      base: threshold(thresholds.base),
      upper: threshold(thresholds.upper),
      method: 'mcmaster_wilhelm_2',
    },
    growingDegreeDaysMissing: growingDegreeDays.missing,
    precipitation: precipitation.value,
    precipitationMissing: precipitation.missing,
    et0: et0.value,
    et0Missing: et0.missing,
    frostDays: frostDays.value,
    frostDaysMissing: frostDays.missing,
    provenances: [...new Set(observed.records.map(({ source }) => source.provenance))],
  };
}
