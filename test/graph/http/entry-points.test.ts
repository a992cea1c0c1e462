import { request as openRequest } from 'node:http';
import { serverAudits } from 'graphql-http';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import type { AbortSignalLike } from '../../../src/platform/sync/abort-signal.ts';
import { abusiveOperations } from '../../support/abusive-operations.ts';
import { bind, gatewayOver } from '../../support/gateway.ts';
import { recordedService } from '../../support/recorded-service.ts';

const options = {
  cors: { origins: ['https://app.test'], loopback: false },
  bodyBytesMax: 262_144,
  rateLimitPerMinute: 1_000_000,
};
const refuseOne = ({ query }: { query: Record<string, string> }) =>
  query.field_id === 'fld_none' ? { status: 404, body: {} } : undefined;

/** The same gateway twice, so that neither counts the other's operations. */
const { fetch: answer } = gatewayOver(refuseOne, options);
const { handle } = gatewayOver(refuseOne, options);
const listener = await bind(handle);

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
}

interface Seen {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Headers of the connection, and those in which two requests always differ. */
const ownHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'ratelimit'];

function seen(status: number, headers: Iterable<[string, string]>, body: string): Seen {
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !ownHeaders.includes(name)).sort()),
    body,
  };
}

async function throughSocket({ method = 'POST', path = '/graphql', headers = {}, body }: Sent): Promise<Seen> {
  const sent = await request(`${listener.url}${path}`, { method, headers, body: body ?? null });
  const pairs = Object.entries(sent.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return seen(sent.statusCode, pairs, Buffer.from(await sent.body.arrayBuffer()).toString('latin1'));
}

async function throughAdapter({ method = 'POST', path = '/graphql', headers = {}, body }: Sent): Promise<Seen> {
  const length: Record<string, string> =
    body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const url = `${listener.url}${path}`;
  const response = await answer(new Request(url, { method, headers: { ...length, ...headers }, body: body ?? null }));
  return seen(response.status, response.headers, Buffer.from(await response.arrayBuffer()).toString('latin1'));
}

const json = { 'content-type': 'application/json', 'x-request-id': 'req_same' };
const post = (payload: string | Buffer<ArrayBuffer> | object, headers: Record<string, string> = {}): Sent => ({
  headers: { ...json, ...headers },
  body: typeof payload === 'string' || payload instanceof Buffer ? payload : JSON.stringify(payload),
});
const good = { query: '{ field(id: "fld_a") { id weather { date } } }' };
const input = {
  fieldId: 'fld_a',
  text: 'Wet.',
  idempotencyKey: 'key-1',
  category: 'GENERAL',
  observedAt: '2026-05-01T00:00:00Z',
};
const write = 'mutation ($input: AddObservationInput!) { addObservation(input: $input) { __typename } }';

const cases: [title: string, sent: Sent][] = [
  ['a query', post(good)],
  ['a query with a charset', post(good, { 'content-type': 'application/json; charset=utf-8' })],
  ['a query in another charset', post(good, { 'content-type': 'application/json; charset=latin1' })],
  [
    'a long query result, compressed',
    post({ query: '{ field(id: "fld_a") { observations(limit: 100) { id text } } }' }, { 'accept-encoding': 'gzip' }),
  ],
  ['a short answer that accepts compression', post(good, { 'accept-encoding': 'br, gzip' })],
  ['a mutation', post({ query: write, variables: { input } })],
  ['a partial answer', post({ query: '{ field(id: "fld_none") { id weather { date } } }' })],
  ['an answer with the new media type', post(good, { accept: 'application/graphql-response+json' })],
  ['a choice of media types', post(good, { accept: 'application/graphql-response+json, application/json;q=0.9' })],
  ['a choice by weight', post(good, { accept: 'application/json;q=0.5, application/graphql-response+json' })],
  ['any media type', post(good, { accept: '*/*' })],
  ['an unsupported media type', post(good, { accept: 'text/plain' })],
  ['an event stream', post(good, { accept: 'text/event-stream' })],
  ['a page', post(good, { accept: 'text/html, */*;q=0.8' })],
  ['an allowed origin', post(good, { origin: 'https://app.test' })],
  ['a foreign origin', post(good, { origin: 'https://evil.test' })],
  ['an API key', post(good, { authorization: 'Bearer key' })],
  ['a malformed API key', post(good, { authorization: 'Basic a2V5' })],
  ['a malformed request id', post(good, { 'x-request-id': 'a b' })],
  ['invalid JSON', post('{')],
  ['invalid JSON, new media type', post('{', { accept: 'application/graphql-response+json' })],
  ['an empty body', post('')],
  ['null', post('null')],
  ['a text', post('"text"')],
  ['a batch', post([good, good])],
  ['bytes that are not UTF-8', post(Buffer.from([0x22, 0xff, 0x22]))],
  ['no query', post({ variables: {} })],
  ['an empty query', post({ query: '' })],
  ['a query that is a number', post({ query: 7 })],
  ['variables that are a list', post({ ...good, variables: [] })],
  ['an unknown member', post({ ...good, extra: 1 })],
  ['a syntax error', post({ query: '{ field(' })],
  ['a syntax error, new media type', post({ query: '{' }, { accept: 'application/graphql-response+json' })],
  ['a validation error', post({ query: '{ nothing }' })],
  ['an operation name that does not exist', post({ ...good, operationName: 'Nobody' })],
  ['a variable of another type', post({ query: 'query ($id: ID!) { field(id: $id) { id } }', variables: { id: {} } })],
  [
    'an operation that costs too much',
    post({ query: `{ ${Array.from({ length: 60 }, (_, n) => `a${n}: field(id: "fld_a") { weather { date } }`)} }` }),
  ],
  ...abusiveOperations.flatMap(([title, , parameters]): [string, Sent][] => [
    [title, post(parameters)],
    [`${title}, new media type`, post(parameters, { accept: 'application/graphql-response+json' })],
  ]),
  [
    'an operation name that does not exist, new media type',
    post({ ...good, operationName: 'Nobody' }, { accept: 'application/graphql-response+json' }),
  ],
  [
    'a document with two operations',
    post({ query: 'query A { __typename } query B { a: __typename }', operationName: 'B' }),
  ],
  [
    'a malformed API key, new media type',
    post(good, { authorization: 'Basic a2V5', accept: 'application/graphql-response+json' }),
  ],
  ['two validation errors', post({ query: '{ field(id: "a") { weather(granularity: "x") { date } nothing } }' })],
  [
    'two fields that fail',
    post({
      query: '{ a: field(id: "fld_none") { weather { date } } b: field(id: "fld_none") { observations { id } } }',
    }),
  ],
  ['a body that is too large', post({ query: `{ __typename } ${'#'.repeat(262_144)}` })],
  ['a member named __proto__', post('{"query":"{ __typename }","__proto__":{"variables":7}}')],
  ['another media type', post(good, { 'content-type': 'text/plain' })],
  ['a document without JSON', post('{ __typename }', { 'content-type': 'application/graphql' })],
  ['no media type', { body: '{}' }],
  ['GET', { method: 'GET', path: '/graphql?query=%7B__typename%7D' }],
  ['a mutation by GET', { method: 'GET', path: `/graphql?query=${encodeURIComponent('mutation { addObservation }')}` }],
  ['PUT', { method: 'PUT', headers: json, body: '{}' }],
  ['a query string next to the body', { ...post(good), path: '/graphql?query=%7Bnothing%7D' }],
  ['another path', { ...post(good), path: '/graphql/' }],
];

describe('an operation has the same response through a socket and by gateway.fetch', () => {
  it.each(cases)('for %s', async (_title, sent) => {
    const [socket, adapter] = [await throughSocket(sent), await throughAdapter(sent)];
    for (const { headers } of [socket, adapter]) {
      const id = headers['x-request-id'];
      expect(id).toMatch(sent.headers?.['x-request-id'] === 'req_same' ? /^req_same$/ : /^[\w-]{8,}$/);
      if (id !== 'req_same') delete headers['x-request-id'];
    }
    expect(socket).toEqual(adapter);
  });

  it.each([
    ['application/json; charset=utf8', 200],
    ['Application/JSON;charset="UTF-8"', 200],
    ['application/json ; profile=x; charset = utf-8', 200],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=utf-8859', 415],
    ['application/jsonl', 415],
  ])('for the content type %s, with the status %i', async (type, status) => {
    const sent = post(good, { 'content-type': type });
    expect([(await throughSocket(sent)).status, (await throughAdapter(sent)).status]).toEqual([status, status]);
  });

  // The results of the audit are tested by end-to-end/audit; here both entry points must only respond alike.
  it.each(serverAudits({ url: 'http://graph.test/graphql', fetchFn: fetchBoth }))('$name', async (audit) => {
    await audit.fn();
  });
});

/** Sends to both entry points, and rejects if their responses differ: an audit rethrows errors that are not its own. */
async function fetchBoth(url: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(url);
  const sent: Sent = {
    method: init.method ?? 'GET',
    path: `${pathname}${search}`,
    headers: { 'x-request-id': 'req_same', ...Object.fromEntries(new Headers(init.headers)) },
    ...(typeof init.body === 'string' ? { body: init.body } : {}),
  };
  const [socket, adapter] = [await throughSocket(sent), await throughAdapter(sent)];
  expect(socket).toEqual(adapter);
  return new Response(socket.body || null, { status: socket.status, headers: socket.headers });
}

describe('a caller that disconnects', () => {
  it('cancels the reads of its operation', async () => {
    const requested = Promise.withResolvers<AbortSignalLike>();
    const service = recordedService();
    const { handle } = gatewayOver(undefined, {
      fetch: (call) => {
        requested.resolve(call.scope.signal);
        return new Promise((_resolve, reject) => {
          call.scope.signal.addEventListener('abort', () => service.fetch(call).then(() => reject(new Error('gone'))));
        });
      },
    });
    const waiting = await bind(handle);
    const call = openRequest(`${waiting.url}/graphql`, { method: 'POST', headers: json });
    call.on('error', () => undefined);
    call.end(JSON.stringify(good));
    const signal = await requested.promise;
    expect(signal.aborted).toBe(false);
    const aborted = new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    call.destroy();
    await aborted;
  });
});
