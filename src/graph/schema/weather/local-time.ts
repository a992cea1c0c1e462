/** Times on the clocks of a field: null where the service states no timezone, and never UTC instead. */
import { localDate, localInstant } from '../../../platform/time/instant.ts';
import { resolvers } from '../../../executor/resolvers.ts';
import type { WeatherRecord as WeatherRecordShape } from '../../reads/weather.ts';
import type { Context } from '../../operation/context.ts';
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { explainForbidden, instantOf } from '../../errors/gateway-error.ts';
import { WeatherRecord } from './record.ts';

const mayReadNoList =
  'The API key may read no list of this field: it needs weather:read, earth_observations:read or observations:read.';

builder.objectFields(Field, (t) => ({
  timezone: t.string({
    description:
      'IANA timezone of the field: `America/Los_Angeles`. Null if the service states none. Needs no call next to weather or a list that states it, nor for an hour after.',
    extensions: { statedByLists: true, computedFrom: ['ListMeta.timezone'] },
    resolve: ({ id }, _args, { timezones, loaders: { weather, observations, earthObservations } }) =>
      timezones.first(id) ??
      timezones
        .load(id, weather, observations, earthObservations)
        .catch((error) => explainForbidden(error, mayReadNoList)),
  }),
}));

const computedFrom = ['WeatherRecord.starts_at', 'ListMeta.timezone'];

builder.objectFields(WeatherRecord, (t) => ({
  startsAtLocal: t.field({
    type: 'DateTime',
    description:
      '`startsAt` as the clocks of the field show it, with their offset: `2026-05-01T00:00:00-07:00`; null where no timezone is known.',
    extensions: { computedFrom },
    resolve: resolvers.contextual(onClocks('starts_at'), { field_id: true, starts_at: true }),
  }),
  endsAtLocal: t.field({
    type: 'DateTime',
    description: '`endsAt` as the clocks of the field show it, with their offset; null where no timezone is known.',
    extensions: { computedFrom: ['WeatherRecord.ends_at', 'ListMeta.timezone'] },
    resolve: resolvers.contextual(onClocks('ends_at'), { field_id: true, ends_at: true }),
  }),
  date: t.field({
    type: 'Date',
    description:
      'Local day of the field, of hours too: the one that the service states, else the one that `startsAt` falls on. Null where neither is known. Computed fields name days by `startsAt`.',
    extensions: { computedFrom },
    resolve: resolvers.stated('date', { field_id: true, starts_at: true }, onClocks('starts_at', localDate)),
  }),
}));

/** A bound of a record on the field's clocks; null without a timezone. Throws UPSTREAM_ERROR for a malformed instant. */
function onClocks<Bound extends 'starts_at' | 'ends_at'>(bound: Bound, read = localInstant) {
  type Bounded = Pick<WeatherRecordShape, 'field_id' | Bound>;
  return (record: Bounded, { timezones }: Pick<Context, 'timezones'>): string | null => {
    const timezone = timezones.get(record.field_id);
    return timezone ? read(instantOf(record[bound]), timezone) : null;
  };
}
