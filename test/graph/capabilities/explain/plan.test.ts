/** `POST /graphql/plan`: the plans that it returns, and the requests that it refuses as `/graphql` does. */
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { Plan } from '../../../../src/graph/capabilities/explain/plan.ts';
import { createPlanner } from '../../../../src/graph/capabilities/explain/planner.ts';
import { readCaller } from '../../../../src/graph/operation/caller.ts';
import type { GatewayParts } from '../../../../src/graph/gateway.ts';
import type { PipelineOptions } from '../../../../src/graph/operation/declarations.ts';
import { OperationRecord } from '../../../../src/graph/telemetry/record.ts';
import { dayMs } from '../../../../src/platform/time/instant.ts';
import { demoFields } from '../../../support/demo-fields.ts';
import { descriptionRead, startProduct } from '../../../support/running.ts';
import { startCountingService } from '../../../support/counting-service.ts';
import { postOf, requestJson } from '../../../support/execute.ts';
import { untilFileEnd } from '../../../support/file-end.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { settled } from '../../../support/manual-clock.ts';
import { recordedLog } from '../../../support/recorded-log.ts';

const service = untilFileEnd(await startCountingService({ describes: true }));
const product = untilFileEnd(await startProduct({ FIELD_DATA_URL: service.url, ADMIN_PORT: '0', ALIASES_MAX: '3' }));
await descriptionRead(product);

function send(body: unknown, { path = '/graphql/plan', ...init }: RequestInit & { path?: string } = {}) {
  const headers = { 'content-type': 'application/json', ...(init.headers as object) };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${product.graphUrl}${path}`, { method: 'POST', body: text, ...init, headers });
}

async function planOf(query: string, variables: object = {}, headers = {}): Promise<Plan> {
  const reply = await send({ query, variables }, { headers });
  expect(reply.status).toBe(200);
  return reply.json();
}

/** The key of this service: the product's own key is valid only at the product's own service. */
const demoOf = ({ demoKey }: typeof service) => ({ authorization: `Bearer ${demoKey}` });

const dashboard = `query Dashboard($ids: [ID!]!) {
  fields(ids: $ids) { id weather { date } summary: weatherSummary { dayCount } observations(limit: 5) { id } }
}`;

it('a plan lists the reads of fifty fields, the paths that share a read, and the paths without a request', async () => {
  service.requests.length = 0;
  const plan = await planOf(dashboard, { ids: demoFields(50) }, product.demo);
  expect(plan).toMatchObject({
    operation: 'Dashboard',
    type: 'query',
    calls: { counted: 150, limit: 300, expected: 2 },
    records: { read: 950, limit: 60_000, visited: 1_650, visitedLimit: 200_000 },
    limits: [],
    withoutRequest: ['fields[].id'],
    cache: { public: false, maxAgeSeconds: 0 },
  });
  const reads = plan.reads.map(({ id, read, fields, calls, batched, paths, records }) => {
    return { id, read, fields, calls, batched, paths, records };
  });
  const ofAll = { fields: 50, calls: 1, batched: true };
  expect(reads).toEqual([
    { id: 1, read: 'weather', ...ofAll, paths: ['fields[].weather', 'fields[].summary'], records: 700 },
    { id: 2, read: 'observations', ...ofAll, paths: ['fields[].observations'], records: 250 },
  ]);
  expect(service.requests).toEqual([]);
});

it('a plan states the timezone and cache lifetime of a field once an operation has read them', async () => {
  const query = '{ field(id: "fld_demo_02") { week: weather(last: { days: 7 }) { date } } }';
  // Planning sends no request, so a second plan knows no more than the first.
  await planOf(query);
  const before = await planOf(query);
  expect(before.reads[0]).toMatchObject({ window: { timezone: 'of each field' }, cache: { maxAgeSeconds: null } });
  expect(before.cache).toEqual({ public: true, maxAgeSeconds: null });
  await send({ query }, { path: '/graphql' });
  const after = await planOf(query);
  expect(after.reads[0]).toMatchObject({
    window: { timezone: 'America/New_York' },
    cache: { public: true, maxAgeSeconds: 300 },
  });
  expect(after.cache.maxAgeSeconds).toBeLessThanOrEqual(300);
  // Responses to a caller with a key are private: no shared cache may store them.
  expect((await planOf(query, {}, product.demo)).cache).toEqual({ public: false, maxAgeSeconds: 0 });
});

it.each([
  ['weatherSummary', 60, 300],
  ['temperatureHours', 4, 300 * 24],
  ['earthObservations', 30, 150],
])(
  'a plan of %s without an end date predicts records and calls, and all batches stay within the limits',
  async (name, fields, records) => {
    const from = new Date(Date.now() - 300 * dayMs).toISOString().slice(0, 10);
    const query = `query ($ids: [ID!]!) { fields(ids: $ids) { ${name}(from: "${from}") { __typename } } }`;
    const variables = { ids: demoFields(fields) };
    const [planned] = (await planOf(query, variables, product.demo)).reads;
    expect(planned?.records).toBeGreaterThanOrEqual(fields * records);
    expect(planned?.records).toBeLessThan(1.1 * fields * records);
    service.requests.length = 0;
    const answer = await send({ query, variables }, { path: '/graphql', headers: demoOf(service) });
    expect(await answer.json()).not.toHaveProperty('errors');
    expect(service.requests).toHaveLength(planned?.calls ?? 0);
  },
);

it.each([
  ['from', -3, 10],
  ['to', -4, 3],
  ['to', -7, 14],
  ['to', -10, 14],
])(
  'a plan counts the days of a window with one bound, and the default number for an empty window: %s %i',
  async (bound, days, records) => {
    const date = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
    const { reads } = await planOf(`{ field(id: "fld_demo_01") { weather(${bound}: "${date}") { date } } }`);
    expect(reads).toMatchObject([{ records }]);
  },
);

it.each(['from: "2026-05-01T10:00:00Z", to: "2026-05-01T10:30:00Z"', 'from: "2099-01-01"'])(
  'a plan expects one read of observations in any window: %s',
  async (window) => {
    const { calls, reads } = await planOf(`{ field(id: "fld_demo_01") { observations(${window}) { id } } }`);
    expect([calls, reads.length]).toMatchObject([{ counted: 1, expected: 1 }, 1]);
  },
);

it('a plan expects one batch per list for the timelines of sixty fields: their days do not count as records', async () => {
  const query = `query ($ids: [ID!]!) {
    fields(ids: $ids) { timeline(from: "2026-03-27", to: "2026-04-24") { date weather { date } observations { id } } }
  }`;
  const variables = { ids: demoFields(60) };
  const init = { path: '/graphql', headers: demoOf(service) };
  // After this request the gateway knows all timezones.
  await send({ query: query.replace('observations', 'earthObservations'), variables }, init);
  const plan = await planOf(query, variables, init.headers);
  service.requests.length = 0;
  expect(await (await send({ query, variables }, init)).json()).not.toHaveProperty('errors');
  expect([plan.calls?.expected, service.requests.length]).toEqual([2, 2]);
});

it('a plan follows the field of an observation and has one read for each list of that field', async () => {
  const plan = await planOf('{ field(id: "fld_demo_01") { observations { field { id latestWeather { date } } } } }');
  expect(plan.reads.map(({ paths }) => paths)).toEqual([
    ['field.observations'],
    ['field.observations[].field.latestWeather'],
  ]);
});

it('the plan of a mutation lists its calls and writes nothing', async () => {
  service.requests.length = 0;
  const input = { fieldId: 'fld_demo_01', idempotencyKey: 'plan-1', text: 'Rust.', category: 'DISEASE' };
  const query = `mutation Add($input: AddObservationInput!) {
    addObservation(input: $input) { ... on AddObservationSuccess { field { observations(limit: 3) { id } } } }
  }`;
  const plan = await planOf(query, { input }, product.demo);
  expect(plan).toMatchObject({ operation: 'Add', type: 'mutation', calls: { counted: 2, expected: 2 } });
  expect(plan.reads.map(({ read, paths }) => [read, ...paths])).toEqual([
    ['add-observation', 'addObservation'],
    ['observations', 'addObservation.field.observations'],
  ]);
  expect(service.requests).toEqual([]);
});

it('the plan of a mutation that reads a list again after a write counts its records twice, as the limit does', async () => {
  const add = (key: string) =>
    `${key}: addObservation(input: { fieldId: "fld_demo_01", idempotencyKey: "${key}", text: "Rust." }) {
      ... on AddObservationSuccess { field { observations(limit: 3) { id } } } }`;
  const { records, reads } = await planOf(`mutation { ${add('a')} ${add('b')} }`, {}, product.demo);
  expect(reads).toMatchObject([
    { read: 'add-observation', calls: 2, records: 2 },
    { read: 'observations', fields: 1, calls: 2, records: 6 },
  ]);
  expect(records?.read).toBe(6);
});

it.each([
  [50, []],
  [51, [{ name: 'IDS_MAX', used: 51, limit: 100 }]],
])('a plan of %i ids lists a limit only if more than half of it is used', async (count, limits) => {
  expect(
    (await planOf('query Ids($ids: [ID!]!) { fields(ids: $ids) { id } }', { ids: demoFields(count) })).limits,
  ).toEqual(limits);
});

describe('a refused operation', () => {
  it('has a plan that includes the error if the operation exceeds a limit', async () => {
    const lists = [1, 2, 3, 4].map((day) => `w${day}: weather(from: "2026-01-0${day}", to: "2026-01-10") { date }`);
    const query = `query Large($ids: [ID!]!) { fields(ids: $ids) { ${lists.slice(0, 3)} observations { id } } }`;
    const plan = await planOf(query, { ids: demoFields(60).concat(demoFields(40)) });
    expect(plan.calls).toMatchObject({ counted: 400, limit: 300 });
    expect(plan.reads.map(({ fields }) => fields)).toEqual([60, 60, 60, 60]);
    expect(plan.limits).toContainEqual({ name: 'UPSTREAM_CALLS_MAX', used: 400, limit: 300 });
    expect(plan.limits).toContainEqual({ name: 'IDS_MAX', used: 100, limit: 100 });
    expect(plan.errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_COMPLEX' } }]);
    expect(plan.errors?.[0]?.extensions).not.toHaveProperty('http');
    const aliases = await planOf(`{ field(id: "fld_demo_01") { ${lists} } }`);
    expect(aliases).toMatchObject({ reads: [], limits: [{ name: 'ALIASES_MAX', used: 4, limit: 3 }] });
  });

  it('has its name and type in the plan if its variables exceed a limit', async () => {
    const plan = await planOf(dashboard, { ids: Array(6_000).fill('fld_demo_01') });
    expect(plan).toMatchObject({ operation: 'Dashboard', type: 'query', limits: [{ name: 'VARIABLES_MAX' }] });
  });

  it.each([
    ['it is not GraphQL', '{ field(', 'GRAPHQL_PARSE_FAILED'],
    ['it does not fit the schema', '{ fjeld }', 'GRAPHQL_VALIDATION_FAILED'],
    ['it selects neither of its two operations', 'query A { __typename } query B { __typename }', 'BAD_USER_INPUT'],
  ])('has the same error in its plan as from /graphql if %s', async (_title, query, code) => {
    const plan = await planOf(query);
    expect(plan).toMatchObject({ reads: [], errors: [{ extensions: { code } }] });
    expect(plan).not.toHaveProperty('operation');
    const answer = await (await send({ query }, { path: '/graphql' })).json();
    expect(plan.errors).toEqual(answer.errors);
  });

  it('has errors for its invalid fields, and a plan for the others', async () => {
    const plan = await planOf('{ field(id: "fld_demo_01") { weather { date } observations(limit: 0) { id } } }');
    expect(plan.errors).toMatchObject([{ path: ['field', 'observations'], extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(plan.reads.map(({ paths }) => paths)).toEqual([['field.weather']]);
    expect(plan.withoutRequest).toEqual([]);
    expect(plan.cache).toEqual({ public: false, maxAgeSeconds: 0 });
  });

  it('has an error without suggestions from the schema if introspection is off', async () => {
    await using hidden = await startProduct({ INTROSPECTION: 'off', GRAPHIQL: 'off' });
    const query = 'query ($u: TemperatureUnit) { field(id: "x") { weather { temperatureMax(unit: $u) { value } } } }';
    const variables = { u: 'CELCIUS' };
    const { errors = [] }: Plan = await requestJson(fetch, { query, variables }, {}, `${hidden.graphUrl}/graphql/plan`);
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/does not exist in .* enum\.$/)]);
  });

  it('has UNAUTHENTICATED in its plan if the key is malformed', async () => {
    const plan = await planOf('{ field(id: "fld_demo_01") { weather { date } } }', {}, { authorization: 'Basic abc' });
    expect(plan).toMatchObject({ reads: [], errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });
});

describe('an invalid request for a plan', () => {
  it.each([
    ['by GET', 405, { method: 'GET', body: undefined }],
    ['by PUT', 405, { method: 'PUT' }],
    ['as plain text', 415, { headers: { 'content-type': 'text/plain' } }],
  ])('sent %s is refused with %i', async (_title, status, init) => {
    const reply = await fetch(`${product.graphUrl}/graphql/plan`, {
      body: '{}',
      method: 'POST',
      ...(init as RequestInit),
    });
    expect(reply.status).toBe(status);
    if (status === 405) expect(reply.headers.get('allow')).toBe('POST');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('is refused as by /graphql if it is not JSON or is too large', async () => {
    for (const body of ['{', JSON.stringify({ query: ' '.repeat(300_000) })]) {
      const [plan, answer] = [await send(body), await send(body, { path: '/graphql' })];
      expect([plan.status, await plan.json()]).toEqual([answer.status, await answer.json()]);
      expect(plan.status).toBeGreaterThanOrEqual(400);
    }
  });
});

it('plans are made one at a time even if callers disconnect, and none for a caller that has disconnected already', async () => {
  const attached = Promise.withResolvers<PipelineOptions>();
  const attach = (parts: GatewayParts) => {
    attached.resolve(parts.pipelineOptions);
    return {};
  };
  gatewayOver(undefined, { additions: [{ attach }] });
  const options = await attached.promise;
  const ends: (() => void)[] = [];
  const execute = () => new Promise((resolve) => void ends.push(() => resolve({ data: {} })));
  const makePlan = createPlanner(options, { ...options, execute, plan: async () => undefined } as never);
  const caller = readCaller(null);
  const plan = (query: string, signal: AbortSignal) =>
    makePlan(
      { query, operationName: undefined, variables: undefined, extensions: undefined },
      { method: 'POST', headers: new Headers(), signal },
      { caller, operation: new OperationRecord('req_1') },
    );
  const leaving = new AbortController();
  const first = plan('{ field(id: "fld_1") { weather { date } } }', leaving.signal);
  const gone = plan('{ field(id: "fld_2") { weather { date } } }', AbortSignal.abort());
  const last = plan('{ field(id: "fld_3") { weather { date } } }', new AbortController().signal);
  await vi.waitUntil(() => ends.length > 0);
  leaving.abort();
  expect(await Promise.race([first, settled()])).toBeUndefined();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await Promise.all([first, gone]);
  await vi.waitUntil(() => ends.length > 1);
  ends[1]?.();
  expect(await last).toMatchObject({ type: 'query' });
  expect(ends).toHaveLength(2);
});

it('addresses take turns with their plans, so that one with many does not delay another', async () => {
  const { log, entries } = recordedLog('info');
  await using shared = await startProduct({ TRUST_PROXY: 'on' }, log);
  const body = JSON.stringify({ query: '{ field(id: "fld_demo_01") { weather { date } } }' });
  const request = (id: string, address: string, key: string) =>
    `POST /graphql/plan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
    `X-Request-Id: ${id}\r\nX-Forwarded-For: ${address}\r\nAuthorization: Bearer ${key}\r\n\r\n${body}`;
  const many = ['1', '2', '3'].map((id) => request(id, `2001:db8::${id}`, `made-up-${id}`));
  const { hostname, port } = new URL(shared.graphUrl);
  // Pipelined, so that they arrive in this order.
  const socket = connect(Number(port), hostname);
  socket.write([...many, request('other', '192.0.2.2', 'k')].join(''));
  const planned = () => entries().flatMap(({ msg, requestId }) => (msg === 'operation' ? [requestId] : []));
  await expect.poll(planned).toHaveLength(4);
  socket.destroy();
  expect(planned()).toEqual(['1', '2', 'other', '3']);
});

it('a plan counts against the rate limit, is private if a key is sent, and allows the configured origins', async () => {
  await using limited = await startProduct({ GATEWAY_RATE_LIMIT_PER_MINUTE: '2' });
  const headers = { origin: 'http://localhost:5173', ...limited.demo };
  const plan = () => fetch(postOf('{ __typename }', headers, `${limited.graphUrl}/graphql/plan`));
  const replies = [await plan(), await plan(), await plan()];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(replies[0]?.headers.get('cache-control')).toBe('private, no-store');
  expect(replies[0]?.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
});

it('GraphiQL loads its explain panel from the gateway and requests no receipts if they are off', async () => {
  const html = await (await fetch(`${product.graphUrl}/graphql`, { headers: { accept: 'text/html' } })).text();
  expect(html).toContain('<script src="/graphql/explain/plugin.js" data-receipts="false">');
  for (const [name, type] of [
    ['plugin.js', 'text/javascript'],
    ['panel.js', 'text/javascript'],
    ['panel.css', 'text/css'],
  ]) {
    const address = `${product.graphUrl}/graphql/explain/${name}`;
    const reply = await fetch(address);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    expect((await fetch(address, { method: 'POST' })).status).toBe(405);
  }
  expect((await fetch(`${product.graphUrl}/graphql/explain/files.ts`)).status).toBe(404);
});
