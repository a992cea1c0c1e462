/** RECENT_OPERATIONS_MAX: the operations that operators can look up on the admin port, and the data that must never be in them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { ConfigError } from '../../../../src/platform/settings/setting-types.ts';
import { createRecentOperations } from '../../../../src/graph/capabilities/explain/recent-operations.ts';
import { OperationRecord } from '../../../../src/graph/telemetry/record.ts';
import { errorCodes } from '../../../../src/graph/errors/codes.ts';
import { openStream } from '../../../support/event-stream.ts';
import { readMetric } from '../../../support/metric.ts';
import { serve } from '../../../support/serve.ts';
import { post, send } from '../../../support/post.ts';
import { type Product, recordedOperations, startProduct } from '../../../support/running.ts';
import { writeObservation } from '../../../support/write-observation.ts';

interface Shown {
  requestId: string;
  operation?: string;
  type?: string;
  client?: string;
  outcome: string;
  codes?: string[];
  coalescedWith?: string;
  durationMs: number;
  receipt?: { calls: { made: number; counted: number }; reads: { read: string; outcome: string }[] };
}

async function textOf({ adminUrl }: Product, search = ''): Promise<string> {
  return (await fetch(`${adminUrl}/operations${search}`)).text();
}

const recorded = (product: Product, count: number) => recordedOperations<Shown>(product, count);

const abandoned = '{ field(id: "fld_1") { weather { date } } }';
const weather = 'query Good($id: ID!) { field(id: $id) { secretalias: weather { date } } }';

it('the list of recent operations shows the latest, those with errors first, each with its receipt', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0', RECENT_OPERATIONS_MAX: '3' });
  const headers = { 'graphql-client-name': 'phone' };
  await post(product.graphUrl, { query: 'query Dropped { __typename }' });
  await post(product.graphUrl, { query: 'query Bad { fieldd { id } }' }, headers);
  const { headers: answered } = await post(product.graphUrl, { query: weather, variables: { id: 'fld_demo_01' } });
  await post(product.graphUrl, { query: 'query Last { __typename }' });
  const operations = await recorded(product, 3);
  expect(operations.map(({ operation, outcome }) => [operation, outcome])).toEqual([
    ['Bad', 'refused'],
    ['Last', 'ok'],
    ['Good', 'ok'],
  ]);
  expect(operations[0]).toMatchObject({ client: 'phone', codes: ['GRAPHQL_VALIDATION_FAILED'] });
  const requestId = answered.get('x-request-id') ?? operations[2]?.requestId ?? '';
  const found = JSON.parse(await textOf(product, `?requestId=${requestId}`)) as { operations: Shown[] };
  expect(found.operations).toHaveLength(1);
  expect(found.operations[0]).toMatchObject({
    requestId,
    operation: 'Good',
    receipt: { calls: { made: 1, counted: 1 }, reads: [{ read: 'weather', outcome: 'ANSWERED' }] },
  });
  expect(JSON.parse(await textOf(product, '?requestId=req_unknown'))).toMatchObject({ operations: [] });
});

it.each([
  ['POST', { body: JSON.stringify({ query: abandoned }) }, ''],
  ['GET', {}, `?query=${encodeURIComponent(abandoned)}`],
])(
  'the list of recent operations shows the read of a caller that disconnected as ABANDONED, without a code: %s',
  async (method, body, search) => {
    const requested = Promise.withResolvers<void>();
    await using service = await serve(({ url }) => void (url?.includes('/weather?') && requested.resolve()));
    const env = { FIELD_DATA_URL: service.url, ADMIN_PORT: '0', RECENT_OPERATIONS_MAX: '3' };
    await using product = await startProduct(env);
    const caller = new AbortController();
    const reply = send(product.graphUrl, { method, ...body, signal: caller.signal }, search);
    await requested.promise;
    caller.abort();
    await expect(reply).rejects.toThrow();
    const [operation] = await recorded(product, 1);
    expect(operation).toMatchObject({ outcome: 'abandoned', receipt: { reads: [{ outcome: 'ABANDONED' }] } });
    expect(operation?.receipt?.reads[0]).not.toHaveProperty('code');
    expect(operation).not.toHaveProperty('codes');
  },
);

it('an abandoned query is in the list of recent operations with all its reads if an equal query still waited for them', async () => {
  let goOn = Promise.withResolvers<void>();
  let begun = Promise.withResolvers<void>();
  let isFailing = false;
  await using service = await serve(async ({ url = '' }, response) => {
    if (!url.includes('?')) return void response.writeHead(404).end();
    begun.resolve();
    await goOn.promise;
    if (isFailing && url.includes('weather')) {
      isFailing = false;
      return void response.writeHead(503).end();
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [], meta: { timezone: 'Europe/Berlin' } }));
  });
  const env = { FIELD_DATA_URL: service.url, ADMIN_PORT: '0', RECENT_OPERATIONS_MAX: '9' };
  await using product = await startProduct(env);
  const query = '{ field(id: "fld_1") { weather { date } observations { text } } }';
  // The first query of a document has no key yet by which an equal query could find it.
  goOn.resolve();
  await post(product.graphUrl, { query });
  [goOn, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const caller = new AbortController();
  // On a busy machine, the second query could come too late to subscribe.
  using clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const left = send(product.graphUrl, { method: 'POST', body: JSON.stringify({ query }), signal: caller.signal });
  await begun.promise;
  const stays = post(product.graphUrl, { query });
  const inFlight = () => readMetric(product.adminUrl, 'requests_in_flight');
  await expect.poll(inFlight).toBe(2);
  clock.mockRestore();
  caller.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(inFlight).toBe(1);
  isFailing = true;
  goOn.resolve();
  await stays;
  const operations = await recorded(product, 3);
  const stayed = operations.find(({ coalescedWith }) => coalescedWith !== undefined);
  expect(stayed).toMatchObject({ outcome: 'ok' });
  const first = operations.find(({ requestId }) => requestId === stayed?.coalescedWith);
  // As in its log line, which was written when its caller left.
  expect(first).toMatchObject({ outcome: 'abandoned', retries: 0, receipt: { calls: { made: 3 } } });
  expect(first?.receipt?.reads.map(({ read, outcome }) => `${read} ${outcome}`).sort()).toEqual([
    'observations ANSWERED',
    'weather ANSWERED',
  ]);
});

it('the first event of a stream is recorded with the request id of the response, and each later event adds a number', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0', RECENT_OPERATIONS_MAX: '9' });
  const query = 'subscription Watch { fieldsChanged(ids: ["fld_demo_01"], lists: [OBSERVATIONS]) { cursor } }';
  await using stream = await openStream(`${product.graphUrl}/graphql`, { query }, product.demo);
  await stream.next();
  for (const text of ['One', 'Two']) {
    await writeObservation(product, text);
    await stream.next();
  }
  const operations = await recorded(product, 3);
  const requestId = stream.response.headers.get('x-request-id');
  expect(operations.map(({ type, requestId }) => [type, requestId])).toEqual([
    ['subscription', `${requestId}.2`],
    ['subscription', `${requestId}.1`],
    ['subscription', requestId],
  ]);
  expect(readFileSync('docs/explain.md', 'utf8')).toContain('`query`, `mutation` or `subscription`');
});

it('the list of recent operations contains no key, variable, alias, field id, text or response value, and does not change the response', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0', RECENT_OPERATIONS_MAX: '50' });
  await using silent = await startProduct();
  const input = { fieldId: 'fld_demo_02', text: 'hidden text', idempotencyKey: 'hidden-idempotency' };
  const write = 'mutation ($input: AddObservationInput!) { addObservation(input: $input) { __typename } }';
  const variables = { id: 'fld_demo_01' };
  const wrong = { authorization: 'Bearer fds_test_hiddenhiddenhiddenhidden' };
  const answer = await post(product.graphUrl, { query: weather, variables });
  const other = await post(silent.graphUrl, { query: weather, variables });
  expect(answer.body).toEqual(other.body);
  expect(answer.headers.get('cache-control')).toBe(other.headers.get('cache-control'));
  await post(product.graphUrl, { query: write, variables: { input } }, product.demo);
  await post(product.graphUrl, { query: write, variables: { input: { ...input, text: 1 } } }, product.demo);
  await post(product.graphUrl, { query: weather, variables }, wrong);
  await post(product.graphUrl, '{"query": "hidden');
  await recorded(product, 5);
  const text = await textOf(product);
  const hidden = ['hidden', 'secretalias', 'fld_demo', 'fds_', product.demoKey ?? 'no key', '127.0.0.1'];
  expect(hidden.filter((word) => text.includes(word))).toEqual([]);
});

it('the list of recent operations evicts the oldest entries above 8 MiB, and an entry with a repeated id replaces no other', async () => {
  const recent = createRecentOperations(1_000);
  const receipt = { calls: { made: 300, counted: 300 }, reads: Array(300).fill({ read: 'x'.repeat(150) }) };
  for (let index = 0; index < 200; index += 1) {
    const operation = new OperationRecord(`req_${index}`);
    operation.receipt = receipt;
    recent.add(operation, 'ok');
    recent.add(operation, 'failed');
  }
  const { text } = await recent.page(new URLSearchParams());
  expect(text.length).toBeLessThan(8 * 1024 * 1024 + 1_000);
  const { operations, bytes } = JSON.parse(text) as { operations: Shown[]; bytes: number };
  expect(bytes).toBeGreaterThan(7 * 1024 * 1024);
  expect(operations[0]).toMatchObject({ requestId: 'req_199', outcome: 'failed' });
  const again = JSON.parse((await recent.page(new URLSearchParams('requestId=req_199'))).text) as {
    operations: Shown[];
  };
  expect(again.operations.map(({ outcome }) => outcome)).toEqual(['failed', 'ok']);
});

it('the list of recent operations omits receipts above 64 KiB and retains all operations', async () => {
  const recent = createRecentOperations(1_000);
  for (let index = 0; index < 1_000; index += 1) {
    const operation = new OperationRecord(`req_${index}`);
    if (index % 2 === 1) operation.receipt = { reads: Array(10).fill({ paths: ['x'.repeat(9_000)] }) };
    recent.add(operation, 'ok');
  }
  const { operations } = JSON.parse((await recent.page(new URLSearchParams())).text) as { operations: Shown[] };
  expect(operations).toHaveLength(1_000);
  expect(operations[0]).not.toHaveProperty('receipt');
});

describe('the input of an attacker', () => {
  const secret = 'fds_test_hiddenhiddenhiddenhidden';
  const html = '<img src=x onerror=alert(1)>';
  const hidden = ['hidden', secret, '<', '>', '\u00e9', 'Secret'];

  it('is not in the list if a request contains a secret or HTML anywhere', async () => {
    await using product = await startProduct({ ADMIN_PORT: '0', RECENT_OPERATIONS_MAX: '100' });
    const { graphUrl } = product;
    const variables = { id: 'fld_demo_01' };
    const query = weather;
    const key = { authorization: `Bearer ${secret}` };
    const headers: Record<string, string>[] = [
      { ...key, 'graphql-client-name': secret },
      { ...key, 'apollographql-client-name': `app ${secret}` },
      { ...key, 'graphql-client-name': 'app', 'graphql-client-version': secret },
      { 'graphql-client-name': `${html}\u00e9` },
      { 'x-request-id': `${html} hidden` },
      { 'x-request-id': `${secret} hidden` },
      { authorization: `Basic ${secret}` },
      { cookie: `key=${secret}`, 'x-api-key': secret, referer: `http://hidden/${secret}`, 'user-agent': secret },
      { traceparent: `00-${secret}-hidden-01`, tracestate: `hidden=${secret}`, 'x-forwarded-for': 'hidden' },
      { origin: 'http://hidden.test' },
    ];
    for (const each of headers) await post(graphUrl, { query, variables }, each);
    const bodies: object[] = [
      { query: `# ${secret}\n{ field(id: "${secret}") { id weather { date } } }` },
      { query: `{ field(id: "fld_demo_01") { weather(from: "${secret}") { date } } }` },
      { query: `{ hiddenField(id: "${secret}") { id } }` },
      { query: `{ field(id: "${html}") { id } ` },
      { query: '{ __typename }', operationName: `${secret} ${html}` },
      { query, variables: { id: secret } },
      { query, variables: { id: [secret, html] } },
      { query, variables: { id: 'fld_demo_01', hidden: secret } },
      { query, variables, extensions: { hidden: secret, receipt: secret } },
      { documentId: `sha256:${secret}` },
    ];
    for (const each of bodies) await post(graphUrl, each);
    const search = `?query=${encodeURIComponent(`{ field(id: "${secret}") { id } }`)}&apikey=${secret}&hidden=1`;
    await send(graphUrl, {}, search);
    await recorded(product, headers.length + bodies.length);
    const reply = await fetch(`${product.adminUrl}/operations`);
    const text = await reply.text();
    expect(hidden.filter((word) => text.includes(word))).toEqual([]);
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is not in the list if the responses of the service contain a secret or HTML', async () => {
    const answers = [
      { status: 500, body: `Secret ${secret} at http://hidden/` },
      {
        status: 400,
        body: { code: secret, detail: html, errors: [{ pointer: '/hidden', code: secret, detail: secret }] },
      },
      { status: 403, body: { code: 'hidden', title: secret } },
      { status: 200, body: { data: [{ field_id: secret, hidden: html }], meta: { timezone: secret } } },
      { status: 200, body: html },
    ];
    let answered = 0;
    await using service = await serve((_request, response) => {
      const { status, body } = answers[answered++ % answers.length] ?? { status: 500, body: '' };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const more = {
        'x-request-id': `hidden-${secret}`,
        server: secret,
        'www-authenticate': `Secret realm="${secret}"`,
      };
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text);
    });
    const env = { FIELD_DATA_URL: service.url, ADMIN_PORT: '0', RECENT_OPERATIONS_MAX: '100', RECEIPTS: 'on' };
    await using product = await startProduct(env);
    const count = answers.length * 2;
    for (let index = 0; index < count; index += 1) {
      const query = `{ field(id: "fld_${index}") { weather { date } } }`;
      await post(product.graphUrl, { query, extensions: { receipt: index % 2 === 0 } });
    }
    const operations = await recorded(product, count);
    const codes = new Set(operations.flatMap((operation) => operation.codes ?? []));
    expect([...codes].filter((code) => !(code in errorCodes))).toEqual([]);
    const text = await textOf(product);
    const port = new URL(service.url).port;
    expect([...hidden, port].filter((word) => text.includes(word))).toEqual([]);
  });

  it('yields a small plan and receipt for aliases of 128 characters over many lists, and evicts no other operation', async () => {
    await using product = await startProduct({ ADMIN_PORT: '0', RECENT_OPERATIONS_MAX: '1000' });
    const { graphUrl } = product;
    for (let index = 0; index < 20; index += 1) await post(graphUrl, { query: 'query Other { __typename }' });
    const lists = Array.from({ length: 90 }, (_, at) => `w${at}: weather(last: { days: ${at + 2} }) { date }`);
    const converted = 'weather(last: { days: 1 }) { BIG: temperatureMax(unit: FAHRENHEIT) { value } }';
    const query = `query Large { BIG: field(id: "fld_demo_01") { ${lists.join(' ')} ${converted} } }`;
    const sent = JSON.stringify({ query: query.replaceAll('BIG', 'x'.repeat(128)), extensions: { receipt: true } });
    const headers = { 'content-type': 'application/json' };
    const plan = await fetch(`${graphUrl}/graphql/plan`, { method: 'POST', headers, body: sent });
    const planned = await plan.text();
    expect(JSON.parse(planned)).toMatchObject({ operation: 'Large', calls: { counted: 91 } });
    expect(planned.length).toBeLessThan(100_000);
    const { body } = await send(graphUrl, { method: 'POST', body: sent });
    expect(body?.errors).toBeUndefined();
    const { receipt } = (body as { extensions: { receipt: object } }).extensions;
    expect(JSON.stringify(receipt).length).toBeLessThan(100_000);
    // The plan is an operation, too.
    const operations = await recorded(product, 22);
    expect(operations.filter(({ operation }) => operation === 'Other')).toHaveLength(20);
  });
});

it('RECENT_OPERATIONS_MAX is off by default, requires the admin port, and is at most 1000', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0' });
  expect((await fetch(`${product.adminUrl}/operations`)).status).toBe(404);
  expect(() => readConfig({ RECENT_OPERATIONS_MAX: '10' })).toThrow(ConfigError);
  expect(() => readConfig({ RECENT_OPERATIONS_MAX: '1001', ADMIN_PORT: '9090' })).toThrow(
    /must be a whole number from 0 to 1000/,
  );
});
