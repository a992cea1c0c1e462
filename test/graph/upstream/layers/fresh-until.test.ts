/** Every response states until when it is fresh: from the service, the cache, a coalesced call or a batch. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Fetch } from '../../../../src/graph/upstream/call.ts';
import { cacheReads } from '../../../../src/graph/upstream/layers/cache.ts';
import { dateReads } from '../../../../src/graph/upstream/layers/freshness.ts';
import { batchReads } from '../../../../src/graph/upstream/layers/batch.ts';
import { gatewayOver, type RecordedGateway } from '../../../support/gateway.ts';
import { meta, recordedService, weatherDay } from '../../../support/recorded-service.ts';
import { settled } from '../../../support/manual-clock.ts';
import { answer, openCalls, scripted } from '../../../support/scripted-fetch.ts';
import { callScope, read, write } from '../../../support/upstream-call.ts';

const base = 'http://service';
const changing = ['observations'];
const minute = { 'cache-control': 'public, max-age=60', etag: '"e"' };
const seconds = (count: number) => count * 1_000;

/** The layers above the wire, with a clock that stands still. */
function chainOver(wire: Fetch, bytesMax = 1e6) {
  const clock = { now: Date.parse('2026-05-01T12:00:00Z') };
  const now = () => clock.now;
  const cache = bytesMax > 0 ? cacheReads({ bytesMax, changing, now }).layer : dateReads(changing, now);
  const batches = batchReads();
  batches.allow(new Map([[`${base}/api/v1/weather`, `${base}/api/v1/batch/weather`]]));
  const fetch = cache(batches.layer(wire));
  const left = async (...call: Parameters<typeof read>) =>
    ((await fetch(read(...call))).freshUntil - clock.now) / 1_000;
  return { clock, fetch, left };
}

/** A gateway over these layers, and their clock. */
function graphOver(wire: Fetch) {
  const { clock, fetch } = chainOver(wire);
  return { clock, ...gatewayOver(undefined, { fetch, now: () => new Date(clock.now) }) };
}

/** The headers of the reply to a query. */
async function headersOf(gateway: Pick<RecordedGateway, 'answer'>, query: string): Promise<Headers> {
  return (await gateway.answer(new Request(`http://graph/graphql?query=${encodeURIComponent(query)}`))).headers;
}

/** A service with one day, which may be cached for `maxAge` seconds. */
const oneDay = (maxAge: number) =>
  recordedService(() => ({
    body: { data: [weatherDay('fld_a')], meta: meta('fld_a') },
    headers: { 'cache-control': `public, max-age=${maxAge}` },
  }));

describe.each([
  ['the freshness of responses with a cache', 1e6],
  ['the freshness of responses without a cache', 0],
])('%s', (_, bytesMax) => {
  it('is the time that the service grants, counted from the request, less its age', async () => {
    expect(
      await chainOver(
        scripted(() => answer(200, minute)),
        bytesMax,
      ).left(base),
    ).toBe(60);
    expect(
      await chainOver(
        scripted(() => answer(200, { ...minute, age: '20' })),
        bytesMax,
      ).left(base),
    ).toBe(40);
    const wire = openCalls();
    const { clock, fetch } = chainOver(wire, bytesMax);
    const pending = fetch(read(base));
    await settled();
    clock.now += seconds(7);
    wire.open[0]!.answer(answer(200, minute));
    expect((await pending).freshUntil - clock.now).toBe(seconds(53));
  });

  it('is 0 for a response to a key, of data that writes change, of another status, or that varies', async () => {
    const until = async (outcome: ReturnType<typeof answer>, ...[options]: [Parameters<typeof read>[1]?]) =>
      (
        await chainOver(
          scripted(() => outcome),
          bytesMax,
        ).fetch(read(base, options))
      ).freshUntil;
    const scope = callScope({ credential: 'k' });
    expect(await until(answer(200, minute), { scope, headers: { authorization: 'Bearer k' } })).toBe(0);
    expect(await until(answer(200, minute), { endpoint: 'observations' })).toBe(0);
    expect(await until(answer(404, minute))).toBe(0);
    expect(await until(answer(206, minute))).toBe(0);
    expect(await until(answer(200, { ...minute, vary: 'Cookie' }))).toBe(0);
    expect(await until(answer(200, { etag: '"e"' }))).toBe(0);
  });

  it('is separate for each field of a batch', async () => {
    const item = (field_id: string, cache_control: string) => ({
      field_id,
      status: 200,
      etag: '"e"',
      cache_control,
      body: { data: [] },
    });
    const data = [item('fld_a', 'public, max-age=60'), item('fld_b', 'public, max-age=30'), item('fld_c', 'no-cache')];
    const wire = scripted(() => answer(200, { 'cache-control': 'no-store', age: '5' }, JSON.stringify({ data })));
    const { left, clock } = chainOver(wire, bytesMax);
    const scope = callScope();
    const of = (id: string) => left(base, { scope, path: `/api/v1/weather?field_id=${id}` });
    expect(await Promise.all(['fld_a', 'fld_b', 'fld_c'].map(of))).toEqual([55, 25, -clock.now / 1_000]);
    expect(wire.sent).toHaveLength(1);
  });
});

describe('reads without a cache', () => {
  const now = () => Date.parse('2026-05-01T12:00:00Z');
  const scope = callScope({ credential: 'k' });

  it('record lifetimes by endpoint, only of responses that any caller may get', async () => {
    const granted = new Map<string, number>();
    const wire = scripted(({ scope }) =>
      answer(200, { 'cache-control': `public, max-age=${scope.credential === '' ? 60 : 30}` }),
    );
    const fetch = dateReads(changing, now, granted)(wire);
    for (const request of [
      read(base),
      read(base, { scope, headers: { authorization: 'Bearer k' } }),
      read(base, { endpoint: 'observations' }),
    ])
      await fetch(request);
    expect([...granted]).toEqual([['weather', seconds(60)]]);
  });

  it.each([
    ['a write', write(base)],
    ['a read of unknown identity', read(base, { headers: { authorization: 'Bearer k' } })],
  ])('grant no lifetime to %s', async (_, request) => {
    expect((await dateReads(changing, now)(scripted(() => answer(200, minute)))(request)).freshUntil).toBe(0);
  });
});

it('a cached response has the rest of its lifetime, and a new lifetime once the service confirms it', async () => {
  const wire = scripted(({ ifNoneMatch }) => answer(ifNoneMatch === undefined ? 200 : 304, minute));
  const { clock, left } = chainOver(wire);
  const seen = [];
  for (const later of [0, 0, 20, 39, 1, 59]) {
    clock.now += seconds(later);
    seen.push(await left(base));
  }
  // Requested twice, because it is cached on second sight, and again once its minute is over.
  expect(seen).toEqual([60, 60, 40, 1, 60, 1]);
  expect(wire.sent).toHaveLength(3);
});

it('an answer of the graph is public until its first list expires, also once a compiled program writes it', async () => {
  const lasting: Record<string, number> = { fld_a: 60, fld_b: 300 };
  const service = recordedService(({ query: { field_id: id = '' } }) => ({
    body: { data: Array.from({ length: 5 }, () => weatherDay(id)), meta: meta(id) },
    headers: { etag: `"${id}"`, 'cache-control': `public, max-age=${lasting[id]}` },
  }));
  const graph = graphOver(service.fetch);
  const { clock } = graph;
  const query = '{ fields(ids: ["fld_a", "fld_b"]) { weather { date temperatureMax { value unit } } } }';
  const seen = new Set<string>();
  const tags = new Set<string | null>();
  for (let run = 0; run < 30; run += 1) {
    const headers = await headersOf(graph, query);
    tags.add(headers.get('etag'));
    seen.add(`${clock.now / 1_000}: ${headers.get('cache-control')}`);
    clock.now += seconds(1);
  }
  expect(tags.size).toBe(1);
  const start = clock.now / 1_000 - 30;
  // The first two are requested, because a response is cached on second sight.
  const expected = Array.from({ length: 30 }, (_, at) => `${start + at}: public, max-age=${at === 0 ? 60 : 61 - at}`);
  expect([...seen]).toEqual(expected);
});

it('equal queries in flight are public for the time left since their call was sent', async () => {
  // On a busy machine, a query could become too old to subscribe to.
  const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => time.mockRestore());
  const wire = openCalls();
  const { clock, fetch } = chainOver(wire);
  const gateway = gatewayOver(undefined, { fetch, now: () => new Date(clock.now), serviceUrl: base });
  const query = encodeURIComponent('{ field(id: "fld_a") { weather { date } } }');
  const request = () => gateway.fetch(new Request(`http://graph/graphql?query=${query}`));
  const first = request();
  while (wire.open.length === 0) await settled();
  clock.now += seconds(10);
  const second = request();
  await settled();
  clock.now += seconds(5);
  const body = { data: [weatherDay('fld_a')], meta: meta('fld_a') };
  wire.open[0]!.answer(answer(200, minute, JSON.stringify(body)));
  const controls = (await Promise.all([first, second])).map(({ headers }) => headers.get('cache-control'));
  expect(controls).toEqual(['public, max-age=45', 'public, max-age=45']);
  expect(wire.open).toHaveLength(1);
});

describe('an answer to a window relative to now', () => {
  /** A field in Seattle, whose days end at 7 o'clock UTC in summer. */
  const timezone = 'America/Los_Angeles';
  const day = ['2026-05-01T12:00:00Z', '2026-05-02T06:59:00Z', '2026-05-02T07:00:00Z'];

  it.each([
    ['the last days', 'weather(last: { days: 7 }) { date }', day],
    ['the next days', 'weather(next: { days: 7 }) { date }', day],
    ['days since one of the year', 'weather(since: "04-15") { date }', day],
    ['scenes of the last days', 'earthObservations(last: { days: 30 }) { acquiredAt }', day],
    ['a timeline', 'timeline { date earthObservations { id } }', day],
    [
      'the last hours',
      'weather(last: { hours: 6 }, granularity: HOURLY) { startsAt }',
      ['2026-05-01T12:10:00Z', '2026-05-01T12:59:00Z', '2026-05-01T13:00:00Z'],
    ],
    [
      'the hours for spraying',
      'sprayConditions(next: { hours: 6 }) { hoursWithoutRecord }',
      ['2026-05-01T12:10:00Z', '2026-05-01T12:59:00Z', '2026-05-01T13:00:00Z'],
    ],
    [
      'the latest of 366 days',
      'latestWeather { date }',
      ['2026-05-01T12:00:00Z', '2026-05-01T23:59:00Z', '2026-05-02T00:00:00Z'],
    ],
  ])('is public until the window moves: %s', async (_, list, moments) => {
    const service = recordedService(({ query: { field_id: id = '' } }) => ({
      body: { data: [], meta: { ...meta(id), timezone } },
      headers: { 'cache-control': 'public, max-age=300' },
    }));
    // First by an operation that reads the timezone, then by operations that know it.
    for (const isKnown of [false, true]) {
      const graph = graphOver(service.fetch);
      const request = async (at: string) => {
        graph.clock.now = Date.parse(at);
        return (await headersOf(graph, `{ field(id: "fld_a") { ${list} } }`)).get('cache-control');
      };
      const [noon = '', ...others] = moments;
      const seen = [];
      if (isKnown) await request(noon);
      for (const at of [...others, noon]) seen.push(await request(at));
      expect(seen).toEqual(['public, max-age=60', 'public, max-age=300', 'public, max-age=300']);
    }
  });
});

it.each([
  [300, 60],
  [60, 300],
])(
  'an answer from a list for %i s, and from a longer list for %i s requested after it, is public for 60 s',
  async (first, second) => {
    // It applies the limit, but does not state whether it applied the order.
    const service = recordedService(({ query: { field_id: id = '', limit } }) => ({
      body: { data: Array.from({ length: Number(limit ?? 9) }, () => weatherDay(id)), meta: { field_id: id } },
      headers: { 'cache-control': `public, max-age=${limit === undefined ? second : first}` },
    }));
    const headers = await headersOf(graphOver(service.fetch), '{ field(id: "fld_a") { latestWeather { date } } }');
    expect(service.calls).toHaveLength(2);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
  },
);

it('an answer is public for a year at most, whatever the service grants', async () => {
  const query = '{ field(id: "fld_a") { weather(from: "2026-05-01", to: "2026-05-02") { date } } }';
  const headers = await headersOf(graphOver(oneDay(100_000_000_000).fetch), query);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000');
});

it('a response with less than a second left is no-store', async () => {
  const clock = { now: Date.parse('2026-05-01T12:00:00Z') };
  const fetch: Fetch = dateReads(changing, () => clock.now)(oneDay(1).fetch);
  const slow: Fetch = (request) => fetch(request).finally(() => (clock.now += 1));
  const gateway = gatewayOver(undefined, { fetch: slow, now: () => new Date(clock.now) });
  const headers = await headersOf(gateway, '{ field(id: "fld_a") { weather { date } } }');
  expect(headers.get('cache-control')).toBe('no-store');
});
