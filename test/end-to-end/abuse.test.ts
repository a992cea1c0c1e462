/** Hostile requests to the graph: each is refused with a code, and other callers are not affected. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { abusiveOperations, times } from '../support/abusive-operations.ts';
import { startCountingService } from '../support/counting-service.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { post, send, sendRaw } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

const service = untilFileEnd(await startCountingService());
// A short drain, because a refused body is still being sent when the product stops.
const product = untilFileEnd(await startProduct({ FIELD_DATA_URL: service.url, DRAIN_MS: '100' }));

const normalMsMax = 5_000;

/** Expects a reply to a normal query within a generous bound, which only a hang or a blocked event loop exceeds. */
async function expectNormalQuery(): Promise<void> {
  const start = performance.now();
  const { status, body } = await post(product.graphUrl, { query: '{ field(id: "fld_demo_01") { id } }' });
  expect({ status, body }).toEqual({ status: 200, body: { data: { field: { id: 'fld_demo_01' } } } });
  expect(performance.now() - start).toBeLessThan(normalMsMax);
}

describe('the limits of operations', () => {
  it.each(abusiveOperations)('refuse %s by %s', async (_, name, parameters) => {
    const refused = await post(product.graphUrl, parameters);
    expect(refused.status).toBe(400);
    expect(refused.body?.errors).toHaveLength(1);
    expect(refused.body?.errors?.[0]?.extensions).toMatchObject({ code: 'OPERATION_TOO_COMPLEX', limit: { name } });
    expect(refused.body).not.toHaveProperty('data');
    const asJson = await post(product.graphUrl, parameters, { accept: 'application/json' });
    expect(asJson).toMatchObject({ status: 200, body: refused.body });
    await expectNormalQuery();
  });

  it('let no refused operation call the service', () => {
    expect(service.requests.filter(({ url }) => url.startsWith('/api/'))).toEqual([]);
  });

  it('leave nested introspection and circular fragments to validation, which refuses them', async () => {
    const nested = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }';
    const circular = '{ field(id: "a") { ...A } } fragment A on Field { ...B } fragment B on Field { ...A }';
    for (const query of [nested, circular]) {
      const { status, body } = await post(product.graphUrl, { query });
      expect(status).toBe(400);
      expect(body?.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    }
  });
});

describe('an error reply', () => {
  const members = times(1_500, (i) => `z${i}: 1`);
  const unknownMembers = Object.fromEntries(Array.from({ length: 4_900 }, (_, i) => [`member_${i}`, 'x'.repeat(25)]));
  it.each([
    [
      'an input object of 1,500 unknown members',
      { query: `mutation { addObservation(input: { ${members} }) { __typename } }` },
    ],
    [
      'an input object of 4,900 unknown members in a variable',
      {
        query: 'query ($r: SprayRulesInput) { field(id: "a") { sprayConditions(rules: $r) { hoursWithoutRecord } } }',
        variables: { r: unknownMembers },
      },
    ],
    [
      'an input object of 4,900 unknown members in a variable of a mutation',
      {
        query: 'mutation ($i: AddObservationInput!) { addObservation(input: $i) { __typename } }',
        variables: { i: unknownMembers },
      },
    ],
    ['800 unknown fields', { query: `{ field(id: "a") { ${times(800, (i) => `unknown${i}`)} } }` }],
    ['a string of 200 KB in the wrong place', { query: `{ field "${'x'.repeat(200_000)}" }` }],
    [
      'a string of 200 KB in an enum',
      { query: `{ field(id: "a") { weather(granularity: "${'x'.repeat(200_000)}") { date } } }` },
    ],
    [
      'a string of 200 KB in a variable',
      {
        query: 'query ($g: WeatherGranularity!) { field(id: "a") { weather(granularity: $g) { date } } }',
        variables: { g: 'x'.repeat(200_000) },
      },
    ],
    ['an operation name of 200 KB', { query: '{ __typename }', operationName: 'x'.repeat(200_000) }],
  ])('is short for %s', async (_, parameters) => {
    const { status, body } = await post(product.graphUrl, parameters);
    expect(status).toBeLessThan(500);
    expect(body?.errors?.length).toBeLessThanOrEqual(21);
    for (const { extensions } of body?.errors ?? []) expect(extensions).toMatchObject({ retryable: false });
    expect(JSON.stringify(body).length).toBeLessThan(40_000);
  });
});

describe('the graph port', () => {
  const tenMegabytes = `{"query":"{ __typename }","padding":"${'x'.repeat(10_000_000)}"}`;

  it('refuses a body of 10 MB with 413, with or without a Content-Length', async () => {
    const declared = await send(product.graphUrl, { method: 'POST', body: tenMegabytes });
    expect(declared.status).toBe(413);
    expect(declared.body?.errors?.[0]?.extensions.code).toBe('PAYLOAD_TOO_LARGE');
    const chunked = new ReadableStream({
      start(controller) {
        for (let at = 0; at < tenMegabytes.length; at += 65_536) {
          controller.enqueue(new TextEncoder().encode(tenMegabytes.slice(at, at + 65_536)));
        }
        controller.close();
      },
    });
    const streamed = await send(product.graphUrl, { method: 'POST', body: chunked, duplex: 'half' } as RequestInit);
    expect(streamed.status).toBe(413);
    await expectNormalQuery();
  });

  it.each(['/graphql\\..\\schema.graphql', 'http://x/graphql\\..\\schema.graphql'])(
    'answers GET %s with 400, because a proxy may take it for a path below /graphql',
    async (target) => {
      const head = `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
      expect((await sendRaw(product.graphUrl, Buffer.from(head))).received).toMatch(/^HTTP\/1.1 400 /);
    },
  );

  it('joins a body in chunks of 80 bytes as it arrives, and so does the REST port', async () => {
    await using both = await startProduct();
    using joins = vi.spyOn(Buffer, 'concat');
    const head = `Host: x\r\nAuthorization: ${both.demo.authorization}\r\nIdempotency-Key: k\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const sendBytes = (url: string, path: string, body: string) => {
      const chunks = body.replace(/.{80}/g, '50\r\n$&\r\n');
      return sendRaw(url, Buffer.from(`POST ${path} HTTP/1.1\r\n${head}${chunks}0\r\n\r\n`));
    };
    const query = JSON.stringify({ query: '{ __typename }' }).padEnd(128_000);
    expect((await sendBytes(both.graphUrl, '/graphql', query)).received).toContain('"__typename":"Query"');
    const note = '{}'.padEnd(65_520);
    expect((await sendBytes(both.serviceUrl, '/api/v1/observations', note)).received).toMatch(/^HTTP\/1.1 4/);
    expect(Math.max(...joins.mock.calls.map(([list]) => list.length))).toBe(1_024);
  });

  it('accepts a body of exactly the limit and refuses one byte more', async () => {
    const padded = (bytes: number) => JSON.stringify({ query: '{ __typename }' }).padEnd(bytes);
    expect((await send(product.graphUrl, { method: 'POST', body: padded(262_144) })).status).toBe(200);
    expect((await send(product.graphUrl, { method: 'POST', body: padded(262_145) })).status).toBe(413);
  });

  it('refuses a batch of 1,000 operations, and even a batch of one', async () => {
    for (const count of [1_000, 1]) {
      const { status, body } = await post(product.graphUrl, Array(count).fill({ query: '{ __typename }' }));
      expect(status).toBe(400);
      expect(body?.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    }
  });

  it.each([
    ['{"query": "{ __typename }"', 'The body is not JSON: see line 1, column 27.'],
    ['sk-secret', 'The body is not JSON: see line 1, column 1.'],
    ['', 'The body is not JSON: see line 1, column 1.'],
    ['null', 'The body must be a JSON object with the member "query" or "documentId".'],
    ['"text"', 'The body must be a JSON object with the member "query" or "documentId".'],
    ['{}', '"query" must be a GraphQL document.'],
    ['{"query": 7}', '"query" must be a GraphQL document.'],
    ['{"query": "{ __typename }", "operationName": {}}', '"operationName" must be a string.'],
    ['{"query": "{ __typename }", "variables": []}', '"variables" must be a JSON object.'],
    ['{"query": "{ __typename }", "extensions": 1}', '"extensions" must be a JSON object.'],
  ])('answers the body %s with 400 and a message of its own', async (text, message) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, body } = await send(product.graphUrl, { method: 'POST', body: text, headers: { accept } });
      expect(status).toBe(400);
      expect(body).toEqual({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT', retryable: false } }] });
    }
  });

  it('answers a body that is not UTF-8 with 400', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"query":"{ __typename }'), 0xff, ...Buffer.from('"}')]);
    const { status, body } = await send(product.graphUrl, { method: 'POST', body: bytes });
    expect(status).toBe(400);
    expect(body?.errors?.[0]?.message).toBe('The body is not UTF-8.');
  });

  it.each([
    '?variables=[',
    '?query={__typename}&variables=[',
    '?query={__typename}&extensions={',
    '?query={',
    '?',
    '?query=%',
    '?query=%7B%00%7D',
  ])('answers GET %s with 400', async (search) => {
    const { status, body } = await send(product.graphUrl, { method: 'GET' }, search);
    expect(status).toBe(400);
    expect(body?.errors?.[0]?.extensions.code).toMatch(/^(BAD_USER_INPUT|GRAPHQL_PARSE_FAILED)$/);
  });

  it('refuses an operationName that is not in the document with 400', async () => {
    const { status, body } = await post(product.graphUrl, { query: 'query A { __typename }', operationName: 'B' });
    expect(status).toBe(400);
    expect(body?.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

it('60 connections that stall in their headers and 60 in their bodies delay no other caller', async () => {
  const { hostname, port } = new URL(product.graphUrl);
  const stalled = [
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Ty',
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"que',
  ];
  const sockets: Socket[] = [];
  for (let index = 0; index < 120; index += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    socket.write(stalled[index % stalled.length] ?? '');
    sockets.push(socket);
  }
  for (let round = 0; round < 20; round += 1) await expectNormalQuery();
  for (const socket of sockets) socket.destroy();
});
