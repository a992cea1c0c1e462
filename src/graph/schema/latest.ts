/** The newest record of each kind, as dashboards show it for every field. Each of these fields requests one record from the service. */
import type { ByteList } from '../../executor/byte-list.ts';
import { dayMs, formatInstant } from '../../platform/time/instant.ts';
import type { Context } from '../operation/context.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { builder } from './builder.ts';
import { cloudCoverOf } from './list-arguments.ts';
import { EarthObservation } from './earth-observations/record.ts';
import { Field } from './field.ts';
import { Observation } from './observations/record.ts';
import { WeatherRecord } from './weather/record.ts';
import { windowDaysMax } from './windows/arguments.ts';
import { oneRecord } from './windows/record-counts.ts';

/**
 * The query for the newest record of the 366 days that end with today, UTC. Whole days, so that a query makes the same call all day. Its
 * freshness ends with the day.
 */
function newestOf<const Filters>(fieldId: string, { now, freshness }: Context, filters: Filters) {
  const tomorrowMs = (Math.floor(now().getTime() / dayMs) + 1) * dayMs;
  freshness.endBy(tomorrowMs);
  const window = { from: formatInstant(tomorrowMs - windowDaysMax * dayMs), to: formatInstant(tomorrowMs) };
  return { field_id: fieldId, ...window, ...filters, order: 'desc', limit: 1 } as const;
}

const firstOf = async <Item>(list: ByteList<Item>): Promise<Item | undefined> => (await list.loadItems())[0];

builder.objectFields(Field, (t) => ({
  latestWeather: t.field({
    type: WeatherRecord,
    description: 'The newest observed day of the last 366, not the weather of this hour; null if there is none.',
    extensions: { upstreamCalls: 1, records: oneRecord('latestWeather') },
    resolve: async ({ id }, _args, context) => {
      const { records } = await context.loaders.weather.load(newestOf(id, context, { kind: 'observed' }));
      return firstOf(records);
    },
  }),
  latestEarthObservation: t.field({
    type: EarthObservation,
    description: 'The newest scene of the last 366 days; null if there is none.',
    args: {
      maxCloudCover: t.arg.float({
        description: 'The newest known to have at most this much cloud over the field, in percent, 0 to 100.',
      }),
    },
    extensions: { upstreamCalls: 1, records: oneRecord('latestEarthObservation') },
    resolve: async ({ id }, { maxCloudCover }, context) => {
      const query = newestOf(id, context, { max_cloud_cover: cloudCoverOf(maxCloudCover) });
      const { records } = await context.loaders.earthObservations.load(query);
      return firstOf(records);
    },
  }),
  latestObservation: t.field({
    type: Observation,
    description: 'The newest observation; null if there is none.',
    extensions: { upstreamCalls: 1, records: oneRecord('latestObservation') },
    resolve: async ({ id }, _args, { loaders }) => {
      const { observations, isShort } = await loaders.observations.load({ field_id: id, limit: 1 });
      if (isShort) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
      return firstOf(observations);
    },
  }),
}));
