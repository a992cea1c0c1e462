/** Error messages that a newcomer sees first, on both ports: each names the error and what to send instead. */
import { expect, it } from 'vitest';
import { requestJson } from '../support/execute.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { send } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

const product = untilFileEnd(await startProduct());
const json = { 'content-type': 'application/json' };

async function messagesOf(body: object | string, headers: Record<string, string> = {}): Promise<string[]> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const reply = await send(product.graphUrl, { method: 'POST', body: text, headers });
  return (reply.body?.errors ?? []).map(({ message }) => message);
}

async function detailOf(headers: Record<string, string>, body?: string): Promise<string> {
  const path = body === undefined ? '/api/v1/weather?field_id=fld_demo_01' : '/api/v1/observations';
  const reply = await fetch(product.serviceUrl + path, {
    ...(body !== undefined && { method: 'POST', body }),
    headers,
  });
  return ((await reply.json()) as { detail: string }).detail;
}

const weather = '{ field(id: "fld_demo_01") { weather { date } } }';

it.each<[string, object, string]>([
  [
    'several operations',
    { query: `query A ${weather} query B ${weather}` },
    'The document has several operations: name one of A, B in operationName.',
  ],
  [
    'several operations without a name',
    { query: `${weather} ${weather}` },
    'The document has several operations without a name: name each, and choose one in operationName.',
  ],
  [
    'several operations of one name',
    { query: `query A ${weather} query B ${weather} query A ${weather}` },
    'There can be only one operation named "A".',
  ],
  [
    'a wrong name',
    { query: `query A ${weather}`, operationName: 'B' },
    'There is no such operation: name one of A in operationName.',
  ],
  ['no operation', { query: 'fragment F on Field { id }' }, 'The document has no operation.'],
  [
    'a wrong unit',
    {
      query:
        'query($unit: TemperatureUnit) { field(id: "fld_demo_01") { weather { temperatureMax(unit: $unit) { value } } } }',
      variables: { unit: 'C' },
    },
    'Variable "$unit" has invalid value: Value "C" does not exist in "TemperatureUnit" enum. Its values are CELSIUS, FAHRENHEIT, and KELVIN.',
  ],
])('the error message for %s states the error and the valid choices', async (_, body, message) => {
  expect(await messagesOf(body)).toEqual([message]);
});

it('error messages about a variable do not contain its value, however many errors it has', async () => {
  const query = 'mutation($input: AddObservationInput!) { addObservation(input: $input) { __typename } }';
  const input = { idempotencyKey: 'a', fieldId: 'fld_demo_01', text: 'Only mine.', one: 1, two: 2 };
  const messages = await messagesOf({ query, variables: { input } });
  expect(messages).toHaveLength(2);
  expect(messages.join(' ')).not.toContain('Only mine.');
});

it.each([
  ['{"query": "{ a }",\n "variables": {a}}', 'line 2, column 16'],
  ['{"query": "{ a }"', 'line 1, column 18'],
  ['{"query": "{ a }",}', 'line 1, column 19'],
  ['{"query": "{ a }"} x', 'line 1, column 20'],
  ['{"query": "a\nb"}', 'line 1, column 11'],
  ["{'query': 1}", 'line 1, column 2'],
  ['[1, 2,, 3]', 'line 1, column 7'],
  ['{"a" 1}', 'line 1, column 6'],
  ['[01]', 'line 1, column 3'],
  ['[1}', 'line 1, column 3'],
  ['', 'line 1, column 1'],
])('both ports report the line and column where %j stops being JSON', async (body, place) => {
  expect(await messagesOf(body)).toEqual([`The body is not JSON: see ${place}.`]);
  const headers = { ...json, ...product.demo, 'idempotency-key': 'a' };
  expect(await detailOf(headers, body)).toBe(`The body is not JSON: see ${place}.`);
});

it('a missing, an empty and an unknown key have different messages on both ports', async () => {
  const query =
    'mutation { addObservation(input: { idempotencyKey: "a", fieldId: "fld_demo_01", text: "x" }) { ... on FieldgraphError { message } } }';
  const write = async (headers: Record<string, string>) => {
    const { data } = await requestJson(fetch, { query }, headers, `${product.graphUrl}/graphql`);
    const rest = await detailOf({ ...json, 'idempotency-key': 'a', ...headers }, '{}');
    return [data.addObservation.message, rest];
  };
  expect(await write({})).toEqual(['Send a valid API key as Authorization: Bearer <key>.', 'An API key is required.']);
  const empty = 'The API key is empty: send it as Authorization: Bearer <key>.';
  expect(await write({ authorization: 'Bearer ' })).toEqual([empty, empty]);
  expect(await write({ authorization: 'Bearer fds_test_unknown' })).toEqual([
    'The API key is not known to the service, or was revoked.',
    'The API key is not known, or was revoked.',
  ]);
});

it('the graph port answers a path of the REST service with its address on the REST port', async () => {
  const reply = await fetch(`${product.graphUrl}/api/v1/weather?field_id=fld_demo_01`);
  expect(reply.status).toBe(404);
  expect(await reply.json()).toEqual({
    code: 'not_found',
    error: 'Not found: this port serves the graph, another one the REST service.',
    see: `${product.serviceUrl}/api/v1/weather`,
  });
});

it('a gateway whose FIELD_DATA_URL is a graph port reports UPSTREAM_ERROR, not a missing field', async () => {
  await using over = await startProduct({ FIELD_DATA_URL: product.graphUrl });
  const query = '{ field(id: "fld_demo_01") { weather { date } } }';
  const { errors } = await requestJson(fetch, { query }, {}, `${over.graphUrl}/graphql`);
  expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_ERROR' } }]);
  // The port of a gateway without a service of its own.
  await using far = await startProduct({ FIELD_DATA_URL: over.graphUrl });
  const other = await requestJson(fetch, { query }, {}, `${far.graphUrl}/graphql`);
  expect(other.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_ERROR' } }]);
});
