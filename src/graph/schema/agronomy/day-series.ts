/** What every series of local days has in the graph: its days with their date and kind, how many are unknown, and the provenances. */
import type { ObjectRef } from '@pothos/core';
import { resolvers } from '../../../executor/resolvers.ts';
import type { WeatherRecord } from '../../reads/weather.ts';
import type { SchemaTypes } from '../builder.ts';
import { provenancesField } from '../data-source.ts';
import type { FieldBuilder } from '../field-builders.ts';
import { provenancesOf, type WeatherDay } from '../weather/days.ts';
import { WeatherKind } from '../weather/record.ts';

/** One day of a series. */
export type SeriesDay = Pick<WeatherDay, 'date' | 'kind'>;

/** Its days with what was computed for each. */
export interface DaySeries<Day extends SeriesDay> {
  days: Day[];
  missingDays: number;
  provenances: WeatherRecord['source']['provenance'][];
}

type DayRef<Day> = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, Day>;

/** Properties of the contract that the days are made from. */
export const dayProperties = [
  'WeatherRecord.kind',
  'WeatherRecord.date',
  'WeatherRecord.starts_at',
  'WeatherRecord.ends_at',
  'WeatherRecord.source',
  'ListMeta.timezone',
];

/** The fields `date` and `kind` of a day. */
export function dayFields<Day extends SeriesDay>(t: FieldBuilder<Day>) {
  return {
    date: t.field({
      type: 'Date',
      nullable: false,
      description: 'The local day.',
      resolve: resolvers.property('date'),
    }),
    kind: t.field({
      type: WeatherKind,
      nullable: false,
      description:
        'Observed or forecast. A day without a record is observed where it is past, and unknown all the same.',
      resolve: resolvers.property('kind'),
    }),
  };
}

/** The fields `days`, `missingDays` and `provenances` of a series. */
export function seriesFields<Day extends SeriesDay, Parent extends DaySeries<Day>>(
  t: FieldBuilder<Parent>,
  day: DayRef<Day>,
  descriptions: { missingDays: string; provenances: string },
) {
  return {
    days: t.field({
      type: [day],
      nullable: false,
      description: 'Every local day of the window, oldest first; also one without a record.',
      resolve: resolvers.property('days') as never,
    }),
    missingDays: t.int({
      nullable: false,
      description: descriptions.missingDays,
      resolve: resolvers.property('missingDays'),
    }),
    provenances: provenancesField(t, descriptions.provenances),
  };
}

/** The series of days, with the values of each. `isKnown` says of which days there are any; `counted` are those whose records were used. */
export function daySeries<Values extends object>(
  days: readonly WeatherDay[],
  valuesOf: (day: number) => Values,
  isKnown: (day: number) => boolean,
  counted: readonly WeatherDay[] = days,
): DaySeries<SeriesDay & Values> {
  return {
    days: days.map(({ date, kind }, day) => ({ date, kind, ...valuesOf(day) })),
    missingDays: days.filter((_, day) => !isKnown(day)).length,
    provenances: provenancesOf(counted),
  };
}
