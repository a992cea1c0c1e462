/** Checks hours against spraying rules, and lists runs of hours of one verdict: numbers and reasons, never an instruction. */
import type { ByteList } from '../../../../executor/byte-list.ts';
import { localInstant } from '../../../../platform/time/instant.ts';
import { hourDeltaT, type RuleResult, type SprayLimits } from '../../../../agronomy/spray-rules.ts';
import { assessHours, verdictRuns } from '../../../../agronomy/spray-verdict.ts';
import { builder } from '../../builder.ts';
import { Provenance } from '../../data-source.ts';
import { Field } from '../../field.ts';
import { inTurns, orNull, type Properties, propertiesOf, shown, shownType, spanFields } from '../../field-builders.ts';
import { SpanInput } from '../../windows/arguments.ts';
import { provenancesOf } from '../../weather/days.ts';
import { WeatherKind } from '../../weather/record.ts';
import { readSprayHours } from './spray-hours.ts';
import { significantDigits } from '../../units.ts';
import { readLimits, RuleOutcome, SprayRule, SprayRulesInput, SprayVerdict } from './spray-rules.ts';
import { sprayRecords } from '../../windows/record-counts.ts';

type Read = Awaited<ReturnType<typeof readSprayHours>>;
type AssessedHour = ReturnType<typeof assessHours<Read['hours'][number]>>[number];
type Conditions = ReturnType<typeof conditionsOf>;

const SprayRuleResult = shownType<RuleResult>('SprayRuleResult', 'Result of one rule for an hour, with its reason.', {
  rule: [SprayRule, 'Which rule.'],
  outcome: [RuleOutcome, 'Outcome of the rule.'],
  value: [
    orNull('Float'),
    'The value compared, in the unit of the rule, rounded to 10 significant digits. Null if unknown.',
  ],
  limit: [orNull('Float'), 'The limit that decided, in the same unit: the one crossed, else the upper one.'],
  reason: ['String', 'The reason as a sentence in English, to show as it is: `Wind of 6.1 m/s is above 5.6 m/s.`'],
});

const SprayHour = shownType<ShownHour>('SprayHour', 'One hour against the rules.', {
  starts_at: ['DateTime', 'Start of the hour, UTC.'],
  startsAtLocal: [
    orNull('DateTime'),
    '`startsAt` as the clocks of the field show it, with their offset; null where no timezone is known.',
  ],
  kind: [WeatherKind, 'Whether its weather is observed or a forecast.'],
  verdict: [SprayVerdict, 'Overall verdict: the worst rule wins.'],
  deltaT: [
    orNull('Float'),
    'Delta-T, kelvin: air temperature less wet bulb temperature. Null where temperature or humidity is unknown, or outside 5 to 99 % and -20 to 50 degrees Celsius. Null too in air both cold and dry: below 12 - 1.6 T percent at T degrees Celsius.',
  ],
  rules: [[SprayRuleResult], 'Each rule that is not disabled, passed or not, always in the same order.'],
});

/** The type of a run of hours, with the fields `more` of its own. */
function runType(name: string, description: string, more: Properties<Conditions['runs'][number]>) {
  return builder.objectRef<Conditions['runs'][number]>(name).implement({
    description,
    fields: (t) => ({
      ...spanFields(t, 'Start of its first hour, UTC.', 'End of its last hour, UTC.'),
      ...shown(t, { hourCount: ['Int', 'How many hours.'], ...more }),
    }),
  });
}

const SprayWindow = runType('SprayWindow', 'A run of suitable hours that follow each other.', {});

const SprayRun = runType('SprayRun', 'A run of hours of one verdict that follow each other.', {
  verdict: [SprayVerdict, 'Overall verdict of each of its hours.'],
  reasons: [
    ['String'],
    'Why it is not suitable: for each rule that does not pass, its reason in the first such hour. Empty where it is suitable.',
  ],
});

const SprayConditions = shownType<Conditions>(
  'SprayConditions',
  'Result of the spraying rules for the hours ahead. An hour with an unknown value is never suitable. Guidance only: follow the product label.',
  {
    hours: [
      inTurns(SprayHour),
      'Each hour of the window that there is a record of, oldest first.',
      { recordsVisited: 1 },
    ],
    windows: [[SprayWindow], 'Runs of SUITABLE hours, oldest first; empty where there is none.'],
    runs: [[SprayRun], 'All hours as runs of one verdict, oldest first, each with its reasons.'],
    hoursWithoutRecord: [
      'Int',
      'Hours of the window without a record, as beyond the end of a forecast: not in `hours`.',
    ],
    provenances: [[Provenance], 'Provenances of the records of `hours`, each once.'],
  },
);

const defaultSpan = { hours: 48 };

builder.objectFields(Field, (t) => ({
  sprayConditions: t.field({
    type: SprayConditions,
    description:
      'Checks the hours ahead against rules for spraying, with a reason for each rule and hour. Guidance only: follow the product label. One call, of hourly weather.',
    args: {
      next: t.arg({
        type: SpanInput,
        defaultValue: defaultSpan,
        description:
          'The next hours, up to 744, starting with this one; or the next days, up to 31, starting with today. Hours beyond the forecast are in `hoursWithoutRecord`.',
      }),
      rules: t.arg({
        type: SprayRulesInput,
        defaultValue: {},
        description: 'Limits of the rules. A limit that is absent or null has its default.',
      }),
    },
    extensions: {
      upstreamCalls: 1,
      resolves: 'input',
      records: sprayRecords,
      computedFrom: [
        ...propertiesOf('WeatherRecord', 'temperature_mean', 'relative_humidity', 'dew_point', 'wind_speed'),
        ...propertiesOf('WeatherRecord', 'wind_gust', 'precipitation', 'solar_radiation', 'starts_at', 'ends_at'),
        ...propertiesOf('WeatherRecord', 'kind', 'issued_at', 'source'),
        'ListMeta.timezone',
      ],
    },
    resolve: async ({ id }, { next, rules }, context) => {
      const limits = readLimits(rules ?? {});
      return conditionsOf(await readSprayHours(context, id, next ?? defaultSpan, limits), limits);
    },
  }),
}));

function conditionsOf(read: Read, limits: SprayLimits) {
  const { records, hours, hourCount, timezone } = read;
  const { fromMs, toMs } = read.window;
  const assessed = assessHours(hours, limits, ({ startsAtMs }) => startsAtMs >= fromMs && startsAtMs < toMs);
  const runs = verdictRuns(assessed).map((run) => ({ ...run, timezone }));
  let shownHours: ByteList<ShownHour> | undefined;
  return {
    // Once for all aliases, and only if selected: there may be 744 hours.
    get hours() {
      shownHours ??= records.with(assessed.map((each) => shownHour(each, timezone)));
      return shownHours;
    },
    windows: runs.filter(({ verdict }) => verdict === 'suitable'),
    runs,
    hoursWithoutRecord: Math.max(0, hourCount - assessed.length),
    provenances: provenancesOf(assessed.map(({ hour }) => hour)),
  };
}

type ShownHour = ReturnType<typeof shownHour>;

function shownHour({ hour, verdict, rules }: AssessedHour, timezone: string | null) {
  return {
    starts_at: hour.record.starts_at,
    // Computed only if selected: most callers select no local times.
    get startsAtLocal() {
      return timezone && localInstant(hour.startsAtMs, timezone);
    },
    kind: hour.record.kind,
    verdict,
    // A measure that cannot be read fails only this field.
    get deltaT() {
      return asCompared(hourDeltaT(hour));
    },
    rules: rules.map((rule) => ({ ...rule, value: asCompared(rule.value) })),
  };
}

/** Rounded to significant digits, as conversions are: with fixed decimals, a trace of rain would be 0. */
function asCompared(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(significantDigits));
}
