/** The timeline of a field: weather, notes and scenes of each local day, newest first. */
import { ByteList } from '../../../executor/byte-list.ts';
import { sortedBy } from '../../../platform/lists/sorted-by.ts';
import { stepBytes, type Work } from '../../../platform/sync/turns.ts';
import { addDays, dayMs, isDate, localDate, startOfDay } from '../../../platform/time/instant.ts';
import { GatewayError, instantOf, invalidArgument } from '../../errors/gateway-error.ts';
import type { Loaders } from '../../reads/client.ts';
import { builder } from '../builder.ts';
import { shownType } from '../field-builders.ts';
import { EarthObservation, scenesInOrder } from '../earth-observations/record.ts';
import { Field } from '../field.ts';
import { limitMax } from '../list-arguments.ts';
import { Observation } from '../observations/record.ts';
import { datedOf, datesBetween } from '../weather/days.ts';
import { WeatherRecord } from '../weather/record.ts';
import { type WindowArguments, windowArgumentsAhead, windowDaysMax } from '../windows/arguments.ts';
import { assertWindow, type Bounds, dayBounds, endOfDay } from '../windows/relative-bounds.ts';
import { ofDay, scenesOfDays, timelineDays, timelineRecords } from '../windows/record-counts.ts';

interface Day {
  date: string;
  timeline: ReturnType<typeof createTimeline>;
}

const FieldDay = shownType<Day>(
  'FieldDay',
  'One local day of a field. Each list that is selected is one call for all days.',
  { date: ['Date', 'The day, in the timezone of the field.'] },
);

builder.objectFields(FieldDay, (t) => ({
  weather: t.field({
    type: WeatherRecord,
    description: 'Its daily record, observed or forecast; null where there is none.',
    extensions: { upstreamCalls: 1, resolves: 'once', records: ofDay('weather', (days) => days) },
    resolve: ({ date, timeline }) => timeline.weather(date),
  }),
  observations: t.field({
    type: [Observation],
    description:
      'Observations of that day, newest first. If the window has more than 100, only the newest 100 are known: days from the oldest of them back are null.',
    extensions: {
      upstreamCalls: 1,
      resolves: 'once',
      records: ofDay('observations', () => limitMax),
      recordsTogether: limitMax,
    },
    resolve: ({ date, timeline }) => timeline.notes(date),
  }),
  earthObservations: t.field({
    type: [EarthObservation],
    description: 'Scenes taken that day, oldest first, cloudy ones too. Null if the service may have left some out.',
    extensions: { upstreamCalls: 1, resolves: 'once', records: ofDay('earthObservations', scenesOfDays) },
    resolve: ({ date, timeline }) => timeline.scenes(date),
  }),
}));

builder.objectFields(Field, (t) => ({
  timeline: t.field({
    type: [FieldDay],
    description: `Each local day of a window with its weather, observations and scenes, newest first. Without a window: the last ${timelineDays} days. One call for each list that is selected, and one more while the timezone is unknown.`,
    args: windowArgumentsAhead(
      t,
      `First day, inclusive: of an instant, its local day. Defaults to ${timelineDays} days before \`to\`.`,
      'Day after the last, at most 366 days after `from`. The day of an instant is included, unless it is its midnight, or the 367th day. Defaults to tomorrow, and without `from` to today.',
    ),
    extensions: {
      upstreamCalls: 1,
      records: timelineRecords,
      recordsAreDays: true,
      computedFrom: ['ListMeta.timezone'],
    },
    resolve: async ({ id }, args, context) => {
      const { now, freshness, scope, timezones } = context;
      const { weather, observations, earthObservations } = context.loaders;
      const isRelative = assertWindow(args, false);
      const timezone = await timezones.load(id, weather, observations, earthObservations);
      const nowMs = now().getTime();
      // When the field's day ends, a window may have other days, and fewer of its days lie ahead.
      freshness.endBy(endOfDay(nowMs, timezone));
      const span = isRelative ? dayBounds(args, nowMs, timezone) : spanOf(args, nowMs, timezone);
      const timeline = createTimeline(context.loaders, { field_id: id, ...span }, () => timezones.get(id) ?? null);
      const days = datesBetween(span.from, span.to, timezone ?? 'UTC').map((date): Day => ({ date, timeline }));
      return new ByteList(days.reverse(), workOnDays(scope.work));
    },
  }),
}));

/** Days that count as one record: a day is only a date, and its lists count on load. As records, days of 24 fields would end batching. */
const daysOfRecord = 20;

function workOnDays(work: Work): Work {
  return {
    get isLong() {
      return work.isLong;
    },
    begin: (bytes) => work.begin(bytes / daysOfRecord),
    turn: () => work.turn(),
  };
}

/** The days from `from` to `to`, with the local days of instants. Throws BAD_USER_INPUT for no days, and for too many. */
function spanOf({ from, to }: WindowArguments, nowMs: number, timezone: string | null): Bounds {
  const zone = timezone ?? 'UTC';
  const today = localDate(nowMs, zone);
  const dayOf = (text: string) => (isDate(text) ? text : localDate(Date.parse(text), zone));
  // The day of the last moment before an instant is the last one.
  const endOf = (text: string) => (isDate(text) ? text : addDays(localDate(Date.parse(text) - 1, zone), 1));
  const end = to ? endOf(to) : from ? addDays(today, 1) : today;
  const span = { from: from ? dayOf(from) : addDays(end, -timelineDays), to: end };
  const hint = to ? '' : ' Send to as well, in place of its default.';
  // 366 days from noon to noon are of 367 local days.
  if (to && !isDate(to) && addDays(span.to, -1) === addDays(span.from, windowDaysMax)) span.to = addDays(span.to, -1);
  const days = (Date.parse(span.to) - Date.parse(span.from)) / dayMs;
  if (days > 0 && days <= windowDaysMax) return span;
  throw days > 0
    ? invalidArgument(['from'], `A window spans at most ${windowDaysMax} days.`, 'TOO_LARGE')
    : invalidArgument(['from'], `from must be before to, by a day at least.${hint}`, 'EMPTY_WINDOW');
}

/**
 * The lists of the local days from `from`, inclusive, to `to`, exclusive. Each is read and grouped on its first use, once for all days. An
 * unselected list costs no call. The service also reads dates in the timezone of the field: a list may state another one than was known.
 */
function createTimeline(loaders: Loaders, query: Bounds & { field_id: string }, timezoneOf: () => string | null) {
  const dayOf = (instant: string) => localDate(instantOf(instant), timezoneOf() ?? 'UTC');
  const weather = once(async () => {
    // Use all records that the service sent: without a timezone, the first day may begin before the window.
    const { sent } = await loaders.weather.load(query);
    await sent.load();
    return datedOf(sent, timezoneOf());
  });
  const scenes = once(async () => {
    const { records, missing } = await loaders.earthObservations.load(query);
    const byDate = Map.groupBy(scenesInOrder(await records.loadItems()), ({ acquired_at }) => dayOf(acquired_at));
    const ofDate = (date: string) => inTurnsIfLong(records, byDate.get(date) ?? []);
    const { beforeMs = Number.NEGATIVE_INFINITY, afterMs = Number.POSITIVE_INFINITY } = missing ?? {};
    const isKnown = (date: string) => {
      const startMs = startOfDay(date, timezoneOf() ?? 'UTC');
      return startMs >= beforeMs && startMs <= afterMs;
    };
    return { ofDate, isKnown };
  });
  /** Newest first. If more notes follow, the day of the oldest one and all days before it may be incomplete. */
  const notes = once(async () => {
    try {
      const { observations, hasMore } = await loaders.observations.load({ ...query, limit: limitMax });
      const sent = await observations.loadItems();
      const sorted = sortedBy(sent, ({ observed_at }) => -instantOf(observed_at));
      const byDate = Map.groupBy(sorted, ({ observed_at }) => dayOf(observed_at));
      const ofDate = (date: string) => inTurnsIfLong(observations, byDate.get(date) ?? []);
      const oldest = sorted.at(-1);
      const unknownThrough = oldest ? dayOf(oldest.observed_at) : query.to;
      return { ofDate, unknownThrough: (hasMore ?? sent.length === limitMax) ? unknownThrough : '' };
    } catch (error) {
      if (!(error instanceof GatewayError && error.code === 'INCOMPLETE_UPSTREAM_DATA')) throw error;
      // The service does not filter by time and has more notes than one response can have: they may be of any day.
      return { ofDate: () => [], unknownThrough: query.to };
    }
  });
  return {
    weather: async (date: string) => (await weather()).get(date)?.record ?? null,
    /** Null for a day with scenes that the service may have left out. */
    async scenes(date: string) {
      const { ofDate, isKnown } = await scenes();
      return isKnown(date) ? ofDate(date) : null;
    },
    /** Null for a day whose notes may be incomplete. */
    async notes(date: string) {
      const { ofDate, unknownThrough } = await notes();
      return date <= unknownThrough ? null : ofDate(date);
    },
  };
}

/** The records of one day, from a list of several. Most days have few: waiting for a turn of each would take longer than to write it. */
function inTurnsIfLong<Item>(list: ByteList<Item>, items: Item[]): Iterable<Item> {
  const ofDay = list.with(items);
  return ofDay.size > stepBytes ? ofDay : items;
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= read());
}
