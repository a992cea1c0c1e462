/** Operations over long lists, through the gateway over a socket: they yield to others, stay within limits, and answer like short ones. */
import { GraphQLFloat } from 'graphql';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ListProgram } from '../../../src/executor/bytes/list-program.ts';
import { Capacity } from '../../../src/graph/operation/capacity.ts';
import { Coalescer } from '../../../src/graph/operation/coalescer.ts';
import type { GatewayOptions } from '../../../src/graph/gateway.ts';
import { paceOperations } from '../../../src/graph/upstream/layers/concurrency.ts';
import { dateReads } from '../../../src/graph/upstream/layers/freshness.ts';
import { CallAbandoned } from '../../../src/graph/upstream/lifetime.ts';
import { BufferedBytes } from '../../../src/platform/server/buffered-bytes.ts';
import { recentMemoryRatio } from '../../../src/platform/sync/memory-ratio.ts';
import { defaultLimits } from '../../support/default-limits.ts';
import { postOf } from '../../support/execute.ts';
import { gatewayOver, type RecordedGateway } from '../../support/gateway.ts';
import { hourlyAnswer, hourlyRecords } from '../../support/hourly-records.ts';
import { meta, note, type RecordedCall, recordedService, scene, weatherDay } from '../../support/recorded-service.ts';

const from = '2025-06-01T00:00:00Z';
const hours = 4_000;
const to = new Date(Date.parse(from) + hours * 3_600_000).toISOString();
const listed = `weather(from: "${from}", to: "${to}", granularity: HOURLY)`;
const every =
  'startsAt kind temperatureMean { value unit } windSpeed(unit: KILOMETRE_PER_HOUR) { value unit } source { name }';
const records = hourlyRecords(from, hours, (index) => ({
  temperature_mean: index % 7 === 0 ? null : { value: index / 10, unit: 'celsius' },
}));

const made = new Map<string, ReturnType<typeof answerTo>>();
const reply = ({ query }: RecordedCall) =>
  made.getOrInsertComputed(JSON.stringify(query), () => answerTo(query.field_id as string, query));

const texts = new Map<string, string>();
/** The same reply as text, which exceeds a megabyte and so is written only once. */
const written = (call: RecordedCall) => ({
  body: texts.getOrInsertComputed(JSON.stringify(call.query), () => JSON.stringify(reply(call).body)),
});

function answerTo(field_id: string, query: RecordedCall['query']) {
  const own = records.map((record) => ({ ...record, field_id }));
  const { data, meta } = hourlyAnswer(own, query).body;
  return { body: { data, meta: { ...meta, field_id } } };
}

interface Received {
  status: number;
  headers: Headers;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: a document written in the test has no generated type.
  json: any;
}

async function post(
  { answer }: RecordedGateway,
  query: Parameters<typeof postOf>[0],
  headers: Record<string, string> = {},
): Promise<Received> {
  const response = await answer(postOf(query, { accept: 'application/json', ...headers }));
  const body = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body,
    json: body.startsWith('{') ? JSON.parse(body) : undefined,
  };
}

const over = (options: Partial<GatewayOptions> = {}, service: Parameters<typeof gatewayOver>[0] = written) =>
  gatewayOver(service, { bodyBytesMax: 262_144, ...options });

const small = `{ field(id: "fld_a") { weather(from: "${from}", to: "2025-06-03T00:00:00Z", granularity: HOURLY) { startsAt } } }`;

/** The expected answer for each record. */
const expected = records.map((record, index) => ({
  startsAt: record.starts_at,
  kind: 'OBSERVED',
  temperatureMean: index % 7 === 0 ? null : { value: index / 10, unit: 'CELSIUS' },
  windSpeed: { value: 10.8, unit: 'KILOMETRE_PER_HOUR' },
  source: { name: 'Test' },
}));

const conditions = ['a', 'b', 'c', 'd', 'e'];
const many = `query (${conditions.map((name) => `$${name}: Boolean!`).join(', ')}) {
  field(id: "fld_a") { ${listed} { ${every} } } ${conditions.map((name) => `${name}: __typename @include(if: $${name})`).join(' ')}
}`;
const combination = (bits: number) => {
  const variables = Object.fromEntries(conditions.map((name, at) => [name, (bits & (1 << at)) > 0]));
  return { query: many, variables };
};

/** A query that graphql-js runs, because 16 other combinations of its conditions are already compiled. */
async function queryOfReference(gateway: RecordedGateway) {
  for (let bits = 0; bits < 16; bits++) await post(gateway, combination(bits));
  return combination(16);
}

describe('the answer to a long operation', () => {
  it.each([
    ['from the bytes of its lists', `{ field(id: "fld_a") { ${listed} { ${every} } } }`],
    ['by graphql-js', undefined],
  ])('equals that to a short one, made %s', async (_, compiled) => {
    const gateway = over();
    const query = compiled ?? (await queryOfReference(gateway));
    for (let time = 0; time < 2; time++) {
      const { json } = await post(gateway, query);
      expect(json.errors).toBeUndefined();
      expect(JSON.stringify(json.data.field.weather)).toBe(JSON.stringify(expected));
    }
  });

  it('omits records that were not requested, and accepts lists with white space and any order of members', async () => {
    const service = (call: RecordedCall) => {
      const { body } = reply(call);
      const others = hourlyRecords('2020-01-01T00:00:00Z', 5).map((record) => ({
        ...record,
        field_id: 'fld_a',
        granularity: 'daily',
      }));
      const reversed = body.data.map((record) => Object.fromEntries(Object.entries(record).toReversed()));
      return { body: JSON.stringify({ data: [...others, ...reversed], meta: body.meta }, undefined, 1) };
    };
    const { json } = await post(over({}, service), `{ field(id: "fld_a") { ${listed} { startsAt } } }`);
    expect(json.data.field.weather).toEqual(expected.map(({ startsAt }) => ({ startsAt })));
  });

  it('omits parts of a list without requested records', async () => {
    const kinds = (index: number) => (index < 300 || index > 3_000 ? 'forecast' : 'observed');
    const service = (call: RecordedCall) => {
      const { data, meta } = reply(call).body;
      return { body: { data: data.map((one, index) => ({ ...one, kind: kinds(index) })), meta } };
    };
    const query = `{ field(id: "fld_a") { ${listed.replace(')', ', kind: OBSERVED)')} { startsAt } } }`;
    const gateway = over({}, service);
    for (let time = 0; time < 2; time++) {
      const { json } = await post(gateway, query);
      expect(json.data.field.weather).toEqual(
        expected.filter((_, index) => kinds(index) === 'observed').map(({ startsAt }) => ({ startsAt })),
      );
    }
  });

  const last = (text: string, record: string) => text.replace('],"meta"', `,${record}],"meta"`);
  it.each([
    ['a trailing comma', (text: string) => last(text, '')],
    [
      'a record of another field at its end',
      (text: string) => last(text, JSON.stringify({ ...records[0], field_id: 'fld_b' })),
    ],
    ['a record that is not an object', (text: string) => last(text, '7')],
    ['a text that does not end', (text: string) => last(text, '{"field_id":"fld_a')],
  ])('is UPSTREAM_ERROR for a list with %s, and the other lists arrive', async (_, broken) => {
    const service = (call: RecordedCall) => ({ body: broken(written(call).body) });
    const gateway = over({}, (call) => (call.query.field_id === 'fld_a' ? service(call) : written(call)));
    const query = `{ a: field(id: "fld_a") { ${listed} { startsAt } } b: field(id: "fld_b") { ${listed} { startsAt } } }`;
    for (let time = 0; time < 2; time++) {
      const { json } = await post(gateway, query);
      expect(json.data.a.weather).toBeNull();
      expect(json.data.b.weather).toHaveLength(hours);
      expect(json.errors).toMatchObject([{ path: ['a', 'weather'], extensions: { code: 'UPSTREAM_ERROR' } }]);
    }
  });
});

describe('a list of large records', () => {
  const large = hourlyRecords(from, 25, (index) => ({
    source: { name: `${index} ${'x'.repeat(140_000)}`, provenance: 'measured', derived: [] },
  }));
  const service = (call: RecordedCall) => {
    const own = large.map((one) => ({ ...one, field_id: call.query.field_id as string }));
    const { data, meta } = hourlyAnswer(own, call.query).body;
    const text = JSON.stringify({ data, meta: { ...meta, field_id: call.query.field_id } });
    return { body: call.query.field_id === 'fld_b' ? text.replace('],"meta"', ',],"meta"') : text };
  };
  const query = (id: string) => `{ field(id: "${id}") { ${listed} { startsAt } } }`;

  it.each([
    ['parsed', 0],
    ['read from its bytes', 3],
  ])('is UPSTREAM_ERROR if it ends with a comma at the end of a step, %s', async (_, warmUps) => {
    const gateway = over({}, service);
    for (let time = 0; time < warmUps; time++) {
      const { json } = await post(gateway, query('fld_a').replace('fld_a', `fld_a${time}`));
      expect(json.data.field.weather).toEqual(large.map(({ starts_at }) => ({ startsAt: starts_at })));
    }
    const { json } = await post(gateway, query('fld_b'));
    expect(json.errors?.[0].extensions.code).toBe('UPSTREAM_ERROR');
  });
});

describe('members after a list', () => {
  const query = '{ field(id: "fld_a") { name latestObservation { id } } }';
  const bodyWith = (boundary: number[]) => ({
    data: [note('fld_a')],
    page: { limit: 25, has_more: false, next_cursor: null },
    meta: { field_id: 'fld_a', field: { name: 'North' }, boundary },
  });

  it.each([undefined, 1])(
    'of more than 1 MiB are refused without a parse of the response, indented by %s',
    async (indent) => {
      const parse = vi.spyOn(JSON, 'parse');
      onTestFinished(() => parse.mockRestore());
      const body = JSON.stringify(bodyWith(Array(600_000).fill(1)), null, indent);
      const { json } = await post(
        over({}, () => ({ body })),
        query,
      );
      const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
      const message = expect.stringContaining('the members after `data` have more than 1 MiB');
      expect(json.errors).toContainEqual(
        expect.objectContaining({ message, extensions: expect.objectContaining({ code: 'UPSTREAM_ERROR' }) }),
      );
      expect(longest).toBeLessThan(1_048_576);
    },
  );

  it('of less are read, and also longer ones before it', async () => {
    const { data, ...longer } = bodyWith(Array(600_000).fill(1));
    for (const body of [bodyWith(Array(500_000).fill(1)), { ...longer, data }]) {
      const { json } = await post(
        over({}, () => ({ body: JSON.stringify(body) })),
        query,
      );
      expect(json).toEqual({ data: { field: { name: 'North', latestObservation: { id: 'fld_a:obs:obs_1' } } } });
    }
  });
});

it('a list of megabytes with a quote that is not escaped is refused as no JSON, not for the size of a record', async () => {
  const gateway = over({}, ({ query: { field_id } }) => {
    const data = Array.from({ length: 8_000 }, (_, at) => note(field_id as string, `obs_${at}`));
    const text = JSON.stringify({ data, page: { limit: 25, has_more: false, next_cursor: null } });
    return { body: text.replace('obs_9', 'obs"9') };
  });
  const { json } = await post(gateway, '{ field(id: "fld_a") { observations { id } } }');
  expect(json.errors).toMatchObject([{ message: expect.stringContaining('is not JSON') }]);
});

describe('an answer over ANSWER_BYTES_MAX', () => {
  const limits = { ...defaultLimits, answerBytesMax: 100_000 };
  const points = Array(100).fill('{ date: "2025-06-01", kc: 1 }').join(' ');
  const input = 'rootZone: { totalAvailableWater: 100, initialDepletion: 0 }, cropCoefficients: $points';
  const wrong = Array.from({ length: 20 }, (_, alias) => `a${alias}: waterBalance(${input}) { missingDays }`).join(' ');
  const wrongInputs = `query ($points: [CropCoefficientInput!]! = [${points}]) { field(id: "fld_a") { ${wrong} }`;

  it.each([
    ['copied texts', `{ field(id: "fld_a") { ${listed} { ${every} } } }`],
    ['values from graphql-js', undefined],
    [
      'computed fields',
      `{ field(id: "fld_a") { ${Array.from({ length: 40 }, (_, alias) => `a${alias}: growingDegreeDays(from: "2025-06-01", to: "2025-11-01") { days { date growingDegreeDays accumulated } }`).join(' ')} } }`,
    ],
    ['errors', `${wrongInputs} }`],
    ['errors next to the schema', `${wrongInputs} __schema { description } }`],
  ])('is refused with OPERATION_TOO_COMPLEX: %s', async (_, compiled) => {
    const gateway = over({ limits });
    const query = compiled ?? (await queryOfReference(gateway));
    const { status, json } = await post(gateway, query, { accept: 'application/graphql-response+json' });
    expect(status).toBe(400);
    expect(json.data).toBeUndefined();
    expect(json.errors).toMatchObject([
      { extensions: { code: 'OPERATION_TOO_COMPLEX', limit: { name: 'ANSWER_BYTES_MAX', max: 100_000 } } },
    ]);
  });

  it.each([
    'growingDegreeDays',
    'sprayConditions',
    'waterBalance(rootZone: { totalAvailableWater: 100, initialDepletion: 0 }, cropCoefficients: [])',
  ])('cannot come from input errors below observations, because %s counts 40 towards RESOLVED_MAX', async (field) => {
    const aliases = Array.from({ length: 13 }, (_, at) => `a${at}: ${field} { provenances }`).join(' ');
    const { json } = await post(
      over({}),
      `{ field(id: "fld_a") { observations(limit: 100) { field { ${aliases} } } } }`,
    );
    expect(json.errors?.[0].extensions.limit).toEqual({ name: 'RESOLVED_MAX', max: 50_000, actual: 52_020 });
  });

  const text = 'x'.repeat(4_000);
  const texts = 'a: text b: text c: text';
  const notes = () => ({
    body: { data: Array.from({ length: 25 }, (_, at) => ({ ...note('fld_a', `obs_${at}`), text })) },
  });

  it.each([
    ['next to a field that waits', `observations(limit: 25) { field { name } ${texts} }`, ''],
    ['next to the schema', `observations(limit: 25) { ${texts} }`, '__schema { description }'],
    ['in pages', `observationsConnection(first: 25) { nodes { ${texts} } }`, ''],
  ])('is refused for the texts of observations, %s', async (_, selection, others) => {
    const query = `{ field(id: "fld_a") { ${selection} } ${others} }`;
    const { json } = await post(over({ limits }, notes), query);
    expect(json.errors?.[0].extensions.limit.name).toBe('ANSWER_BYTES_MAX');
  });

  it('is a retryable error after a write whose observation is stored', async () => {
    const gateway = over({ limits }, (call) => (call.method === 'POST' ? undefined : written(call)));
    const input = '{ fieldId: "fld_a", text: "hail", idempotencyKey: "k" }';
    const { status, json } = await post(
      gateway,
      `mutation { addObservation(input: ${input}) { ... on AddObservationSuccess { field { ${listed} { ${every} } } } } }`,
      { authorization: 'Bearer fds_test_key', accept: 'application/graphql-response+json' },
    );
    expect([status, gateway.calls[0]?.method]).toEqual([503, 'POST']);
    expect(json.errors).toMatchObject([
      { extensions: { code: 'OPERATION_TOO_COMPLEX', retryable: true, limit: { name: 'ANSWER_BYTES_MAX' } } },
    ]);
    expect(json.errors[0].message).toMatch(
      /^The write was executed: send it again under its idempotency key, with fewer /,
    );
  });

  it('is refused before its list is read completely', async () => {
    const broken = (call: RecordedCall) => ({
      body: written(call).body.replace('}],"meta"', '},}],"meta"'),
    });
    const { json } = await post(over({ limits }, broken), `{ field(id: "fld_a") { ${listed} { ${every} } } }`);
    expect(json.errors[0].extensions.limit.name).toBe('ANSWER_BYTES_MAX');
  });

  it('is refused also if Yoga writes the response', async () => {
    const query = `{ field(id: "fld_a") { ${listed} { ${every} } } }`;
    const { json } = await post(over({ limits }), query, { accept: 'application/json, text/plain;q=0.1' });
    expect(json.errors[0].extensions.limit.name).toBe('ANSWER_BYTES_MAX');
  });
});

it('an operation over READ_BYTES_MAX gets the lists that it has read, and sends no more calls', async () => {
  const limits = { ...defaultLimits, recordsReadMax: 8_000 };
  const text = 'x'.repeat(40_000);
  const data = Array.from({ length: 50 }, (_, at) => ({ ...note('fld_a', `obs_${at}`), text }));
  const service = recordedService(() => ({ body: { data } }));
  const gateway = gatewayOver(undefined, { limits, fetch: paceOperations(2)(service.fetch) });
  const lists = Array.from({ length: 60 }, (_, at) => `a${at}: observations(limit: ${40 + at}) { id }`).join(' ');
  const { json } = await post(gateway, `{ field(id: "fld_a") { ${lists} } }`);
  const limit = { name: 'READ_BYTES_MAX', max: 16 * 1024 * 1024 };
  const refused = json.errors.filter(({ extensions }: { extensions: object }) => 'limit' in extensions);
  expect(refused.length).toBeGreaterThan(0);
  for (const { extensions } of refused) expect(extensions).toMatchObject({ code: 'OPERATION_TOO_COMPLEX', limit });
  const read = Object.values(json.data.field).filter((list) => list !== null);
  expect(read).toHaveLength(8);
  expect(service.calls.length).toBeLessThan(14);
});

it('a thousand errors capture fewer than 500 stack traces', async () => {
  const gateway = gatewayOver(() => ({ status: 404, body: { status: 404, code: 'field_not_found' } }));
  const ids = Array.from({ length: 50 }, (_, index) => `fld_${index}`);
  const aliases = Array.from({ length: 20 }, (_, index) => `a${index}: name`);
  const stacks = vi.spyOn(Error, 'captureStackTrace');
  const { json } = await post(gateway, `{ fields(ids: ${JSON.stringify(ids)}) { ${aliases.join(' ')} } }`);
  expect(json.errors).toHaveLength(1_000);
  expect(stacks.mock.calls.length).toBeLessThan(500);
  stacks.mockRestore();
});

describe('a large answer', () => {
  const aliases = `{ field(id: "fld_a") { a: ${listed} { ${every} } b: ${listed} { ${every} x: startsAt } c: ${listed} { ${every} y: startsAt } } }`;
  let plain: Received;
  let gateway: RecordedGateway;

  beforeAll(async () => {
    gateway = over();
    plain = await post(gateway, aliases, { 'accept-encoding': 'identity' });
    expect(plain.body.length).toBeGreaterThan(1024 * 1024);
  });

  it('states its length if it is not compressed', () => {
    expect(plain.headers.get('content-length')).toBe(String(Buffer.byteLength(plain.body)));
  });

  it.each(['gzip', 'br'])('is compressed while it is sent: %s', async (coding) => {
    const coded = await post(gateway, aliases, { 'accept-encoding': coding });
    expect(coded.headers.get('content-encoding')).toBe(coding);
    expect(coded.headers.get('content-length')).toBeNull();
    expect(coded.body).toBe(plain.body);
  });

  it.each([
    ['from Yoga', 'application/json, text/plain;q=0.1', (text: string) => text],
    ['in a stream of events', 'text/event-stream', (text: string) => /^data: (\{.*)$/m.exec(text)?.[1]],
    [
      'in parts',
      'multipart/mixed',
      (text: string) => /^\r\n---\r\n(?:[^\r]+\r\n)+\r\n(\{.*\})\r\n-----\r\n$/.exec(text)?.[1],
    ],
  ])('has the same text %s', async (_, accept, jsonOf) => {
    const other = await post(gateway, aliases, { accept, 'accept-encoding': 'identity' });
    expect(jsonOf(other.body)).toBe(plain.body);
  });

  it('has no ETag, but states how long caches may store it', async () => {
    const service = (call: RecordedCall) => ({
      ...written(call),
      headers: { 'cache-control': 'public, max-age=60', etag: '"e"' },
    });
    const cached = over({ fetch: dateReads([])(recordedService(service).fetch) });
    const get = (query: string) =>
      cached.answer(
        new Request(`http://graph.test/graphql?query=${encodeURIComponent(query)}`, {
          headers: { accept: 'application/json' },
        }),
      );
    const large = await get(aliases);
    expect((await large.text()).length).toBeGreaterThan(1024 * 1024);
    expect(large.headers.get('etag')).toBeNull();
    const short = await get(small);
    expect(short.headers.get('etag')).not.toBeNull();
    // A second may pass between the two requests.
    for (const { headers } of [large, short])
      expect(headers.get('cache-control')).toMatch(/^public, max-age=(?:60|[1-5]?\d)$/);
  });
});

describe('the deadline', () => {
  it('also ends computations, once the calls have ended', async () => {
    const aliases = Array.from(
      { length: 30 },
      (_, alias) => `a${alias}: temperatureHours(from: "${from}", to: "${to}", frostBelow: ${alias}) { frostHours }`,
    );
    const { fetch } = recordedService(written);
    const late: GatewayOptions['fetch'] = (request) => {
      const until = performance.now() + 60;
      while (performance.now() < until);
      return fetch(request);
    };
    const { json } = await post(
      over({ deadlineMs: 50, fetch: late }),
      `{ field(id: "fld_a") { ${aliases.join(' ')} } }`,
    );
    expect(json.errors).toHaveLength(30);
    for (const { extensions } of json.errors) expect(extensions.code).toBe('UPSTREAM_TIMEOUT');
  });
});

it('work for a caller that has disconnected ends at its next turn', async () => {
  const capacity = new Capacity();
  const gateway = over({ capacity });
  const caller = new AbortController();
  const run = vi.spyOn(Coalescer.prototype, 'run');
  const { part } = ListProgram.prototype;
  const step = vi.spyOn(ListProgram.prototype, 'part').mockImplementationOnce(function (this: ListProgram, ...list) {
    caller.abort();
    return part.apply(this, list);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const aliases = Array.from({ length: 20 }, (_, alias) => `a${alias}: ${listed} { startsAt }`);
  const request = new Request(postOf(`{ field(id: "fld_a") { ${aliases.join(' ')} } }`), { signal: caller.signal });
  await expect(gateway.answer(request)).rejects.toThrow('aborted');
  const abandoned = async () => run.mock.results[0]?.value.result;
  await expect(abandoned()).rejects.toBeInstanceOf(CallAbandoned);
  const steps = step.mock.calls.length;
  await expect.poll(() => capacity.used.records).toBe(0);
  expect(step.mock.calls.length).toBeLessThanOrEqual(steps + 1);
});

it('computations end with OVERLOADED if the process has no memory left, but not those of a short operation', async () => {
  const aliases = Array.from(
    { length: 30 },
    (_, alias) => `a${alias}: temperatureHours(from: "${from}", to: "${to}", frostBelow: ${alias}) { frostHours }`,
  );
  const gateway = over();
  const now = performance.now();
  const time = vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => time.mockRestore());
  recentMemoryRatio(now + 11, () => 0.91);
  const { json } = await post(gateway, `{ field(id: "fld_a") { ${aliases.join(' ')} } }`);
  expect(json.errors).toHaveLength(30);
  for (const { extensions } of json.errors) expect(extensions).toMatchObject({ code: 'OVERLOADED', retryable: true });
  expect((await post(gateway, small)).json.errors).toBeUndefined();
});

describe('the capacity for all operations together', () => {
  const query = `{ field(id: "fld_a") { ${listed} { startsAt } } }`;

  it('is refused to a large operation that does not fit, and never to a small one', async () => {
    const capacity = new Capacity(undefined, 1.25 * 7_000);
    const released = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    const gateway = over({ capacity });
    const slow = gatewayOver(written, {
      capacity,
      fetch: async () => {
        requested.resolve();
        await released.promise;
        throw new Error('over');
      },
    });
    const first = post(slow, query);
    await requested.promise;
    expect(capacity.used.records).toBe(hours);
    const second = await post(gateway, query, { accept: 'application/graphql-response+json' });
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1']);
    expect(second.json.errors[0].extensions).toMatchObject({ code: 'OVERLOADED', retryable: true });
    expect((await post(gateway, small)).json.errors).toBeUndefined();
    released.resolve();
    await first;
    expect(capacity.used).toMatchObject({ records: 0, refused: 1 });
    expect((await post(gateway, query)).json.errors).toBeUndefined();
  });

  it('is available to an operation that exceeds all of it while no other large one runs', async () => {
    const capacity = new Capacity(undefined, hours);
    const gateway = over({ capacity });
    expect((await post(gateway, query)).json.errors).toBeUndefined();
    const { promise, resolve } = Promise.withResolvers<void>();
    const other = capacity.run(1_001, { credential: 'other' }, () => promise);
    expect((await post(gateway, query)).json.errors[0].extensions.code).toBe('OVERLOADED');
    resolve();
    await other;
  });

  it('is needed for few records, too, if many aliases visit them', async () => {
    const capacity = new Capacity(undefined, hours);
    const { promise, resolve } = Promise.withResolvers<void>();
    const other = capacity.run(1_001, { credential: 'other' }, () => promise);
    const fortnight = `weather(from: "${from}", to: "2025-06-15T00:00:00Z", granularity: HOURLY) { startsAt }`;
    const refusalOf = async (count: number) => {
      const aliases = Array.from({ length: count }, (_, at) => `a${at}: ${fortnight}`).join(' ');
      return (await post(over({ capacity }), `{ field(id: "fld_a") { ${aliases} } }`)).json.errors?.[0].extensions.code;
    };
    expect([await refusalOf(1), await refusalOf(25)]).toEqual([undefined, 'OVERLOADED']);
    resolve();
    await other;
  });

  describe('after a refusal', () => {
    function callers() {
      let now = performance.now();
      const time = vi.spyOn(performance, 'now').mockImplementation(() => now);
      onTestFinished(() => time.mockRestore());
      const capacity = new Capacity(undefined, 1.25 * 7_000);
      const gateway = over({ capacity });
      const pass = (ms: number) => {
        now += ms;
      };
      const by = async (caller: string) =>
        (await post(gateway, query, { authorization: `Bearer ${caller}` })).json.errors?.[0].extensions.code;
      /** Takes the capacity until the function that it returns is called. */
      const hold = (records = hours) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const ended = capacity.run(records, { credential: 'holder' }, () => promise);
        return async () => {
          resolve();
          await ended;
        };
      };
      return { capacity, by, hold, pass };
    }

    it('goes to a caller that retries after a second, before a caller that began another operation meanwhile', async () => {
      const { by, hold, pass } = callers();
      const end = hold();
      expect(await by('polite')).toBe('OVERLOADED');
      await end();
      pass(1);
      expect(await by('fast')).toBeUndefined();
      expect(await by('fast')).toBe('OVERLOADED');
      pass(1_000);
      expect(await by('polite')).toBeUndefined();
      expect(await by('fast')).toBeUndefined();
    });

    it('is reserved for at most two seconds if the refused caller does not retry', async () => {
      const { by, hold, pass } = callers();
      const end = hold();
      expect(await by('gone')).toBe('OVERLOADED');
      await end();
      pass(1);
      expect(await by('fast')).toBeUndefined();
      pass(1_999);
      expect(await by('fast')).toBe('OVERLOADED');
      pass(1);
      expect(await by('fast')).toBeUndefined();
    });

    it('is available to callers that began nothing since, however many others were refused', async () => {
      const { capacity, by, hold, pass } = callers();
      const end = hold();
      for (let key = 0; key < 300; key += 1)
        expect(() => capacity.run(7_000, { credential: `made up ${key}` }, async () => {})).toThrow();
      await end();
      pass(1);
      expect(await by('honest')).toBeUndefined();
      expect(await by('honest')).toBe('OVERLOADED');
      pass(2_000);
      expect(await by('honest')).toBeUndefined();
    });

    it('is reserved for at most 256 callers, of those that began one of the last 256 operations', async () => {
      const { capacity, by, hold, pass } = callers();
      const end = hold();
      const refuse = (caller: string) =>
        expect(() => capacity.run(7_000, { credential: caller }, async () => {})).toThrow();
      for (let key = 0; key < 256; key += 1) refuse(`made up ${key}`);
      pass(1_000);
      refuse('one more');
      await end();
      pass(1_001);
      for (let time = 0; time < 2; time += 1) expect(await by('fast')).toBeUndefined();
      const again = hold();
      refuse('polite');
      await again();
      expect(await by('fast')).toBe('OVERLOADED');
      for (let key = 0; key < 256; key += 1) await capacity.run(1, { credential: `other ${key}` }, async () => {});
      expect(await by('fast')).toBeUndefined();
    });

    it('is reserved from the latest refusal on for a caller that retries late, also after another waiting caller', async () => {
      const { capacity, hold, pass } = callers();
      const runAs = (credential: string) => capacity.run(6_000, { credential }, async () => {});
      const end = hold(5_000);
      for (let second = 0; second < 3; second += 1) {
        expect(() => runAs('first')).toThrow();
        if (second === 0) expect(() => runAs('late')).toThrow();
        if (second === 1) await capacity.run(1_500, { credential: 'small' }, async () => {}).catch(() => {});
        pass(1_500);
      }
      expect(() => runAs('late')).toThrow();
      await end();
      await runAs('first');
      await capacity.run(1_500, { credential: 'small' }, async () => {});
    });

    it('is reserved from the first refusal on, however often the caller retries meanwhile', async () => {
      const { capacity, hold, pass } = callers();
      const runAs = (credential: string, records = 6_000) => capacity.run(records, { credential }, async () => {});
      const end = hold(5_000);
      expect(() => runAs('polite')).toThrow();
      pass(1);
      await runAs('fast', 1_500);
      pass(1_000);
      expect(() => runAs('polite')).toThrow();
      await end();
      expect(() => runAs('fast')).toThrow();
      await runAs('polite');
    });

    it('is not reserved for a caller with a second operation of its own in flight when the first has ended', async () => {
      const { capacity, by, pass } = callers();
      const own = { credential: 'own reason' };
      const { promise, resolve } = Promise.withResolvers<void>();
      const running = capacity.run(1_500, own, () => promise);
      await capacity.run(1_500, own, async () => {});
      expect(() => capacity.run(6_900, own, async () => {})).toThrow();
      pass(1);
      expect([await by('other'), await by('other')]).toEqual([undefined, undefined]);
      resolve();
      await running;
    });

    it('is not reserved for a caller that was refused because of its own operations', async () => {
      const { capacity, pass } = callers();
      const own = { credential: 'own reason' };
      let refused = 0;
      for (let second = 0; second < 20; second += 1) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const running = capacity.run(1_500, own, () => promise);
        pass(1);
        expect(() => capacity.run(6_900, own, async () => {})).toThrow();
        pass(1);
        await capacity.run(1_500, { credential: 'other' }, async () => {}).catch(() => {});
        try {
          await capacity.run(1_500, { credential: 'other' }, async () => {});
        } catch {
          refused += 1;
        }
        resolve();
        await running;
        pass(998);
      }
      expect(refused).toBe(0);
    });

    it('is not reserved for a caller that was refused because of its operations under another credential', async () => {
      const capacity = new Capacity(undefined, 1.25 * 7_000, ({ credential }) => credential.replace(/^made up.*/, ''));
      const { promise, resolve } = Promise.withResolvers<void>();
      const running = capacity.run(1_500, { credential: 'made up 1' }, () => promise);
      expect(() => capacity.run(6_900, { credential: 'made up 2' }, async () => {})).toThrow();
      for (let times = 0; times < 2; times += 1) await capacity.run(1_500, { credential: 'other' }, async () => {});
      resolve();
      await running;
    });

    it('stays reserved if the refused caller begins a smaller operation meanwhile', async () => {
      const { capacity, by, hold, pass } = callers();
      await capacity.run(1_000, { credential: 'large' }, async () => {});
      const end = hold(6_000);
      expect(() => capacity.run(hours, { credential: 'large' }, async () => {})).toThrow();
      await capacity.run(1_000, { credential: 'large' }, async () => {});
      await end();
      pass(1);
      expect([await by('fast'), await by('fast')]).toEqual([undefined, 'OVERLOADED']);
    });
  });

  /** Few records of many bytes: an answer of 14 MB, which exceeds the buffers of the kernel and is quick to make. */
  const wide = hourlyRecords(from, 1_200, () => ({
    source: { name: 'x'.repeat(3_000), provenance: 'measured', derived: [] },
  })).map((record) => ({ ...record, field_id: 'fld_wide' }));
  const wideText = new Map<string, string>();
  const withWide = (call: RecordedCall) => {
    if (call.query.field_id !== 'fld_wide') return written(call);
    const write = () => JSON.stringify(hourlyAnswer(wide, call.query).body);
    return { body: wideText.getOrInsertComputed(JSON.stringify(call.query), write) };
  };
  const four = `{ field(id: "fld_wide") { ${[1, 2, 3, 4].map((at) => `a${at}: ${listed} { source { name } }`).join(' ')} } }`;

  it('includes the bytes of answers until they are read', async () => {
    const capacity = new Capacity(new BufferedBytes(1_000_000));
    const gateway = over({ capacity }, withWide);
    const unread = await gateway.answer(postOf(four, { accept: 'application/json' }));
    expect(capacity.used.unsentBytes).toBeGreaterThan(1_000_000);
    expect((await post(gateway, query)).json.errors[0]).toMatchObject({
      message: expect.stringContaining('UNSENT_BYTES_MAX'),
      extensions: { code: 'OVERLOADED' },
    });
    await unread.text();
    await expect.poll(() => capacity.used.unsentBytes).toBe(0);
    expect((await post(gateway, query)).json.errors).toBeUndefined();
  });

  it.each(['application/json', 'text/event-stream'])(
    'is taken from slow readers after 5 seconds, oldest first, if another operation needs it: %s',
    async (accept) => {
      let now = 0;
      const capacity = new Capacity(new BufferedBytes(1_000_000, () => now));
      const gateway = over({ capacity }, withWide);
      const slow = await gateway.answer(postOf(four, { accept }));
      const reader = slow.body?.getReader();
      await reader?.read();
      now = 5_000;
      expect((await post(gateway, query)).json.errors[0].extensions.code).toBe('OVERLOADED');
      now = 5_001;
      const other = await gateway.answer(postOf(four, { accept: 'application/json' }));
      expect((await other.json()).errors).toBeUndefined();
      const readOn = async () => {
        while (!(await reader?.read())?.done) {}
      };
      await expect(readOn()).rejects.toThrow();
      expect(capacity.used.refused).toBe(1);
    },
  );

  it('is released when a caller disconnects', async () => {
    const capacity = new Capacity();
    const gateway = over({ capacity }, withWide);
    const aborted = new AbortController();
    const request = new Request(postOf(four, { accept: 'application/json' }), { signal: aborted.signal });
    const unread = await gateway.answer(request);
    expect(unread.ok && capacity.used.unsentBytes > 0).toBe(true);
    aborted.abort();
    await unread.text().catch(() => undefined);
    await expect.poll(() => capacity.used.unsentBytes).toBe(0);
    expect(capacity.used.records).toBe(0);
  });
});

describe('other requests', () => {
  const aliases = Array.from({ length: 5 }, (_, alias) => `a${alias}: ${listed} { ${every} x${alias}: startsAt }`);
  const tags = Array(16_000).fill('t');
  const tagged = Array.from({ length: 100 }, (_, at) => ({ ...note('fld_a', `obs_${at}`), tags }));
  const page = JSON.stringify({ data: tagged, page: { limit: 100, has_more: false, next_cursor: null } });
  const connection = (selection: string) => `observationsConnection(first: 100) { ${selection} }`;
  const paged = ({ path }: RecordedCall) => (path.endsWith('/observations') ? { body: page } : undefined);
  const asset = { role: 'data', index: null, href: 'https://test/a.tif', media_type: null };
  const assets = Array(800).fill(asset);
  const scenes = Array.from({ length: 90 }, (_, at) => ({ ...scene('fld_a'), id: `eo_${at}`, assets }));
  const stated = { field_id: 'fld_a', timezone: null, from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' };
  const sceneList = JSON.stringify({ data: scenes, meta: stated });
  const seen = ({ path }: RecordedCall) => (path.endsWith('/earth-observations') ? { body: sceneList } : undefined);
  const window = 'index: NDVI, from: "2026-05-01", to: "2026-06-01"';
  const series = `indexSeries(${window}) { earthObservation { assets { href } } }`;
  const season = `indexSeason(${window}) { points { earthObservation { assets { href } } } }`;
  const day = 'timeline(from: "2026-05-01", to: "2026-05-02") { observations { tags } }';
  const hourly = ({ query }: RecordedCall) =>
    hourlyAnswer(hourlyRecords(query.from as string, 900), { ...query, field_id: 'fld_a' });
  const year = 'from: "2025-06-01", to: "2026-06-01"';
  const ofYear = Array.from({ length: 365 }, (_, at) => {
    const [starts_at, ends_at] = [at, at + 1].map((day) => new Date(Date.UTC(2025, 5, 1 + day)).toISOString());
    return weatherDay('fld_a', { starts_at, ends_at, date: starts_at?.slice(0, 10) });
  });
  const daily = () => ({ body: { data: ofYear, meta: { field_id: 'fld_a', timezone: 'UTC' } } });
  const days = Array.from({ length: 40 }, (_, at) => `a${at}: days { date kind accumulated missingDays unit }`).join(
    ' ',
  );
  const rules = Array.from({ length: 20 }, (_, at) => `a${at}: hours { rules { reason } }`).join(' ');
  it.each([
    ['a long operation', aliases.join(' '), written, aliases.length * JSON.stringify(records).length],
    // Its records are parsed once, and written once.
    ['edges of large records', connection('edges { node { tags } }'), paged, 2 * page.length],
    ['nodes of large records', connection('nodes { tags }'), paged, 2 * page.length],
    ['a day of large records', day, paged, 2 * page.length],
    ['a series of large scenes', series, seen, 2 * sceneList.length],
    ['a season of large scenes', season, seen, 2 * sceneList.length],
    ['the days of a year', `growingDegreeDays(${year}) { ${days} }`, daily, 40 * 365 * 200],
    ['the hours of a month', `sprayConditions(next: { days: 31 }) { ${rules} }`, hourly, 20 * 744 * 250],
  ])('get a turn of the event loop between two steps of %s', async (_, selection, service, bytes) => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const query = `{ field(id: "fld_a") { ${selection} } }`;
    const response = await over({}, service).answer(postOf(query, { accept: 'application/json' }));
    isOver = true;
    expect((await response.text()).slice(0, 8)).toBe('{"data":');
    expect(turns).toBeGreaterThan(bytes / (64 * 1024));
  });
});

it('a hundred refused observations are checked in separate turns of the event loop', async () => {
  const write = 'addObservation(input: { idempotencyKey: "", fieldId: "fld_a", text: "Rust." }) { __typename }';
  const aliases = Array.from({ length: 99 }, (_, at) => `a${at}: ${write}`);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const { json } = await post(over({}, written), `mutation { ${aliases.join(' ')} }`);
  isOver = true;
  expect(json.data.a98).toEqual({ __typename: 'InvalidInputError' });
  expect(turns).toBeGreaterThan(99);
});

it('results of hundreds of errors that arrive together are masked in separate turns of the event loop', async () => {
  const refused = over({}, () => ({ status: 404, body: {} }));
  const ids = JSON.stringify(Array.from({ length: 20 }, (_, index) => `fld_${index}`));
  const names = Array.from({ length: 50 }, (_, index) => `a${index}: name`).join(' ');
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const turns = await Promise.all(
    ['A', 'B', 'C', 'D'].map(async (name) => {
      const { json } = await post(refused, `query ${name} { fields(ids: ${ids}) { ${names} } }`);
      expect(json.errors).toHaveLength(1_000);
      return turn;
    }),
  );
  isOver = true;
  const waits = turns.toSorted((one, other) => one - other).map((each, at, all) => each - (all[at - 1] ?? 0));
  expect(Math.min(...waits)).toBeGreaterThan(1);
});

describe('a record of megabytes', () => {
  const tags = Array.from({ length: 400_000 }, (_, at) => `t${at % 10}`);
  const aliases = Array.from({ length: 60 }, (_, at) => `a${at}: tags`).join(' ');
  it.each([
    ['in place of a selection that repeats its lists in one turn', `observations { ${aliases} }`],
    ['in a connection', 'observationsConnection(first: 2) { edges { node { tags } } }'],
    ['in graphql-js', 'observations { tags }', '__schema { queryType { name } }'],
    ['as the latest', 'latestObservation { text }'],
  ])('is refused without a parse, %s', async (_, selection, more = '') => {
    const gateway = over({}, ({ query: { field_id } }) => {
      const data = [note(field_id as string), { ...note(field_id as string, 'obs_2'), tags }];
      return { body: JSON.stringify({ data, page: { limit: 25, has_more: false, next_cursor: null } }) };
    });
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const { json } = await post(gateway, `{ field(id: "fld_a") { ${selection} } ${more} }`);
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
    expect(json.errors).toMatchObject([
      { message: expect.stringContaining('more than 1 MiB'), extensions: { code: 'UPSTREAM_ERROR' } },
    ]);
    expect(longest).toBeLessThan(1_048_576);
  });
});

describe('an answer over ANSWER_BYTES_MAX', () => {
  const aliases = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: text`).join(' ');
  it.each([
    ['one record of a list', 2, 900_000, `observations { ${aliases(60)} }`],
    ['a short list', 1, 400_000, `observations { ${aliases(99)} }`],
    ['a connection', 10, 90_000, `observationsConnection { edges { node { ${aliases(60)} } } }`],
    ['a record in graphql-js', 2, 900_000, `observations { ${aliases(60)} }`, '__schema { queryType { name } }'],
  ])('is refused before %s is text', async (_, notes, length, selection, more = '') => {
    const text = 't'.repeat(length);
    const gateway = over({}, ({ query: { field_id } }) => {
      const data = Array.from({ length: notes }, (_, at) => ({ ...note(field_id as string, `obs_${at}`), text }));
      return { body: JSON.stringify({ data, page: { limit: 25, has_more: false, next_cursor: null } }) };
    });
    const stringify = vi.spyOn(JSON, 'stringify');
    onTestFinished(() => stringify.mockRestore());
    const { json } = await post(gateway, `{ field(id: "fld_a") { ${selection} } ${more} }`);
    const longest = stringify.mock.results.reduce((most, { value }) => Math.max(most, value?.length ?? 0), 0);
    stringify.mockRestore();
    expect(json.errors).toMatchObject([{ extensions: { limit: { name: 'ANSWER_BYTES_MAX' } } }]);
    expect(longest).toBeLessThan(defaultLimits.answerBytesMax);
  });

  it('is refused also if it consists of numbers, and is short', async () => {
    const limits = { ...defaultLimits, answerBytesMax: 1_000_000 };
    const indices = Array(500).fill({ name: 'ndvi', min: 0.1234567890123456 });
    const gateway = over({ limits }, () => ({ body: { data: [{ ...scene('fld_a'), indices }], meta: meta('fld_a') } }));
    const selection = Array.from({ length: 90 }, (_, at) => `a${at}: indices { min }`).join(' ');
    const { json } = await post(gateway, `{ field(id: "fld_a") { latestEarthObservation { ${selection} } } }`);
    expect(json.errors).toMatchObject([{ extensions: { limit: { name: 'ANSWER_BYTES_MAX' } } }]);
  });
});

it('a scene with far more files than those before it has the role of each', async () => {
  const sceneOf = (files: number) => ({
    ...scene('fld_a'),
    assets: Array.from({ length: files }, (_, at) => ({ role: at % 2 ? 'data' : 'visual', href: 'https://test/a' })),
  });
  let scenes = Array.from({ length: 40 }, () => sceneOf(3));
  const gateway = over({}, () => ({ body: { data: scenes, meta: meta('fld_a') } }));
  const query = '{ field(id: "fld_a") { earthObservations { assets { role } } } }';
  await post(gateway, query);
  const write = vi.spyOn(ListProgram.prototype, 'of');
  onTestFinished(() => write.mockRestore());
  expect((await post(gateway, query)).json.data.field.earthObservations).toHaveLength(40);
  expect(write).toHaveLastReturnedWith(expect.any(Array));
  scenes = [sceneOf(8_000)];
  const { json } = await post(gateway, query);
  expect(json.data.field.earthObservations[0].assets.slice(-2)).toEqual([{ role: 'VISUAL' }, { role: 'DATA' }]);
});

it('a result with more than 20,000 wrong values is refused, and graphql-js ends at that number', async () => {
  const indices = Array(6_000).fill({ name: 'ndvi', min: 'x' });
  const gateway = over({}, () => ({ body: { data: [{ ...scene('fld_a'), indices }], meta: meta('fld_a') } }));
  const query = (aliases: number) =>
    `{ field(id: "fld_a") { latestEarthObservation { ${Array.from({ length: aliases }, (_, at) => `a${at}: indices { min }`).join(' ')} } } }`;
  expect((await post(gateway, query(1))).json.errors).toHaveLength(6_000);
  const coerce = vi.spyOn(GraphQLFloat, 'coerceOutputValue');
  onTestFinished(() => coerce.mockRestore());
  const { json } = await post(gateway, query(10));
  expect(json.errors).toMatchObject([
    { message: expect.stringContaining('too many errors'), extensions: { code: 'OPERATION_TOO_COMPLEX' } },
  ]);
  expect(coerce.mock.calls.length).toBeLessThan(20_010);
});
