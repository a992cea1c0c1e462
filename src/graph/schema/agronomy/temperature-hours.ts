/** Hours of frost and heat, and the chill that fruit trees need, counted from observed hourly temperatures. */
import { countHours } from '../../../agronomy/temperature-hours.ts';
import { GatewayError, malformed } from '../../errors/gateway-error.ts';
import { dayMs, hourMs } from '../../../platform/time/instant.ts';
import type { WeatherList } from '../../reads/weather.ts';
import { builder } from '../builder.ts';
import { defaultedArgument, orNull, propertiesOf, shownType } from '../field-builders.ts';
import { Provenance } from '../data-source.ts';
import { Field } from '../field.ts';
import { assertWithin } from '../list-arguments.ts';
import { Temperature } from '../measures.ts';
import { thresholdMax } from './degree-days.ts';
import { conversion } from '../units.ts';
import { lastArgument, observedWindow, windowArguments } from '../windows/arguments.ts';
import { endWithUnit } from '../windows/relative-bounds.ts';
import { weatherIn } from '../windows/windowed-lists.ts';
import { hoursBetween, hoursIn, type Interval, isObserved, isShort } from '../weather/intervals.ts';
import { daysMax, provenancesOf, roundedOrNull } from '../weather/days.ts';
import { numberIn } from '../weather/number-in.ts';
import { oncePerList } from '../weather/once-per-list.ts';
import { weatherRecords, windowed } from '../windows/record-counts.ts';

const unknown = 'null where no hour is known';
const frostCelsius = 0;
const heatCelsius = 30;
const range = `from -${thresholdMax} to ${thresholdMax}`;

const TemperatureHours = shownType<ReturnType<typeof count>>(
  'TemperatureHours',
  'Hours by their mean temperature, of the observed hours of a window. An hour whose temperature is unknown is in `missingHours`, and is counted neither as cold nor as warm.',
  {
    hourCount: ['Int', 'Hours that begin in the window and are over.'],
    missingHours: ['Int', 'Hours of `hourCount` whose temperature is unknown: in none of the counts.'],
    frostHours: [orNull('Int'), `Hours below \`frostBelow\`; ${unknown}.`],
    heatHours: [orNull('Int'), `Hours above \`heatAbove\`; ${unknown}.`],
    chillingHours: [orNull('Int'), `Hours from 0 to 7.2 degrees Celsius (Bennett 1949); ${unknown}.`],
    utahUnits: [
      orNull('Float'),
      `Chill units of the Utah model (Richardson, Seeley & Walker 1974). Warm hours subtract, so the sum may be negative; ${unknown}.`,
    ],
    chillPortions: [
      orNull('Float'),
      'Chill portions of the Dynamic Model, from none at the start of the window: begin it where the winter begins (Fishman, Erez & Couvillon 1987). Null where one hour is unknown, because every later one depends on it.',
    ],
    provenances: [[Provenance], 'Provenances of the counted records, each once.'],
  },
);

builder.objectFields(Field, (t) => ({
  temperatureHours: t.field({
    type: TemperatureHours,
    description:
      'Frost, heat and winter chill of the observed hours of a window. One call, the one of the hourly weather of the same window. INCOMPLETE_UPSTREAM_DATA where hours are missing and the service does not say that it sent them all.',
    args: {
      ...windowArguments(t, ...observedWindow),
      last: lastArgument(t, { hasHours: true }),
      frostBelow: t.arg.float({
        description: `An hour with a lower mean is one of frost, in \`unit\`, ${range}. Defaults to ${frostCelsius} degrees Celsius, converted to \`unit\`.`,
      }),
      heatAbove: t.arg.float({
        description: `An hour with a higher mean is one of heat, in \`unit\`, ${range}. Defaults to ${heatCelsius} degrees Celsius, converted to \`unit\`: ${heatCelsius} harm soybean, 29 maize and 32 cotton (Schlenker & Roberts 2009).`,
      }),
      unit: defaultedArgument(t, Temperature.unit, 'celsius', 'Unit of `frostBelow` and `heatAbove`.'),
    },
    extensions: windowed(weatherRecords({ isHourly: true }), [
      ...propertiesOf('WeatherRecord', 'temperature_mean', 'kind', 'starts_at', 'ends_at', 'source'),
    ]),
    resolve: async ({ id }, { frostBelow, heatAbove, unit, ...window }, context) => {
      const toCelsius = conversion('temperature', unit, 'celsius');
      // graphql-js reads 1e400 in a document as Infinity.
      assertWithin('frostBelow', frostBelow ?? 0, -thresholdMax, thresholdMax);
      assertWithin('heatAbove', heatAbove ?? 0, -thresholdMax, thresholdMax);
      const thresholds = {
        frostBelow: typeof frostBelow === 'number' ? toCelsius(frostBelow) : frostCelsius,
        heatAbove: typeof heatAbove === 'number' ? toCelsius(heatAbove) : heatCelsius,
      };
      const list = await weatherIn(context, id, window, { granularity: 'hourly' });
      await list.records.load();
      endWithUnit(context, id, list.window, 'hour', phaseOf(list));
      return count(list, thresholds, context.now());
    },
  }),
}));

/** The observed hours of a list that are over: temperatures in degrees Celsius, and provenances. Neither depends on the thresholds. */
const readHours = oncePerList((list: WeatherList, nowMs: number) => {
  const observed = observedHours(list, nowMs);
  if (!list.isStated && observed.uncovered > 0) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
  const known = observed.hours.map((hour) =>
    numberIn(isShort(hour) ? undefined : hour.record, 'temperature_mean', 'celsius'),
  );
  return {
    // The position of missing hours does not matter: order counts only for chill portions, which one missing hour makes null.
    hours: [...known, ...Array<null>(observed.uncovered).fill(null)],
    provenances: provenancesOf(observed.hours.filter((_, at) => known[at] !== null)),
  };
});

function count(list: WeatherList, thresholds: Parameters<typeof countHours>[1], now: Date) {
  const { hours, provenances } = readHours(list, now.getTime());
  const counted = countHours(hours, thresholds);
  return { ...counted, hourCount: hours.length, chillPortions: roundedOrNull(counted.chillPortions), provenances };
}

/** How long after the full hour the hours of a list begin. */
const phaseOf = ({ sent }: Pick<WeatherList, 'sent'>) => (hoursIn(sent)[0]?.startMs ?? 0) % hourMs;

/**
 * The hours with a record, in order and each once, and the number of hours without one. An hour counts if it begins in the window and
 * is over, with or without a record. A forecast is not an observation.
 */
function observedHours({ sent, window: { fromMs, toMs } }: WeatherList, nowMs: number) {
  if (toMs - fromMs > daysMax * dayMs) throw malformed('meta.from and meta.to are too far apart');
  const phaseMs = phaseOf({ sent });
  const hours: Interval[] = [];
  let coveredMs = fromMs;
  let uncovered = 0;
  for (const hour of hoursIn(sent)) {
    const { startMs, endMs, record } = hour;
    const hourEndMs = startMs + hourMs;
    if (!isObserved(record) || Math.max(endMs, hourEndMs) > nowMs || startMs >= toMs) continue;
    // The hour overlaps one that is already counted, as hours at half past do.
    if (startMs >= fromMs && startMs < coveredMs) continue;
    if (startMs >= fromMs) {
      uncovered += hoursBetween(phaseMs, coveredMs, startMs);
      hours.push(hour);
    }
    // A longer or shorter record has one temperature, and counts as one hour.
    coveredMs = Math.max(coveredMs, hourEndMs);
  }
  const lastStartMs = Math.min(toMs - 1, nowMs - hourMs);
  return { hours, uncovered: uncovered + hoursBetween(phaseMs, coveredMs, lastStartMs + 1) };
}
