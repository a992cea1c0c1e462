/** Whether water is short: depletion of the root zone by FAO-56, observed and forecast. Numbers, and no advice. */
import {
  cropCoefficient,
  reachesReadilyAvailable,
  readilyAvailableWater,
  waterBalance,
} from '../../../agronomy/water-balance.ts';
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { orNull, propertiesOf, shownType } from '../field-builders.ts';
import { WaterDepth } from '../measures.ts';
import { windowArgumentsAhead } from '../windows/arguments.ts';
import { known, millimetres, rounded, roundedOrNull, type WeatherDays, weatherDaysIn } from '../weather/days.ts';
import { Et0Method } from '../weather/record.ts';
import { oncePerList } from '../weather/once-per-list.ts';
import { dayFields, type DayOf, dayProperties, daySeries, seriesFields } from './day-series.ts';
import {
  assertWaterInput,
  CropCoefficientInput,
  IrrigationInput,
  RootZoneInput,
  type WaterInput,
} from './water-balance-input.ts';
import { weatherRecords, windowed } from '../windows/record-counts.ts';

type Balance = ReturnType<typeof balance>;

const afterGap = 'Null from the first day on which precipitation, `et0` or `kc` is unknown.';

const WaterBalanceDay = shownType<DayOf<Balance>>(
  'WaterBalanceDay',
  'Water of the root zone on one local day. After a gap, values that carry over are null rather than guessed.',
  {
    ...dayFields,
    kc: [
      orNull('Float'),
      'Crop coefficient, interpolated linearly between the points of the request. Null before the first and after the last.',
    ],
    cropEvapotranspiration: [
      orNull(WaterDepth),
      'Water that the crop would use without stress: `kc` times `et0` (FAO-56, equation 58). Null if either is unknown.',
    ],
    stressCoefficient: [
      orNull('Float'),
      `Part of it that the crop gets, 1 without stress: by the depletion of the evening before (FAO-56, equation 84). ${afterGap}`,
    ],
    adjustedEvapotranspiration: [orNull(WaterDepth), `Water that the crop uses (FAO-56, equation 81). ${afterGap}`],
    depletion: [
      orNull(WaterDepth),
      `Deficit below field capacity at the end of the day, from 0 to \`totalAvailableWater\` (FAO-56, equations 85 and 86). ${afterGap}`,
    ],
    deepPercolation: [
      orNull(WaterDepth),
      `Water in excess of the capacity of the root zone (FAO-56, equation 88). ${afterGap}`,
    ],
  },
);

const WaterBalance = shownType<Balance>(
  'WaterBalance',
  'Root zone depletion day by day (FAO-56, chapter 8), without runoff and capillary rise. It is as good as what the caller says of soil, crop and irrigation. Values are rounded to six decimals.',
  {
    ...seriesFields(
      WaterBalanceDay,
      'Days of the window on which precipitation, `et0` or `kc` is unknown, wherever they lie.',
      'Provenances of the records of the days, each once.',
    ),
    readilyAvailableWater: [
      WaterDepth,
      'Depletion from which on the crop suffers: `totalAvailableWater` times `depletionFraction` (FAO-56, equation 83).',
    ],
    exceedsReadilyAvailableOn: [
      orNull('Date'),
      'First day that ends with a depletion of `readilyAvailableWater` or more; null where no known day does. Its `kind` says whether it is a forecast.',
    ],
    knownThrough: [orNull('Date'), 'Last day before the first gap; null where the first day is one.'],
    et0Methods: [[Et0Method], 'How `et0` of the days was computed: each method that occurs, once.'],
  },
);

builder.objectFields(Field, (t) => ({
  waterBalance: t.field({
    type: WaterBalance,
    description:
      'Water missing from the root zone by day, observed and forecast (FAO-56, chapter 8). Soil, crop and irrigation are the caller’s. INCOMPLETE_UPSTREAM_DATA where past days are missing and the service does not say that it sent them all.',
    args: {
      rootZone: t.arg({ type: RootZoneInput, required: true, description: 'Water storage of the root zone.' }),
      cropCoefficients: t.arg({
        type: [CropCoefficientInput],
        required: true,
        description: 'The curve of the crop coefficient, by its points in order, 1 to 100.',
      }),
      irrigation: t.arg({ type: [IrrigationInput], description: 'Irrigation by day, at most 400.' }),
      ...windowArgumentsAhead(t, 'The first day that begins then or later. Defaults to 7 days ago.'),
    },
    extensions: windowed(
      weatherRecords(),
      [...propertiesOf('WeatherRecord', 'precipitation', 'et0', 'et0_method'), ...dayProperties],
      { resolves: 'input' },
    ),
    resolve: async ({ id }, { rootZone, cropCoefficients, irrigation, ...window }, context) => {
      const input = { rootZone, cropCoefficients, irrigation: irrigation ?? [] };
      assertWaterInput(input);
      return balance(await weatherDaysIn(context, id, window), input);
    },
  }),
}));

const pointsOf = oncePerList((points: WaterInput['cropCoefficients']) =>
  points.map(({ date, kc }) => ({ dayMs: Date.parse(date), kc })),
);
const depthsOf = oncePerList((irrigation: WaterInput['irrigation']) => {
  const depths = new Map<string, number>();
  for (const { date, depth } of irrigation) depths.set(date, (depths.get(date) ?? 0) + depth);
  return depths;
});

function balance({ days, list }: WeatherDays, { rootZone, cropCoefficients, irrigation }: WaterInput) {
  const points = pointsOf(cropCoefficients);
  const depths = depthsOf(irrigation);
  const water = days.map((day) => ({
    precipitation: known(day, 'precipitation', 'millimetre'),
    et0: known(day, 'et0', 'millimetre'),
    kc: cropCoefficient(points, Date.parse(day.date)),
    irrigation: depths.get(day.date) ?? 0,
  }));
  const balances = waterBalance(rootZone, water);
  const exceeding = balances.findIndex(({ depletion }) => reachesReadilyAvailable(depletion, rootZone));
  const knownDays = balances.filter(({ depletion }) => depletion !== undefined).length;
  return {
    ...daySeries(
      { days, list },
      balances,
      (day) => ({
        kc: roundedOrNull(day.kc),
        cropEvapotranspiration: millimetres(day.cropEvapotranspiration),
        stressCoefficient: roundedOrNull(day.stressCoefficient),
        adjustedEvapotranspiration: millimetres(day.adjustedEvapotranspiration),
        depletion: millimetres(day.depletion),
        deepPercolation: millimetres(day.deepPercolation),
      }),
      ({ precipitation, et0, kc }) => ![precipitation, et0, kc].includes(undefined),
    ),
    readilyAvailableWater: { value: rounded(readilyAvailableWater(rootZone)), unit: 'millimetre' },
    exceedsReadilyAvailableOn: days[exceeding]?.date ?? null,
    knownThrough: days[knownDays - 1]?.date ?? null,
    et0Methods: Et0Method.once(days.flatMap(({ record }) => (record?.et0?.value == null ? [] : [record.et0_method]))),
  };
}
