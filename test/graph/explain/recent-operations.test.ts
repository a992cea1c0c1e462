/** RECENT_OPERATIONS_MAX: what operators can look up on the admin port, its order, its bounds, and what must never be in it. */
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../src/config.ts';
import { RecentOperations } from '../../../src/graph/explain/recent-operations.ts';
import { Operation } from '../../../src/graph/telemetry/record.ts';
import { post } from '../../support/post.ts';
import { type Product, startProduct } from '../../support/running.ts';

interface Shown {
  requestId: string;
  operation?: string;
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

/** Recording goes on after the answer: waits until there are so many. */
async function recorded(product: Product, count: number): Promise<Shown[]> {
  for (;;) {
    const { operations } = JSON.parse(await textOf(product)) as { operations: Shown[] };
    if (operations.length >= count) return operations;
  }
}

const weather = 'query Good($id: ID!) { field(id: $id) { secretalias: weather { date } } }';

it('shows the latest operations, those with errors first, each with its receipt', async () => {
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

it('holds no key, variable, alias, field id, text or value of an answer, and changes nothing of the answer', async () => {
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

it('holds at most 8 MiB and forgets the oldest, also of a request id that is sent again', async () => {
  const recent = new RecentOperations(1_000);
  const receipt = { calls: { made: 300, counted: 300 }, reads: Array(300).fill({ read: 'x'.repeat(150) }) };
  for (let index = 0; index < 1_000; index += 1) {
    const operation = new Operation(`req_${index}`);
    operation.receipt = receipt;
    recent.add(operation, 'ok');
    recent.add(operation, 'ok');
  }
  const { text } = await recent.page(new URLSearchParams());
  expect(text.length).toBeLessThan(8 * 1024 * 1024 + 1_000);
  const { operations, bytes } = JSON.parse(text) as { operations: Shown[]; bytes: number };
  expect(bytes).toBeGreaterThan(7 * 1024 * 1024);
  expect(operations[0]?.requestId).toBe('req_999');
  expect(new Set(operations.map(({ requestId }) => requestId)).size).toBe(operations.length);
});

it('is off unless it is set, and needs the admin port', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0' });
  expect((await fetch(`${product.adminUrl}/operations`)).status).toBe(404);
  expect(() => readConfig({ RECENT_OPERATIONS_MAX: '10' })).toThrow(ConfigError);
  expect(() => readConfig({ RECENT_OPERATIONS_MAX: '1001', ADMIN_PORT: '9090' })).toThrow(/must be from 0 to 1000/);
});
