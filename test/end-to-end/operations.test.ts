/** What operators see: a log line and a count for every operation, run or refused, readiness, and the admin port. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endpoints as called } from '../../src/graph/reads/client.ts';
import { type FaultyGraph, startFaultyGraph } from '../support/faulty-graph.ts';
import { failures } from '../support/faulty-service.ts';
import { startProduct } from '../support/running.ts';

const endpoints = [...called.reads, ...called.writes];
let graph: FaultyGraph;

beforeEach(async () => {
  graph = await startFaultyGraph({ ADMIN_PORT: '0' });
});
afterEach(() => {
  vi.restoreAllMocks();
  return graph[Symbol.asyncDispose]();
});

/** Stops the clock of breakers and of the cache of `/ready`, because a second passes soon on a busy machine. */
const stopTime = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now());

/** The log lines of operations, in order. */
const operationLines = () => graph.entries().filter(({ msg }) => msg === 'operation');

/** The samples of /metrics by name and labels, as Prometheus reads them. */
async function samples(): Promise<Map<string, number>> {
  const response = await fetch(`${graph.adminUrl}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const weather = (id: string) => `{ field(id: "${id}") { weather { startsAt } } }`;

/** The longest name that a document may have. */
const longest = 'Lost'.padEnd(128, '_');

it('an operation that ran is one log line with its name, calls, retries and error codes', async () => {
  graph.service.script = ({ url }, index) => {
    if (url.includes('fld_lost')) return failures.status404;
    return index === 0 ? failures.resetBeforeAnswer : undefined;
  };
  await graph.query(`query Dashboard ${weather('fld_1')}`, {}, { 'x-request-id': 'req-a' });
  await graph.query(
    `query Dashboard { a: field(id: "fld_lost") { weather { startsAt } } b: field(id: "fld_2") { observations { id } } }`,
  );
  await graph.query(
    `query ${longest} { a: field(id: "fld_lost") { __typename id weather { startsAt } } b: field(id: "fld_2") { id } }`,
  );
  const address = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/);
  expect(operationLines()).toMatchObject([
    {
      requestId: 'req-a',
      address,
      operation: 'Dashboard',
      field: 'fld_1',
      outcome: 'ok',
      calls: 1,
      retries: 1,
      ms: expect.any(Number),
    },
    { operation: 'Dashboard', outcome: 'partial', calls: 2, retries: 0, codes: ['NOT_FOUND'] },
    { operation: longest, outcome: 'failed', calls: 1, codes: ['NOT_FOUND'] },
  ]);
  expect(operationLines()[0]).not.toHaveProperty('codes');
  expect(operationLines()[1]).not.toHaveProperty('field');
});

it('the log line of a mutation names the field, unless its writes are for several fields', async () => {
  const add = (fieldId: string) =>
    `addObservation(input: { idempotencyKey: "${fieldId}", fieldId: "${fieldId}", text: "hail" }) { __typename }`;
  await graph.query(`mutation { a: ${add('fld_1')} b: ${add('fld_1')} }`);
  await graph.query(`mutation { a: ${add('fld_1')} b: ${add('fld_2')} c: ${add('fld_1')} }`);
  expect(operationLines().map(({ calls, field }) => [calls, field])).toEqual([
    [2, 'fld_1'],
    [3, undefined],
  ]);
});

it.each([
  ['a parse error', 'query Broken {', {}, 'GRAPHQL_PARSE_FAILED'],
  ['a validation error', 'query Wrong { nothing }', {}, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'a variable of the wrong type',
    'query Typed($n: Int!) { field(id: "fld_1") { observations(limit: $n) { id } } }',
    {},
    'BAD_USER_INPUT',
  ],
  ['a malformed Authorization header', weather('fld_1'), { authorization: 'Basic secret' }, 'UNAUTHENTICATED'],
])('%s is one log line and one count too, and makes no call', async (_what, query, headers, code) => {
  await graph.query(query, {}, headers);
  expect(operationLines()).toMatchObject([{ outcome: 'refused', calls: 0, codes: [code], refused: code }]);
  expect((await samples()).get(`fieldgraph_refused_operations_total{reason="${code}"}`)).toBe(1);
  // Reading the metrics probes the service with HEAD, as /ready does.
  expect(graph.service.calls.filter(({ method }) => method !== 'HEAD')).toHaveLength(0);
});

it.each<[string, string, RequestInit]>([
  ['a body that is not JSON', 'BAD_USER_INPUT', { body: '{"query":' }],
  ['a form', 'UNSUPPORTED_MEDIA_TYPE', { body: 'query={a}', headers: { 'content-type': 'text/plain' } }],
  [
    'a compressed body',
    'UNSUPPORTED_MEDIA_TYPE',
    {
      body: gzipSync('{"query":"{ __typename }"}'),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    },
  ],
  ['another method', 'METHOD_NOT_ALLOWED', { method: 'PUT', body: '{}' }],
  ['a body too large', 'PAYLOAD_TOO_LARGE', { body: JSON.stringify({ query: ' '.repeat(300_000) }) }],
  ['a list of operations', 'BAD_USER_INPUT', { body: '[{"query":"{a}"}]' }],
  [
    'an operation over a limit',
    'DEPTH_MAX',
    { body: JSON.stringify({ query: `${'{a'.repeat(20)}${'}'.repeat(20)}` }) },
  ],
])('%s is refused with one log line and one count', async (_what, reason, request) => {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${graph.graphUrl}/graphql`, { method: 'POST', headers, ...request });
  expect(operationLines()).toMatchObject([{ outcome: 'refused', refused: reason, calls: 0 }]);
  expect((await samples()).get(`fieldgraph_refused_operations_total{reason="${reason}"}`)).toBe(1);
});

it('an operation beyond the rate limit of its caller is refused with one log line and one count', async () => {
  await graph[Symbol.asyncDispose]();
  graph = await startFaultyGraph({ ADMIN_PORT: '0', GATEWAY_RATE_LIMIT_PER_MINUTE: '1' });
  for (let round = 0; round < 3; round += 1) await graph.query('query Fast { field(id: "fld_1") { id } }');
  expect(operationLines().map(({ outcome, refused }) => [outcome, refused])).toEqual([
    ['ok', undefined],
    ['refused', 'RATE_LIMITED'],
    ['refused', 'RATE_LIMITED'],
  ]);
  expect((await samples()).get('fieldgraph_refused_operations_total{reason="RATE_LIMITED"}')).toBe(2);
});

it('an operation whose caller disconnects is one log line with the outcome "abandoned"', async () => {
  const caller = new AbortController();
  graph.service.script = () => () => caller.abort();
  const send = (request: Request) => fetch(request, { signal: caller.signal });
  await graph.query(weather('fld_1'), {}, {}, send).catch(() => {});
  await expect.poll(operationLines).toMatchObject([{ outcome: 'abandoned', calls: 1 }]);
});

it('metrics distinguish operations, calls, retries, cache results and breakers, and contain no key and no field', async () => {
  graph.service.script = ({ url, headers }, index) => {
    if (url.includes('observations')) return failures.status500;
    if (index === 0) return failures.resetBeforeAnswer;
    return (response, _call, good) => {
      response.setHeader('etag', '"e"');
      if (headers['if-none-match'] === '"e"') response.writeHead(304).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(good);
    };
  };
  const headers = { authorization: 'Bearer fds_test_secretsecret' };
  for (let round = 0; round < 3; round += 1) await graph.query(`query Days ${weather('fld_secret')}`, {}, headers);
  await graph.query('{ field(id: "fld_secret") { observations { id } } }', {}, headers);
  const text = await (await fetch(`${graph.adminUrl}/metrics`)).text();
  expect(text).not.toContain('secret');
  const seen = await samples();
  expect(
    Object.fromEntries(
      [...seen].filter(([name, value]) => value > 0 && /_total/.test(name) && name.startsWith('fieldgraph')),
    ),
  ).toEqual({
    'fieldgraph_operations_total{operation="Days",outcome="ok"}': 3,
    'fieldgraph_operations_total{operation="anonymous",outcome="failed"}': 1,
    'fieldgraph_upstream_calls_total{endpoint="weather",outcome="UPSTREAM_UNAVAILABLE"}': 1,
    'fieldgraph_upstream_calls_total{endpoint="weather",outcome="200"}': 2,
    'fieldgraph_upstream_calls_total{endpoint="weather",outcome="304"}': 1,
    'fieldgraph_upstream_calls_total{endpoint="observations",outcome="500"}': 3,
    'fieldgraph_upstream_retries_total{endpoint="weather"}': 1,
    'fieldgraph_upstream_retries_total{endpoint="observations"}': 2,
    'fieldgraph_upstream_cache_lookups_total{endpoint="weather",result="miss"}': 2,
    'fieldgraph_upstream_cache_lookups_total{endpoint="weather",result="revalidated"}': 1,
    'fieldgraph_upstream_cache_lookups_total{endpoint="observations",result="miss"}': 1,
  });
  expect(seen.get('fieldgraph_upstream_call_duration_seconds_count{endpoint="weather"}')).toBe(4);
  expect(seen.get('fieldgraph_operation_duration_seconds_count{operation="Days"}')).toBe(3);
  expect(seen.get('fieldgraph_upstream_breaker_state{endpoint="weather",state="closed"}')).toBe(1);
  for (const endpoint of endpoints) {
    expect(seen.get(`fieldgraph_upstream_calls_in_flight{endpoint="${endpoint}"}`)).toBe(0);
    expect(seen.get(`fieldgraph_upstream_calls_waiting{endpoint="${endpoint}"}`)).toBe(0);
  }
  expect(seen.get('fieldgraph_upstream_cache_entries')).toBe(1);
  expect(seen.get('fieldgraph_upstream_cache_bytes')).toBeGreaterThan(0);
  expect(seen.get('process_cpu_seconds_total')).toBeGreaterThan(0);
});

it('metrics count a cached read as a miss if the service does not respond to its revalidation', async () => {
  graph.service.script = (_call, index) =>
    index < 2
      ? (response, _sent, good) => {
          response.writeHead(200, { 'content-type': 'application/json', etag: '"e"' }).end(good);
        }
      : failures.resetBeforeAnswer;
  const headers = { authorization: 'Bearer fds_test_secretsecret' };
  for (let round = 0; round < 3; round += 1) await graph.query(weather('fld_1'), {}, headers);
  expect(graph.service.calls.at(-1)?.headers).toHaveProperty('if-none-match');
  const seen = await samples();
  expect(seen.get('fieldgraph_upstream_cache_lookups_total{endpoint="weather",result="miss"}')).toBe(3);
});

it('the table of memory in docs/operators.md has each cache with a metric of its size', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0' });
  const metrics = await (await fetch(`${product.adminUrl}/metrics`)).text();
  const caches = new Set(
    Array.from(metrics.matchAll(/^(fieldgraph_\w+_cache)_(?:bytes|entries) /gm), ([, name]) => name),
  );
  expect(caches.size).toBeGreaterThan(4);
  const [, memory = ''] = readFileSync('docs/operators.md', 'utf8').split('\n## Memory\n');
  for (const name of caches) expect(memory.split('\n## ')[0]).toContain(`\`${name}_`);
});

it('metrics name the first 200 operations that ran; later and refused ones count as "other"', async () => {
  await graph.query('query Refused { nothing }');
  for (let index = 0; index < 201; index += 1) await graph.query(`query Q${index} { field(id: "fld_1") { id } }`);
  const labels = [...(await samples()).keys()].filter((name) => name.startsWith('fieldgraph_operations_total'));
  expect(labels).toContain('fieldgraph_operations_total{operation="Q199",outcome="ok"}');
  expect(labels).not.toContain('fieldgraph_operations_total{operation="Q200",outcome="ok"}');
  expect(labels).toContain('fieldgraph_operations_total{operation="other",outcome="ok"}');
  expect(labels).toContain('fieldgraph_operations_total{operation="other",outcome="refused"}');
});

it('/ready is 200 if the service returns any status below 500 to a probe, sent once a second without a key', async () => {
  graph.service.script = () => failures.status404;
  stopTime();
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${graph.graphUrl}/ready`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const probes = graph.service.calls.filter(({ method }) => method === 'HEAD');
  expect(probes).toHaveLength(1);
  expect(probes[0]!.headers).not.toHaveProperty('authorization');
});

it('/ready is 503 with only a code while the service fails, and /health stays ok', async () => {
  graph.service.script = () => failures.status503;
  const response = await fetch(`${graph.graphUrl}/ready`);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(await response.json()).toEqual({ status: 'unavailable', code: 'UPSTREAM_UNAVAILABLE' });
  expect(await (await fetch(`${graph.graphUrl}/health`)).json()).toEqual({ status: 'ok' });
});

it('/ready is 503 while the breakers refuse all reads of a service that answers probes, and recovers soon', async () => {
  graph.service.script = ({ method }) => (method === 'GET' ? failures.resetBeforeAnswer : undefined);
  const lists = 'weather { startsAt } earthObservations { id } observations { id }';
  const lost = Array.from({ length: 20 }, (_, index) => `f${index}: field(id: "fld_${index}") { ${lists} }`);
  const statusAfterCalls = async () => {
    const time = stopTime();
    await graph.query(`{ ${lost.join(' ')} }`);
    const { status } = await fetch(`${graph.graphUrl}/ready`);
    time.mockRestore();
    return status;
  };
  await expect.poll(statusAfterCalls).toBe(503);
  await expect.poll(async () => (await fetch(`${graph.graphUrl}/ready`)).status).toBe(200);
});

it.each([
  [404, 'text/plain', 'UPSTREAM_UNAVAILABLE'],
  [403, 'text/html; charset=utf-8', 'UPSTREAM_UNAVAILABLE'],
  [422, 'text/plain', '422'],
  [404, 'application/problem+json', '404'],
])('a response of %i in %s counts as a call of outcome %s', async (status, type, outcome) => {
  graph.service.script = ({ method }) =>
    method === 'GET' ? (response) => void response.writeHead(status, { 'content-type': type }).end('{}') : undefined;
  await graph.query(weather('fld_1'));
  const counted = [...(await samples())].filter(([name]) => name.startsWith('fieldgraph_upstream_calls_total'));
  expect(counted).toEqual([[`fieldgraph_upstream_calls_total{endpoint="weather",outcome="${outcome}"}`, 1]]);
});

it('the admin port reports open breakers and waiting calls, and the graph port serves none of its paths', async () => {
  graph.service.script = ({ method }) => (method === 'GET' ? failures.resetBeforeAnswer : undefined);
  const lost = Array.from(
    { length: 20 },
    (_, index) => `f${index}: field(id: "fld_${index}") { weather { startsAt } }`,
  );
  await graph.query(`{ ${lost.join(' ')} }`);
  const response = await fetch(`${graph.adminUrl}/ready`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    status: 'ready',
    breakers: { weather: 'open', 'earth-observations': 'closed', observations: 'closed', 'add-observation': 'closed' },
    calls: Object.fromEntries(endpoints.map((endpoint) => [endpoint, { inFlight: 0, waiting: 0 }])),
  });
  const ofBreakers = () => graph.entries().filter(({ endpoint }) => endpoint !== undefined);
  const opened = { level: 40, msg: 'the breaker of the endpoint is open', endpoint: 'weather', reason: 'ECONNRESET' };
  expect(ofBreakers()).toMatchObject([opened]);
  graph.service.script = () => undefined;
  const isAnswered = async () => (await graph.query(weather('fld_1'))).errors === undefined;
  await expect.poll(isAnswered).toBe(true);
  expect(ofBreakers()).toMatchObject([opened, { level: 30, msg: 'the endpoint is called again', endpoint: 'weather' }]);
  expect((await fetch(`${graph.graphUrl}/metrics`)).status).toBe(404);
  expect((await fetch(`${graph.adminUrl}/graphql`)).status).toBe(404);
  expect((await fetch(`${graph.adminUrl}/metrics`, { method: 'POST' })).status).toBe(405);
});
