/**
 * The lists of a field by local day. Each list is read and grouped on its first use, once for all days. An unselected list
 * costs no call.
 */
import { addDays, localDate } from '../../../platform/time/instant.ts';
import { GatewayError, instantOf } from '../../errors/gateway-error.ts';
import type { Loaders } from '../../reads/client.ts';
import type { Observation } from '../../reads/observations.ts';
import { scenesInOrder } from '../earth-observations/record.ts';
import { limitMax } from '../list-arguments.ts';
import { datedOf } from '../weather/days.ts';
import type { Bounds } from '../windows/relative-bounds.ts';

export type Timeline = ReturnType<typeof createTimeline>;

/** The lists of the local days from `from`, inclusive, to `to`, exclusive. The service also reads dates in the timezone of the field. */
export function createTimeline(loaders: Loaders, query: Bounds & { field_id: string }, timezone: string | null) {
  const dayOf = (instant: string) => localDate(instantOf(instant), timezone ?? 'UTC');
  const weather = once(async () => {
    // Use all records that the service sent: without a timezone, the first day may begin before the window.
    const { sent } = await loaders.weather.load(query);
    await sent.load();
    return datedOf(sent, timezone);
  });
  const scenes = once(async () => {
    const list = await loaders.earthObservations.load(query);
    return Map.groupBy(scenesInOrder(await list.loadItems()), ({ acquired_at }) => dayOf(acquired_at));
  });
  /** Newest first. If more notes follow, the day of the oldest one and all days before it may be incomplete. */
  const notes = once(async () => {
    try {
      const { observations, hasMore } = await loaders.observations.load({ ...query, limit: limitMax });
      const sent = await observations.loadItems();
      const sorted = sent.toSorted((one, other) => Date.parse(other.observed_at) - Date.parse(one.observed_at));
      const byDate = Map.groupBy(sorted, ({ observed_at }) => dayOf(observed_at));
      const oldest = sorted.at(-1);
      const unknownThrough = oldest ? dayOf(oldest.observed_at) : query.to;
      return { byDate, unknownThrough: (hasMore ?? sent.length === limitMax) ? unknownThrough : '' };
    } catch (error) {
      if (!(error instanceof GatewayError && error.code === 'INCOMPLETE_UPSTREAM_DATA')) throw error;
      // The service does not filter by time and has more notes than one response can have: they may be of any day.
      return { byDate: new Map<string, Observation[]>(), unknownThrough: query.to };
    }
  });
  return {
    weather: async (date: string) => (await weather()).get(date)?.record ?? null,
    scenes: async (date: string) => (await scenes()).get(date) ?? [],
    /** Null for a day whose notes may be incomplete. */
    async notes(date: string) {
      const { byDate, unknownThrough } = await notes();
      return date <= unknownThrough ? null : (byDate.get(date) ?? []);
    },
  };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

/** The days of a span, newest first. */
export function datesOf({ from, to }: Bounds): string[] {
  const dates: string[] = [];
  for (let date = addDays(to, -1); date >= from; date = addDays(date, -1)) dates.push(date);
  return dates;
}
