/** GET /api/v1/weather, and its batch: a field's weather in a window. */
import { isDeepStrictEqual } from 'node:util';
import { freeBytes } from '../../platform/server/http-reply.ts';
import { dayMs } from '../../platform/time/instant.ts';
import { nextTurn } from '../../platform/sync/turns.ts';
import { findVisibleField, type KnownCaller } from '../requests/caller.ts';
import { assertMayGoOn, LongWork } from '../requests/long-work.ts';
import { overloaded } from '../requests/overload.ts';
import type { RequestContext, Route } from '../requests/service-request.ts';
import { createFieldReadRoutes } from './field-read.ts';
import { LongList, renderWindowList } from './lists.ts';
import type { Field, Store, WeatherQuery } from '../store/store.ts';
import { windowReader } from '../records/window.ts';

/** Days of one part of a longer window of hours: about two hundred records. */
const daysOfPart = 8;
const recordsOfPart = daysOfPart * 24;
/** Days of the longest part, after parts without records. The 1,536 records that it may still have are few enough for one turn. */
const daysOfPartMax = 64;

/** Reads of a long list whose field or records change meanwhile. */
const triesMax = 3;

/** The routes over a store. */
export function createWeatherRoutes(store: Store, calendar: () => Date): Route[] {
  const windowIn = windowReader(calendar, { daysBack: 7, daysAhead: 7 });
  const longReads = new LongWork();
  return createFieldReadRoutes<'getWeather'>(store, {
    path: '/api/v1/weather',
    scope: 'weather:read',
    publicDirective: 'public, max-age=300',
    assertIn: windowIn,
    async list(values, field, caller, context) {
      const { granularity, kind, order, limit } = values;
      const queryOf = (field: Field) => {
        const window = windowIn(values, field.timezone);
        return { field, granularity, kind, order, limit, ...window };
      };
      const query = queryOf(field);
      if (granularity === 'hourly' && query.to - query.from > daysOfPart * dayMs)
        return longReads.run(context, () => readOneState(store, { id: field.id, caller, queryOf }, context));
      return { body: renderWindowList(field, query, await store.weather(query)) };
    },
  });
}

interface LongRead {
  id: string;
  caller: KnownCaller;
  queryOf(field: Field): WeatherQuery;
}

/** Reads a long list of one state of the field and its records. Both may change while the read waits, and between its parts. */
async function readOneState(store: Store, { id, caller, queryOf }: LongRead, context: RequestContext) {
  // No write changes the weather of the demo.
  const changesOf = async (field: Field) => (field.demo ? '' : store.changes?.(field, caller));
  let found = await findVisibleField(store, caller, id);
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const field = found;
    // One statement reads one state, but blocks SQLite for longer: there it is the last try. PostgreSQL has no `changes`.
    const inTurns = field.demo || (store.changes !== undefined && tries < triesMax);
    const before = await changesOf(field);
    const list = await (inTurns ? readInTurns : readAtOnce)(store, queryOf(field), context);
    found = await findVisibleField(store, caller, id);
    const isOneState = !inTurns || before === (await changesOf(field));
    if (isOneState && isDeepStrictEqual(found, field)) return list;
    freeBytes(list.own ?? []);
  }
  throw overloaded;
}

/** Reads a long list in one statement, and renders it part by part. */
async function readAtOnce(store: Store, query: WeatherQuery, context: RequestContext) {
  const records = await store.weather(query);
  const list = new LongList();
  try {
    for (let at = 0; at < records.length; at += recordsOfPart) {
      await nextTurn();
      assertMayGoOn(context);
      list.add(records.slice(at, at + recordsOfPart));
    }
    return list.end(query.field, query);
  } finally {
    list.free();
  }
}

/** Reads and renders a long list part by part, so that other requests run in between. */
async function readInTurns(store: Store, query: WeatherQuery, context: RequestContext) {
  const { field, from, to, order, limit = Number.POSITIVE_INFINITY } = query;
  const list = new LongList();
  let partMs = daysOfPart * dayMs;
  try {
    for (let done = 0; done < to - from && list.count < limit; ) {
      await nextTurn();
      assertMayGoOn(context);
      const part =
        order === 'asc'
          ? { from: from + done, to: Math.min(to, from + done + partMs) }
          : { from: Math.max(from, to - done - partMs), to: to - done };
      const records = await store.weather({ ...query, ...part, limit: query.limit && limit - list.count });
      list.add(records);
      done += partMs;
      // A field without hours has none in the whole window, and each part costs a statement and a turn.
      partMs = records.length > 0 ? daysOfPart * dayMs : Math.min(2 * partMs, daysOfPartMax * dayMs);
    }
    return list.end(field, { from, to });
  } finally {
    list.free();
  }
}
