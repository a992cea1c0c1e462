/** What a season's weather adds up to, over observed days only, with the missing days counted for each total. */
import { builder } from '../builder.ts';
import type { WeatherRecord } from '../../reads/weather.ts';
import { provenancesOf } from './days.ts';
import { weatherTotals } from './totals.ts';
import { Provenance } from '../data-source.ts';
import { degreeDays, type Thresholds } from '../agronomy/degree-days.ts';
import { orNull, shown, spanFields, type TimeSpan } from '../field-builders.ts';
import { Length, Speed, Temperature } from '../measures.ts';

type Summary = ReturnType<typeof summarize>;

const missing = (what: string) => `Days of \`dayCount\` on which ${what}: not counted as zero.`;

export const WeatherSummary = builder.objectRef<Summary>('WeatherSummary').implement({
  description:
    'Totals and extremes of the observed days of a window, without forecasts. A day without a value counts as missing, never as zero.',
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
    ...spanFields(t, 'Start of the window, inclusive, UTC.', 'End of the window, exclusive, UTC; at most now.'),
    ...shown(t, {
      dayCount: ['Int', 'Days that begin in the window and are over.'],
      observedDays: ['Int', 'Days with an observed record.'],
      missingDays: ['Int', 'Days without an observed record.'],
      growingDegreeDays: [
        orNull(degreeDays),
        'Growing degree days by method 2 of McMaster & Wilhelm 1997: the mean of the extremes less the base, each extreme limited to the range from base to upper. Null if no day has both extremes.',
      ],
      growingDegreeDaysMissingDays: ['Int', missing('an extreme is unknown')],
      precipitation: [orNull(Length), 'Sum of rain and melted snow; null where no day is known.'],
      precipitationMissingDays: ['Int', missing('precipitation is unknown')],
      et0: [
        orNull(Length),
        "Sum of reference evapotranspiration (FAO-56), by each record's `et0Method`; null where no day is known.",
      ],
      et0MissingDays: ['Int', missing('reference evapotranspiration is unknown')],
      precipitationLessEt0: [
        orNull(Length),
        'Precipitation less reference evapotranspiration, summed over the days on which both are known: below zero where the air took more than fell. Null where no day has both.',
      ],
      precipitationLessEt0MissingDays: ['Int', missing('either is unknown')],
      wetDays: [
        orNull('Int'),
        'Days with at least 1 mm of precipitation (ETCCDI); null where none is known. `precipitationMissingDays` counts the unknown.',
      ],
      frostDays: [orNull('Int'), 'Days with a minimum below 0 degrees Celsius; null where no minimum is known.'],
      temperatureMinMissingDays: ['Int', missing('the minimum is unknown')],
      temperatureMin: [orNull(Temperature), 'Lowest temperature of the window.'],
      temperatureMax: [orNull(Temperature), 'Highest temperature of the window.'],
      precipitationMax: [orNull(Length), 'Precipitation of the wettest day.'],
      windSpeedMax: [orNull(Speed), 'Highest daily mean wind speed.'],
      provenances: [[Provenance], 'Provenances of the summed records, each once.'],
    }),
  }),
});

/** What a summary is of. */
export interface Summarized extends TimeSpan {
  period: string | null;
  isWhole: boolean;
  /** The observed days that are over. */
  records: readonly WeatherRecord[];
  /** Those, and the days that should be there and are not. */
  days: number;
}

/** The summary of observed days. */
export function summarize({ records, days, ...of }: Summarized, thresholds: Thresholds) {
  return {
    ...of,
    ...weatherTotals(records, days, thresholds),
    dayCount: days,
    missingDays: days - records.length,
    provenances: provenancesOf(records.map((record) => ({ record }))),
  };
}
