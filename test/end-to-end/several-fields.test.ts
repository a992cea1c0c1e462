/** Batch reads: fifty fields in three calls over a service that announces them, with the same replies as single-field reads. */
import type { RequestListener } from 'node:http';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startCountingService } from '../support/counting-service.ts';
import { demoFields } from '../support/demo-fields.ts';
import { graphql } from '../support/documents/documents.ts';
import { type GraphAnswer, postOf } from '../support/execute.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { readMetric } from '../support/metric.ts';
import { descriptionRead, type Product, startProduct } from '../support/running.ts';
import { serve } from '../support/serve.ts';

const Dashboard = graphql(`
  query SeveralFieldsDashboard($ids: [ID!]!) {
    fields(ids: $ids) {
      id
      weather { startsAt kind temperatureMax { value unit } }
      earthObservations { id acquiredAt cloudCover { value } }
      observations(limit: 5) { id text }
    }
  }
`);

const Weather = graphql(`
  query SeveralFieldsWeather($ids: [ID!]!) {
    fields(ids: $ids) { weather { startsAt } }
  }
`);

const Relative = graphql(`
  query SeveralFieldsRelative($ids: [ID!]!) {
    fields(ids: $ids) {
      observations(last: { days: 5 }) { id }
      weather(since: "05-01") { startsAt }
    }
  }
`);

const Variety = graphql(`
  query SeveralFieldsVariety($from: DateOrDateTime!, $to: DateOrDateTime!, $category: ObservationCategory) {
    fields(ids: ["fld_demo_01", "fld_demo_02", "fld_nowhere", "fld_demo_59", "fld_demo_60"]) {
      id
      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt windSpeed { value } }
      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }
      clear: earthObservations(maxCloudCover: 20, order: DESC) { id }
      filtered: observations(limit: 3, category: $category) { id category }
      observationsConnection(first: 2) { pageInfo { hasNextPage endCursor } edges { node { id } } }
      latestWeather { startsAt }
      latestObservation { id }
    }
  }
`);

/** A gateway over a service, once it has read the description of the service. */
async function startOver(url: string, settings: Record<string, string> = {}): Promise<Product> {
  const started = await startProduct({ FIELD_DATA_URL: url, ADMIN_PORT: '0', ...settings });
  await descriptionRead(started);
  return started;
}

const service = untilFileEnd(await startCountingService({ describes: true }));
const product = untilFileEnd(await startOver(service.url));
const calls = () => service.requests.splice(0);

describe('fifty fields with three lists', () => {
  it('are three calls without a key; later, fresh lists are not requested and observations are revalidated', async () => {
    calls();
    const first = await product.query(Dashboard, { ids: demoFields(50) });
    expect(first.errors).toBeUndefined();
    expect(first.data?.fields.map((field) => field?.weather?.length)).toEqual(Array(50).fill(14));
    const seen = calls();
    expect(seen.map(({ url }) => url.split('?')[0]).sort()).toEqual([
      '/api/v1/batch/earth-observations',
      '/api/v1/batch/observations',
      '/api/v1/batch/weather',
    ]);
    for (const { url } of seen) expect(url).toContain(`field_ids=${demoFields(50).join(',')}`);
    // A response is cached if seen twice. Weather and scenes state how long they are fresh; observations are revalidated.
    await product.query(Dashboard, { ids: demoFields(50) });
    calls();
    expect(await product.query(Dashboard, { ids: demoFields(50) })).toEqual(first);
    expect(
      calls().map(({ url, headers }) => [url.split('?')[0], String(headers['known-etags']).split(', ').length]),
    ).toEqual([['/api/v1/batch/observations', 50]]);
  });

  it('are three calls with a key each time, which send the known ETags', async () => {
    const headers = { authorization: `Bearer ${service.demoKey}` };
    const answers = [];
    for (let round = 0; round < 3; round += 1) {
      calls();
      answers.push(await product.query(Dashboard, { ids: demoFields(50) }, headers));
      const seen = calls();
      expect(seen).toHaveLength(3);
      for (const one of seen) {
        expect(one.headers.authorization).toBe(headers.authorization);
        if (round === 2) expect(String(one.headers['known-etags']).split(', ')).toHaveLength(50);
      }
    }
    expect(answers[0]?.errors).toBeUndefined();
    expect(answers[2]).toEqual(answers[0]);
  });

  it('count as 150 calls towards UPSTREAM_CALLS_MAX', async () => {
    await using strict = await startOver(service.url, { UPSTREAM_CALLS_MAX: '149' });
    const { errors } = await strict.query(Dashboard, { ids: demoFields(50) });
    expect(errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_COMPLEX', limit: { actual: 150, max: 149 } } }]);
  });

  it('are counted in the metric of batched reads', async () => {
    expect(await readMetric(product.adminUrl, 'upstream_batched_reads_total{endpoint="weather"}')).toBeGreaterThan(9);
  });
});

it('thirty fields with unknown timezones are read in three calls', async () => {
  await using cold = await startOver(service.url);
  calls();
  // Only the fields of Seattle: for three hours a day, New York already has the next date.
  const { errors } = await cold.query(Relative, { ids: demoFields(60).filter((_id, at) => at % 2 === 0) });
  expect(errors).toBeUndefined();
  const paths = calls().map(({ url }) => url.split('?')[0]);
  const observations = '/api/v1/batch/observations';
  expect(paths.sort()).toEqual([observations, observations, '/api/v1/batch/weather']);
});

it('one field is read by single-field calls, not by batches', async () => {
  calls();
  await product.query(Dashboard, { ids: ['fld_demo_51'] });
  expect(
    calls()
      .map(({ url }) => url)
      .sort(),
  ).toEqual([
    '/api/v1/earth-observations?field_id=fld_demo_51',
    '/api/v1/observations?field_id=fld_demo_51&limit=5',
    '/api/v1/weather?field_id=fld_demo_51',
  ]);
});

it('batch reads give the same replies as single-field reads in fewer calls, with a cold and a warm cache', async () => {
  await using other = await startProduct({ FIELD_DATA_URL: service.silentUrl });
  const today = new Date();
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const headers = { authorization: `Bearer ${service.demoKey}` };
  for (const variables of [
    { from: day(-2), to: day(2) },
    { from: day(-12), to: day(-3), category: 'GROWTH_STAGE' as const },
    { from: day(-500), to: day(0) },
    { from: day(2), to: day(-2) },
  ]) {
    for (let round = 0; round < 3; round += 1) {
      calls();
      const grouped = await product.query(Variety, variables, headers);
      const groupedCalls = calls().length;
      const single = await other.query(Variety, variables, headers);
      expect(comparable(grouped)).toEqual(comparable(single));
      if (single.data) expect(groupedCalls).toBeLessThan(calls().length);
    }
  }
});

/** Without request ids, which differ per call, and with errors sorted, because they arrive in the order in which calls end. */
function comparable({ data, errors = [] }: GraphAnswer<unknown>) {
  const reported = errors.map(({ message, path, extensions: { requestId: _, ...extensions } }) => ({
    message,
    path: path?.join('.') ?? '',
    extensions,
  }));
  return { data, errors: reported.sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

it('a field that does not exist fails only on its own path', async () => {
  const { data, errors } = await product.query(Dashboard, { ids: ['fld_demo_01', 'fld_nowhere', 'fld_demo_02'] });
  expect(data?.fields.map((field) => field?.weather?.length)).toEqual([14, undefined, 14]);
  const failed = errors?.map(({ path, extensions }) => [
    path?.slice(0, 2).join('.'),
    extensions.code,
    extensions.status,
  ]);
  expect(new Set(failed?.map(String))).toEqual(new Set(['fields.1,NOT_FOUND,404']));
});

it('callers with different keys never share a call', async () => {
  const keys = [undefined, `Bearer ${service.demoKey}`, 'Bearer fds_test_of_nobody'];
  service.holdUntil(9);
  await Promise.all(
    keys.map((authorization) =>
      product.query(Dashboard, { ids: ['fld_demo_52', 'fld_demo_53'] }, authorization ? { authorization } : {}),
    ),
  );
  const seen = calls();
  for (const key of keys) {
    const own = seen.filter(({ headers }) => headers.authorization === key);
    expect(own.map(({ url }) => url.split('?')[0]).sort()).toEqual([
      '/api/v1/batch/earth-observations',
      '/api/v1/batch/observations',
      '/api/v1/batch/weather',
    ]);
  }
});

it('fields whose batch exceeds UPSTREAM_BYTES_MAX are read by single-field calls', async () => {
  await using small = await startOver(service.url, { UPSTREAM_BYTES_MAX: '65536' });
  calls();
  const { data, errors } = await small.query(Dashboard, { ids: demoFields(20) });
  expect(errors).toBeUndefined();
  expect(data?.fields.every((field) => field?.weather?.length === 14)).toBe(true);
  expect(calls().filter(({ url }) => url.includes('/weather?'))).toHaveLength(21);
});

it('a batch call is cancelled when its caller disconnects', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: cut, resolve: cutOff } = Promise.withResolvers<void>();
  await using slow = await startDescribed((request) => {
    request.socket.once('close', () => cutOff());
    if (request.url?.includes('/weather?field_ids=')) begin();
  });
  await using gateway = await startOver(slow.url);
  const abort = new AbortController();
  const sent = postOf(
    '{ fields(ids: ["fld_a", "fld_b"]) { weather { startsAt } } }',
    {},
    `${gateway.graphUrl}/graphql`,
  );
  const pending = fetch(sent, { signal: abort.signal });
  await begun;
  abort.abort();
  await expect(pending).rejects.toThrow();
  await cut;
});

const committed = readFileSync(new URL('../../schema/openapi.json', import.meta.url));

/** A service that publishes the description, or other documents, and handles each call with the given listener. */
async function startDescribed(
  listener: RequestListener,
  documents: Record<string, string | Buffer> = { '/openapi.json': committed },
) {
  const urls: string[] = [];
  const server = await serve((request, response) => {
    const { url = '' } = request;
    const document = documents[url];
    if (document) return void response.writeHead(200, { 'content-type': 'application/json' }).end(document);
    if (!url.includes('/api/')) return void response.writeHead(404).end();
    urls.push(url);
    listener(request, response);
  });
  return { ...server, urls };
}

describe('batch reads of a service under a path prefix', () => {
  const announced = JSON.stringify({ capabilities: ['a_later_one', 'batch_reads'] });
  const moved = JSON.stringify({ ...JSON.parse(committed.toString()), servers: [{ url: '/prefix' }] });

  it.each<[string, Record<string, string | Buffer>, boolean]>([
    ['in the description', { '/prefix/openapi.json': committed }, true],
    ['in a description that contains the prefix', { '/prefix/openapi.json': moved }, true],
    ['in the release descriptor', { '/prefix/sdk-release.json': announced }, true],
    ['in neither', { '/prefix/sdk-release.json': '{"capabilities":["idempotent_writes"]}' }, false],
  ])('are used only if announced: %s', async (_title, documents, isKnown) => {
    await using prefixed = await startDescribed((request, response) => {
      const ids = new URL(request.url ?? '', 'http://prefixed').searchParams.get('field_ids')?.split(',') ?? [];
      const item = { status: 200, etag: null, cache_control: 'no-cache', body: { data: [] } };
      const data = ids.map((field_id) => ({ field_id, ...item }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    }, documents);
    await using gateway = await startOver(`${prefixed.url}/prefix`);
    const { errors } = await gateway.query(Weather, { ids: ['fld_a', 'fld_b'] });
    expect(errors).toBeUndefined();
    const single = ['/prefix/api/v1/weather?field_id=fld_a', '/prefix/api/v1/weather?field_id=fld_b'];
    expect(prefixed.urls.sort()).toEqual(isKnown ? ['/prefix/api/v1/batch/weather?field_ids=fld_a,fld_b'] : single);
  });
});

const secret = 'secret at http://internal.example:9/';

describe('a batch read', () => {
  const malformed: [string, string][] = [
    ['a list', `{"data":[{"field_id":"fld_a","text":"${secret}"}],"meta":{}}`],
    ['an empty object', '{}'],
    ['text that is not JSON', secret],
    ['items without a status', '{"data":[{"field_id":"fld_a","body":{}},{"field_id":"fld_b","body":{}}]}'],
    [
      'items of other fields',
      '{"data":[{"field_id":"fld_c","status":200,"etag":null,"cache_control":"","body":{"data":[]}}]}',
    ],
    [
      'bodies that are not lists',
      '{"data":[{"field_id":"fld_a","status":200,"body":7},{"field_id":"fld_b","status":200}]}',
    ],
  ];

  it.each(malformed)('answered with %s is UPSTREAM_ERROR and leaks nothing of the response', async (_title, answer) => {
    await using liar = await startDescribed((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
    );
    await using gateway = await startOver(liar.url);
    const { errors } = await gateway.query(Dashboard, { ids: ['fld_a', 'fld_b'] });
    expect(errors).toHaveLength(6);
    expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['UPSTREAM_ERROR']));
    expect(JSON.stringify(errors)).not.toMatch(/secret|internal|127\.0\.0\.1/);
  });

  it('is replaced by single-field calls if the service refuses several fields with 400', async () => {
    await using lesser = await startDescribed((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://lesser');
      if (!searchParams.has('field_id')) return void response.writeHead(400).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
    });
    await using gateway = await startOver(lesser.url);
    const { data, errors } = await gateway.query(Dashboard, { ids: ['fld_a', 'fld_b'] });
    expect(errors).toBeUndefined();
    expect(data?.fields).toMatchObject([{ weather: [] }, { weather: [] }]);
    expect(lesser.urls).toHaveLength(9);
  });

  it('falls back to single-field calls for one HTML page only, and is tried again by the next operation', async () => {
    let isPage = true;
    await using lapsing = await startDescribed((request, response) => {
      const ids = new URL(request.url ?? '', 'http://lapsing').searchParams.get('field_ids')?.split(',');
      const item = { status: 200, etag: null, cache_control: 'no-cache', body: { data: [] } };
      const data = ids?.map((field_id) => ({ field_id, ...item })) ?? [];
      const type = ids && isPage ? 'text/html' : 'application/json';
      response.writeHead(200, { 'content-type': type }).end(JSON.stringify({ data }));
      if (ids) isPage = false;
    });
    await using gateway = await startOver(lapsing.url, { UPSTREAM_CACHE_BYTES_MAX: '0' });
    for (const calls of [4, 5]) {
      const { errors } = await gateway.query(Weather, { ids: ['fld_a', 'fld_b', 'fld_c'] });
      expect(errors).toBeUndefined();
      expect(lapsing.urls).toHaveLength(calls);
    }
  });

  it('is tried three times if the service returns 503, and then fails on every path', async () => {
    await using failing = await startDescribed((_request, response) => response.writeHead(503).end());
    await using gateway = await startOver(failing.url);
    const { errors } = await gateway.query(Dashboard, { ids: ['fld_a', 'fld_b'] });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(Array(6).fill('UPSTREAM_UNAVAILABLE'));
    expect(failing.urls.filter((url) => url.startsWith('/api/v1/batch/weather?field_ids=fld_a,fld_b'))).toHaveLength(3);
    expect(failing.urls).toHaveLength(9);
  });
});

it('a hundred fields are read in one call although UPSTREAM_CONCURRENCY_MAX is lower', async () => {
  await using whole = await startProduct({ ADMIN_PORT: '0', UPSTREAM_CONCURRENCY_MAX: '8' });
  await descriptionRead(whole);
  await whole.query(Dashboard, { ids: Array.from({ length: 100 }, (_, at) => `fld_${at}`) });
  expect(await readMetric(whole.adminUrl, 'upstream_calls_total{endpoint="weather",outcome="200"}')).toBe(1);
});

it('batch reads are also used with the service in the same process', async () => {
  await using whole = await startProduct({ ADMIN_PORT: '0' });
  await descriptionRead(whole);
  const { data, errors } = await whole.query(Dashboard, { ids: demoFields(50) });
  expect(errors).toBeUndefined();
  expect(data?.fields.map((field) => field?.id)).toEqual(demoFields(50));
  expect(await readMetric(whole.adminUrl, 'upstream_batched_reads_total{endpoint="observations"}')).toBe(50);
  expect(await readMetric(whole.adminUrl, 'upstream_calls_total{endpoint="observations",outcome="200"}')).toBe(1);
});
