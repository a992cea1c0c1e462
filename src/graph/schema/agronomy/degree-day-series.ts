/** Degree days day by day, observed and forecast, and when they reach what a crop or a pest needs. */
import { accumulate, reach } from '../../../agronomy/accumulation.ts';
import { invalidArgument, rangeFault } from '../../errors/gateway-error.ts';
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { defaultedArgument, orNull, propertiesOf, shownType } from '../field-builders.ts';
import { DegreeDayUnit, requested } from '../measures.ts';
import { knownWord } from '../list-arguments.ts';
import { windowArgumentsAhead } from '../windows/arguments.ts';
import { known, rounded, roundedOrNull } from '../weather/days.ts';
import { WeatherKind } from '../weather/record.ts';
import { dayFields, type DayOf, dayProperties, daySeries, seriesFields } from './day-series.ts';
import {
  accumulatedOf,
  type DaysWithThresholds,
  daysWithThresholds,
  sumUnitOf,
  degreeDays,
  DegreeDayMethod,
  type DegreeDayMethodWord,
  thresholdArguments,
  thresholdProperties,
  degreeDaysOf,
} from './degree-days.ts';
import { weatherRecords, windowed } from '../windows/record-counts.ts';

type Series = ReturnType<typeof series>;

const targetsMax = 50;
const sumMax = 100_000;
const nameLengthMax = 200;

const DegreeDayTargetInput = builder.inputType('DegreeDayTargetInput', {
  description: 'A sum of degree days to reach, for a growth stage or a generation of a pest.',
  fields: (t) => ({
    name: t.string({ description: `Your name for it, at most ${nameLengthMax} characters. Returned unchanged.` }),
    growingDegreeDays: t.float({
      required: true,
      description: `The sum, in degree days of \`unit\`, above 0 and at most ${sumMax}.`,
    }),
  }),
});

const DegreeDaySeriesDay = shownType<DayOf<Series>>(
  'DegreeDaySeriesDay',
  'Degree days of one local day, and of all days of the window so far.',
  {
    ...dayFields,
    growingDegreeDays: [
      orNull('Float'),
      'Degree days of this day, in the requested unit. Null if an extreme is unknown.',
    ],
    accumulated: [
      'Float',
      'Sum of the known days so far, this one included. With `missingDays` above 0 the true sum may be larger.',
    ],
    missingDays: ['Int', 'Days so far that are unknown: not counted as zero.'],
    unit: [DegreeDayUnit, 'The unit of `growingDegreeDays` and `accumulated`.'],
  },
);

const DegreeDayTarget = shownType<Series['targets'][number]>(
  'DegreeDayTarget',
  'When a sum of degree days is reached.',
  {
    name: [orNull('String'), 'The name in the request.'],
    growingDegreeDays: ['Float', 'The sum in the request.'],
    reachedOn: [
      orNull('Date'),
      'The first day whose sum is that or more; null where the window holds none. Not projected beyond it.',
    ],
    kind: [orNull(WeatherKind), 'Whether that day is observed or a forecast; null where it is not reached.'],
    isAtLatest: ['Boolean', 'A day before `reachedOn` is unknown: the sum was reached then or earlier.'],
    remaining: ['Float', 'Left at the end of the window, at most, in `unit`; 0 where it is reached.'],
    unit: [DegreeDayUnit, 'The unit of `growingDegreeDays` and `remaining`.'],
  },
);

const DegreeDaySeries = shownType<Series>(
  'DegreeDaySeries',
  'Degree days of a window, day by day. Sums leave out unknown days, which `missingDays` counts, and are rounded to six decimals.',
  {
    ...seriesFields(
      DegreeDaySeriesDay,
      'Days of the window that are unknown.',
      'Provenances of the summed records, each once.',
    ),
    targets: [[DegreeDayTarget], 'The requested targets, in their order.'],
    total: [
      orNull(requested(degreeDays)),
      'Sum of all known days, observed and forecast, with its thresholds and method; null where no day is known.',
    ],
  },
);

builder.objectFields(Field, (t) => ({
  growingDegreeDays: t.field({
    type: DegreeDaySeries,
    description:
      'Growing degree days by day, observed and forecast, with the dates on which they reach what a crop or pest needs, for example since planting. INCOMPLETE_UPSTREAM_DATA where past days are missing and the service does not say that it sent them all.',
    args: {
      method: defaultedArgument(
        t,
        DegreeDayMethod,
        'mcmaster_wilhelm_2',
        'How a day is computed from its extremes. Thresholds hold for the method they were published with.',
      ),
      targets: t.arg({ type: [DegreeDayTargetInput], description: `Sums to look for, at most ${targetsMax}.` }),
      ...windowArgumentsAhead(t),
      ...thresholdArguments(t),
    },
    extensions: windowed(
      weatherRecords(),
      [
        ...propertiesOf('WeatherRecord', 'temperature_min', 'temperature_max'),
        ...dayProperties,
        ...thresholdProperties,
      ],
      { resolves: 'input' },
    ),
    resolve: async ({ id }, { method, targets, ...args }, context) => {
      assertTargets(targets ?? []);
      return series(await daysWithThresholds(context, id, args), knownWord(method), targets ?? []);
    },
  }),
}));

type Target = typeof DegreeDayTargetInput.$inferInput;

function assertTargets(targets: readonly Target[]): void {
  if (targets.length > targetsMax)
    throw invalidArgument(['targets'], `targets holds at most ${targetsMax} sums.`, 'TOO_MANY');
  for (const [at, { name, growingDegreeDays: sum }] of targets.entries()) {
    const path = ['targets', String(at)];
    const code = rangeFault(sum, Number.MIN_VALUE, sumMax);
    if (code)
      throw invalidArgument([...path, 'growingDegreeDays'], `A target must be above 0, and at most ${sumMax}.`, code);
    if (Array.from(name ?? '').length > nameLengthMax)
      throw invalidArgument([...path, 'name'], `A name has at most ${nameLengthMax} characters.`, 'TOO_LONG');
  }
}

function series(
  { days, list, thresholds }: DaysWithThresholds,
  method: DegreeDayMethodWord,
  targets: readonly Target[],
) {
  const { unit } = thresholds;
  const sumUnit = sumUnitOf(thresholds);
  const additions = days.map((day) => {
    const min = known(day, 'temperature_min', unit);
    const max = known(day, 'temperature_max', unit);
    return degreeDaysOf(method, min, max, thresholds);
  });
  const sums = accumulate(additions);
  const end = sums.at(-1) ?? { accumulated: 0, missing: 0 };
  return {
    ...daySeries(
      { days, list },
      sums,
      ({ addition, accumulated, missing }) => ({
        growingDegreeDays: roundedOrNull(addition),
        accumulated: rounded(accumulated),
        missingDays: missing,
        unit: sumUnit,
      }),
      ({ addition }) => addition !== undefined,
      days.filter((_, day) => additions[day] !== undefined),
    ),
    targets: targets.map(({ name, growingDegreeDays }) => {
      const { day, isAtLatest, remaining } = reach(sums, growingDegreeDays);
      const reached = day === undefined ? undefined : days[day];
      return {
        name,
        growingDegreeDays,
        reachedOn: reached?.date,
        kind: reached?.kind,
        isAtLatest,
        remaining: rounded(remaining),
        unit: sumUnit,
      };
    }),
    total: end.missing === days.length ? null : accumulatedOf(end.accumulated, thresholds, method),
  };
}
