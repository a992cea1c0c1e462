/** The cache headers of responses by both entry points: neither private data nor an error is ever public. */
import { request as send } from 'undici';
import { describe, expect, it } from 'vitest';
import { dateReads } from '../../../src/graph/upstream/layers/freshness.ts';
import { bind, gatewayOver } from '../../support/gateway.ts';
import { meta, note, recordedService, scene, weatherDay } from '../../support/recorded-service.ts';

const startedAt = Date.parse('2026-05-01T12:00:00Z');
const now = () => startedAt;

/** Cache directives of the service. Those of observations violate the contract, and observations are not cached anyway. */
const directives: Record<string, string> = {
  weather: 'public, max-age=300',
  'earth-observations': 'public, max-age=3600',
  observations: 'public, max-age=3600',
};
const directivesOfField: Record<string, string | undefined> = {
  fld_private: 'private, max-age=300',
  fld_nocache: 'no-cache',
  fld_nostore: 'public, max-age=300, no-store',
  fld_silent: undefined,
  fld_brief: 'public, max-age=20',
};

const service = recordedService(({ path, query: { field_id: id = '' } }) => {
  if (id === 'fld_none') return { status: 404, body: {} };
  const list = path.slice('/api/v1/'.length);
  const data = {
    weather: Array.from({ length: id === 'fld_long' ? 40 : 1 }, () => weatherDay(id)),
    'earth-observations': [scene(id)],
    observations: [note(id)],
  }[list];
  const directive = id in directivesOfField ? directivesOfField[id] : directives[list];
  const body = { data, meta: meta(id), page: { limit: 25, has_more: false, next_cursor: null } };
  return directive === undefined ? { body } : { body, headers: { 'cache-control': directive } };
});

const gateway = gatewayOver(undefined, {
  fetch: dateReads(['observations'], now)(service.fetch),
  now: () => new Date(now()),
  rateLimitPerMinute: 1_000_000,
  cors: { origins: ['https://app.test'], loopback: false },
});

const listener = await bind(gateway.handle);

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

type Headers = Record<string, string>;

async function throughSocket(path: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET'): Promise<Answer> {
  const { statusCode, headers: received, body } = await send(`${listener.url}${path}`, { method, headers });
  const bytes = Buffer.from(await body.arrayBuffer());
  const { date: _date, connection: _connection, 'keep-alive': _alive, ...rest } = received as Headers;
  return { status: statusCode, headers: rest, body: bytes.toString('latin1') };
}

const pathOf = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;
const get = (query: string, headers: Headers = {}) => throughSocket(pathOf(query), headers);
const controlOf = async (query: string, headers?: Headers) => (await get(query, headers)).headers['cache-control'];

const weather = '{ field(id: "fld_a") { weather { date } } }';
const long = '{ field(id: "fld_long") { weather { date startsAt endsAt temperatureMax { value unit } } } }';
const vary = 'Accept, Accept-Encoding, Authorization, Origin';
/** A range of several media types, of which Yoga chooses. */
const manyTypes = { accept: 'application/graphql-response+json, application/*;q=0.9' };

describe('the response to an operation', () => {
  it.each([
    ['a list', weather, 300],
    [
      'several lists, with the shortest lifetime',
      '{ field(id: "fld_a") { weather { date } earthObservations { id } } }',
      300,
    ],
    ['several fields', '{ fields(ids: ["fld_a", "fld_brief"]) { weather { date } } }', 20],
    ['a list twice', '{ a: field(id: "fld_a") { weather { date } } b: field(id: "fld_a") { weather { date } } }', 300],
    ['scenes', '{ field(id: "fld_a") { earthObservations { id } } }', 3600],
  ])('is public by GET for %s', async (_, query, seconds) => {
    expect(await controlOf(query)).toBe(`public, max-age=${seconds}`);
  });

  it.each([
    ['observations, whatever their cache directives', '{ field(id: "fld_a") { observations { id } } }'],
    ['observations next to weather', '{ field(id: "fld_a") { weather { date } observations { id } } }'],
    ['no list at all', '{ field(id: "fld_a") { id } }'],
    ['the schema', '{ __schema { queryType { name } } }'],
    ['one private list', '{ fields(ids: ["fld_a", "fld_private"]) { weather { date } } }'],
    ['a list with no-cache', '{ fields(ids: ["fld_a", "fld_nocache"]) { weather { date } } }'],
    ['a list with no-store', '{ field(id: "fld_nostore") { weather { date } } }'],
    ['a list without cache directives', '{ fields(ids: ["fld_a", "fld_silent"]) { weather { date } } }'],
    ['a list that failed', '{ fields(ids: ["fld_a", "fld_none"]) { weather { date } } }'],
    ['a malformed id next to a list', '{ a: field(id: "a") { id } field(id: "fld_a") { weather { date } } }'],
    ['an invalid document', '{ nothing }'],
    ['a document that does not parse', '{'],
    ['a mutation', 'mutation { addObservation }'],
  ])('is not public if it has %s', async (_, query) => {
    const { headers } = await get(query);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary, 'x-request-id': expect.any(String) });
    expect(headers).not.toHaveProperty('etag');
  });

  it.each<[string, Headers, string]>([
    ['a key', { authorization: 'Bearer key' }, 'private, no-store'],
    ['a malformed key', { authorization: 'Basic a2V5' }, 'private, no-store'],
    ['a cookie', { cookie: 'a=b' }, 'no-store'],
  ])('is not public for a request with %s', async (_, headers, control) => {
    const answer = await get(weather, headers);
    expect(answer.headers).toMatchObject({ 'cache-control': control, vary, ratelimit: expect.any(String) });
  });

  it.each<[Headers, string]>([
    [{}, 'no-store'],
    [{ authorization: 'Bearer key' }, 'private, no-store'],
  ])('is not public by POST, with the headers %j', async (headers, control) => {
    const { headers: received, body } = await send(`${listener.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: weather }),
    });
    await body.dump();
    expect(received).toMatchObject({ 'cache-control': control, vary });
  });

  it('is not public as a stream of events', async () => {
    expect(await controlOf(weather, { accept: 'text/event-stream' })).toBe('no-store');
  });
});

it.each(['/health', '/ready', '/', '/no-such-path', '/api/v1/weather'])(
  'a response without a result must not be stored: %s',
  async (path) => {
    expect((await throughSocket(path)).headers['cache-control']).toBe('no-store');
  },
);

describe('a public answer', () => {
  it.each<[string, Headers]>([
    ['by the plain path', {}],
    ['by the path that negotiates a media type', manyTypes],
  ])('has no header that belongs to one request, %s', async (_, accepts) => {
    const { headers } = await get(weather, { ...accepts, 'x-request-id': 'req_mine', origin: 'https://app.test' });
    expect(
      Object.keys(headers)
        .filter((name) => name !== 'transfer-encoding')
        .toSorted(),
    ).toEqual([
      'access-control-allow-origin',
      'access-control-expose-headers',
      'cache-control',
      ...(accepts === manyTypes ? [] : ['content-length']),
      'content-type',
      'etag',
      'vary',
      'x-content-type-options',
    ]);
    expect(headers.vary).toBe(vary);
  });

  it('has one stable tag for each media type and coding, by every entry point', async () => {
    const accepts: Headers[] = [
      {},
      { accept: 'application/graphql-response+json' },
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'br' },
    ];
    const tags = await Promise.all(accepts.map(async (headers) => (await get(long, headers)).headers.etag));
    expect(new Set(tags).size).toBe(accepts.length);
    const again = await Promise.all(accepts.map(async (headers) => (await get(long, headers)).headers.etag));
    expect(again).toEqual(tags);
    expect((await get(long, manyTypes)).headers.etag).toBe(tags[1]);
    // Too short to be compressed: one tag, whatever is accepted.
    expect((await get(weather, { 'accept-encoding': 'br' })).headers.etag).toBe((await get(weather)).headers.etag);
    expect((await get(weather)).headers.etag).not.toBe((await get(long)).headers.etag);
  });

  it.each<[string, Headers]>([
    ['plain', {}],
    ['compressed', { 'accept-encoding': 'br' }],
    ['by the path that negotiates a media type', manyTypes],
  ])('is replaced by 304 for a known tag, with the same directives, tag and Vary: %s', async (_, headers) => {
    const whole = await get(long, { ...headers, origin: 'https://app.test' });
    const { etag = '' } = whole.headers;
    for (const known of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const answer = await get(long, { ...headers, origin: 'https://app.test', 'if-none-match': known });
      expect(answer).toMatchObject({ status: 304, body: '' });
      for (const name of ['cache-control', 'etag', 'vary', 'access-control-allow-origin']) {
        expect(answer.headers[name]).toBe(whole.headers[name]);
      }
      expect(answer.headers).not.toHaveProperty('content-length');
      expect(answer.headers).not.toHaveProperty('x-request-id');
    }
    for (const other of ['"a"', 'a*', '"*"'])
      expect(await get(long, { ...headers, 'if-none-match': other })).toMatchObject({ status: 200 });
  });

  it('is computed before tags are compared, so that a caller with an old response receives a current error', async () => {
    const query = '{ field(id: "fld_none") { weather { date } } }';
    expect(await get(query, { 'if-none-match': '*' })).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
    });
  });
});

describe('HEAD', () => {
  it.each<[string, Headers]>([
    ['plain', {}],
    ['compressed', { 'accept-encoding': 'gzip' }],
  ])('returns the headers of GET and no body: %s', async (_, headers) => {
    const whole = await get(long, headers);
    expect(await throughSocket(pathOf(long), headers, 'HEAD')).toEqual({ ...whole, body: '' });
  });

  it('returns the headers of GET also by the path that negotiates a media type', async () => {
    const { headers } = await get(long, manyTypes);
    const { 'transfer-encoding': _, ...received } = headers;
    expect((await throughSocket(pathOf(long), manyTypes, 'HEAD')).headers).toEqual(received);
  });

  it('runs no mutation', async () => {
    expect(await throughSocket(pathOf('mutation { addObservation }'), {}, 'HEAD')).toMatchObject({ status: 405 });
  });
});
