/** What lists state about their field: a list without a timezone changes nothing, and a list of another field is refused. */
import { expect, it, onTestFinished } from 'vitest';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { upstreamOver } from '../../../support/list-service.ts';
import { note, type RecordedCall, recordedService, scene } from '../../../support/recorded-service.ts';
import { wholeReply, zonedDays, zones } from '../../../support/zoned-weather.ts';
import { addDays } from '../../../../src/platform/time/instant.ts';

const Notes = graphql(`
  query NotesOfSilentList {
    field(id: "fld_a") { observations(limit: 3) { id } }
  }
`);

const Days = graphql(`
  query DaysAfterSilentList {
    field(id: "fld_a") { timezone weather(last: { days: 3 }) { date } }
  }
`);

const Since = graphql(`
  query SinceNextToSilentList {
    field(id: "fld_a") { timezone observations(limit: 3) { id } weather(since: "06-29") { date } }
  }
`);

const Timezones = graphql(`
  query TimezonesOfFields($ids: [ID!]!) {
    fields(ids: $ids) { timezone }
  }
`);

const LastDays = graphql(`
  query LastDaysOfLesserService {
    field(id: "fld_a") {
      weather(last: { days: 3 }) { date }
      weatherSummary(last: { days: 3 }) { dayCount missingDays }
      earthObservations(from: "2026-06-28", to: "2026-06-29") { id }
      timeline(from: "2026-06-28", to: "2026-06-29") { date observations { id } earthObservations { id } weather { date } }
    }
  }
`);

const Summed = graphql(`
  query SumsOfDaysOfUtc {
    field(id: "fld_a") {
      weather(last: { days: 5 }) { startsAt }
      weatherSummary(last: { days: 5 }) { dayCount observedDays missingDays precipitation { value } }
      growingDegreeDays(last: { days: 5 }) { missingDays days { date growingDegreeDays } }
    }
  }
`);

const Scenes = graphql(`
  query ScenesOfMovedField {
    field(id: "fld_a") { earthObservations { id } }
  }
`);

const LocalDays = graphql(`
  query DaysOfMovedField {
    field(id: "fld_a") { weather(last: { days: 2 }) { date startsAtLocal } }
  }
`);

const TimelineOfMovedField = graphql(`
  query TimelineOfMovedField {
    field(id: "fld_a") { timeline(from: "2026-06-28", to: "2026-06-30") { date weather { date } } }
  }
`);

// Still the first of July in Los Angeles.
const now = () => new Date('2026-07-02T04:30:00Z');

/** A service whose weather states the timezone of the field, unless `isSilent`, and whose observations state nothing. */
function over(isSilent = false) {
  const weather = wholeReply(zonedDays('America/Los_Angeles', '2026-06-01', 60), 'America/Los_Angeles');
  return gatewayOver(
    (call) => {
      if (call.path.endsWith('/observations'))
        return {
          body: {
            data: [note('fld_a')],
            page: { limit: Number(call.query.limit), has_more: false, next_cursor: null },
          },
        };
      if (call.query.from === undefined)
        return { body: { data: [], meta: isSilent ? {} : { timezone: 'America/Los_Angeles' } } };
      const { body } = weather(call);
      return { body: { ...(body as object), ...(isSilent && { meta: undefined }) } };
    },
    { now },
  );
}

it('once the timezone of a field is set, windows are cut by it, also while a list with the former one is cached', async () => {
  let zone = 'Pacific/Kiritimati';
  const { calls, fetch } = recordedService((call) => {
    if (call.path.endsWith('/weather')) return wholeReply(zonedDays(zone, '2026-06-01', 60), zone)(call);
    const headers = { etag: '"scenes"', 'cache-control': 'public, max-age=3600' };
    return { body: { data: [], meta: { field_id: call.query.field_id, timezone: zone } }, headers };
  });
  // With the response cache.
  const upstream = upstreamOver(() => ({ fetch, close: async () => {} }), { isBatching: false });
  onTestFinished(upstream.close);
  const { answer } = gatewayOver(undefined, { fetch: upstream.fetch, now });
  // A response is cached when its ETag comes a second time.
  for (let time = 0; time < 3; time += 1) await execute(answer, Scenes);
  expect(calls).toHaveLength(2);
  zone = 'Pacific/Pago_Pago';
  for (const windows of [['2026-06-30 2026-07-02', '2026-06-29 2026-07-01'], ['2026-06-29 2026-07-01']]) {
    await execute(answer, Scenes);
    calls.length = 0;
    const { data } = await execute(answer, LocalDays);
    expect(data?.field?.weather).toEqual(
      ['2026-06-29', '2026-06-30'].map((date) => ({ date, startsAtLocal: `${date}T00:00:00-11:00` })),
    );
    // The first is read again in the timezone that it states.
    expect(calls.map(({ query: { from, to } }) => `${from} ${to}`)).toEqual(windows);
  }
});

it('the days of a timeline have the records of these days if the lists state another timezone than was known', async () => {
  let zone = 'Pacific/Kiritimati';
  const replyOf = (call: RecordedCall) => wholeReply(zonedDays(zone, '2026-06-01', 60), zone)(call);
  const { answer } = gatewayOver(replyOf, { now });
  await execute(answer, LocalDays);
  zone = 'Pacific/Pago_Pago';
  const { data } = await execute(answer, TimelineOfMovedField);
  const dates = ['2026-06-29', '2026-06-28'];
  expect(data?.field?.timeline).toEqual(dates.map((date) => ({ date, weather: { date } })));
});

it('observations without a timezone leave the local days of a field unchanged in later operations', async () => {
  const { answer } = over();
  await execute(answer, Notes);
  const { data } = await execute(answer, Days);
  expect(data?.field).toEqual({
    timezone: 'America/Los_Angeles',
    weather: ['2026-06-28', '2026-06-29', '2026-06-30'].map((date) => ({ date })),
  });
  await execute(answer, Notes);
  expect((await execute(answer, Days)).data).toEqual(data);
});

it('observations without a timezone leave the local days of a field unchanged in the same operation', async () => {
  const { data } = await execute(over().answer, Since);
  expect(data?.field?.timezone).toBe('America/Los_Angeles');
  expect(data?.field?.weather?.map(({ date }) => date)).toEqual(['2026-06-29', '2026-06-30', '2026-07-01']);
});

it('the timezone of a field is null if no list states one, after one additional call', async () => {
  const { answer, calls } = over(true);
  const { data, errors } = await execute(answer, Since);
  expect(errors).toBeUndefined();
  expect(data?.field?.timezone).toBeNull();
  expect(calls.filter(({ query }) => query.limit === '1')).toHaveLength(1);
});

it('the timezones of the 10,000 fields that were read last are cached, and no others', async () => {
  const { answer, calls } = gatewayOver();
  const readSome = (from: number) => {
    calls.length = 0;
    const ids = Array.from({ length: 100 }, (_, at) => `fld_${from + at}`);
    return execute(answer, Timezones, { ids });
  };
  for (let from = 0; from <= 10_000; from += 100) await readSome(from);
  await readSome(100);
  expect(calls).toEqual([]);
  const { data } = await readSome(0);
  expect(data?.fields).toEqual(Array(100).fill({ timezone: 'UTC' }));
  expect(calls).toHaveLength(100);
});

it('a list of another field is refused, and its timezone is not used for the requested field', async () => {
  const { answer } = gatewayOver(
    ({ path, query: { field_id = '' } }) => {
      const meta = { field_id: 'fld_other', timezone: 'Asia/Tokyo' };
      const page = { limit: 3, has_more: false, next_cursor: null };
      if (path.endsWith('/observations')) return { body: { data: [], page, meta } };
      return { body: { data: [], meta: { field_id, timezone: 'America/Los_Angeles' } } };
    },
    { now },
  );
  const { data, errors } = await execute(answer, Notes);
  expect(data?.field?.observations).toBeNull();
  expect(errors).toMatchObject([{ path: ['field', 'observations'], extensions: { code: 'UPSTREAM_ERROR' } }]);
  expect((await execute(answer, Days)).data?.field?.timezone).toBe('America/Los_Angeles');
});

it.each(zones)(
  'dates are midnights in the timezone that a service states, also if it ignores the window: %s',
  async (zone) => {
    const days = zonedDays(zone, '2026-06-01', 40);
    const midnights = ['2026-06-28', '2026-06-29'].map((date) =>
      Date.parse(days.find((day) => day.date === date)!.starts_at),
    );
    const around = midnights.flatMap((ms) => [ms - 1_000, ms]).map((ms) => new Date(ms).toISOString());
    const scenes = around.map((acquired_at, at) => ({ ...scene('fld_a'), id: `eo_${at}`, acquired_at }));
    const notes = around.map((observed_at, at) => ({ ...note('fld_a', `obs_${at}`), observed_at }));
    const { answer } = gatewayOver(
      ({ path }) => {
        const meta = { timezone: zone };
        if (path.endsWith('/weather')) return { body: { data: days, meta } };
        return { body: { data: path.endsWith('/observations') ? notes : scenes, meta } };
      },
      { now: () => new Date('2026-07-02T12:00:00Z') },
    );
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date('2026-07-02T12:00:00Z'));
    const expected = [3, 2, 1].map((before) => ({ date: addDays(today, -before) }));
    for (const _ of ['unknown', 'known']) {
      const { data, errors } = await execute(answer, LastDays);
      expect(errors).toBeUndefined();
      expect(data?.field).toEqual({
        weather: expected,
        weatherSummary: { dayCount: 3, missingDays: 0 },
        earthObservations: [{ id: 'fld_a:eo:eo_1' }, { id: 'fld_a:eo:eo_2' }],
        timeline: [
          {
            date: '2026-06-28',
            observations: [{ id: 'fld_a:obs:obs_2' }, { id: 'fld_a:obs:obs_1' }],
            earthObservations: [{ id: 'fld_a:eo:eo_1' }, { id: 'fld_a:eo:eo_2' }],
            weather: { date: '2026-06-28' },
          },
        ],
      });
    }
  },
);

it.each(['America/Los_Angeles', 'Asia/Tokyo'])(
  'days with UTC dates are counted by their start, whether or not the timezone is known: %s',
  async (zone) => {
    const days = zonedDays('UTC', '2026-06-01', 40, (at) => ({ precipitation: { value: at, unit: 'millimetre' } }));
    const { answer } = gatewayOver(wholeReply(days, zone), { now: () => new Date('2026-07-02T12:00:00Z') });
    const [unknown, known] = [await execute(answer, Summed), await execute(answer, Summed)];
    expect(unknown.errors).toBeUndefined();
    expect(known).toEqual(unknown);
    const listed = unknown.data?.field?.weather?.map(({ startsAt }) =>
      days.findIndex((day) => day.starts_at === startsAt),
    );
    expect(unknown.data?.field?.weatherSummary).toEqual({
      dayCount: 5,
      observedDays: 5,
      missingDays: 0,
      precipitation: { value: listed?.reduce((sum, at) => sum + at) },
    });
  },
);
