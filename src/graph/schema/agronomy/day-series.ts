/** Fields that every series of local days has in the graph: days with date and kind, the number of unknown days, and provenances. */
import type { ObjectRef } from '@pothos/core';
import type { ByteList } from '../../../executor/byte-list.ts';
import { Provenance } from '../data-source.ts';
import { type Builder, inTurns, propertiesOf } from '../field-builders.ts';
import { provenancesOf, type WeatherDay, type WeatherDays } from '../weather/days.ts';
import { WeatherKind } from '../weather/record.ts';

/** Properties of the contract that the days are made from. */
export const dayProperties = [
  ...propertiesOf('WeatherRecord', 'kind', 'date', 'starts_at', 'ends_at', 'issued_at', 'source'),
  'ListMeta.timezone',
];

/** The fields `date` and `kind` of a day, for `shown`. */
export const dayFields = {
  date: [
    'Date',
    'The day in the timezone of the field (where none is known: the day that the record states, else of UTC).',
  ],
  kind: [
    WeatherKind,
    'Observed or forecast. A day without a record counts as OBSERVED once it has passed. Its values are null.',
  ],
} as const;

/** The fields `days`, `missingDays` and `provenances` of a series, for `shown`. */
export function seriesFields<Day>(day: ObjectRef<Builder, Day>, missingDays: string, provenances: string) {
  return {
    days: [inTurns(day), 'Every local day of the window, oldest first; also one without a record.'],
    missingDays: ['Int', missingDays],
    provenances: [[Provenance], provenances],
  } as const;
}

/** A day of the `days` of a series. */
export type DayOf<Series extends { days: ByteList<unknown> }> = ReturnType<Series['days']['items']>[number];

/** Builds a series of days with a value each. Values that are not `isKnown` count as missing. `counted`: days whose records were used. */
export function daySeries<Value, Shown extends object>(
  { days, list }: Pick<WeatherDays, 'days' | 'list'>,
  values: readonly Value[],
  show: (value: Value) => Shown,
  isKnown: (value: Value) => boolean,
  counted: readonly WeatherDay[] = days,
) {
  return {
    days: list.records.with(days.map(({ date, kind }, day) => ({ date, kind, ...show(values[day] as Value) }))),
    missingDays: values.filter((value) => !isKnown(value)).length,
    provenances: provenancesOf(counted),
  };
}
