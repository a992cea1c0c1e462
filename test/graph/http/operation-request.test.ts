/** Which HTTP requests are operations, how they are read, and how other requests are refused. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readOperation } from '../../../src/graph/http/operation-request.ts';

const url = 'http://graph.test/graphql';
const query = '{ __typename }';
const none = { operationName: undefined, variables: undefined, extensions: undefined };

const get = (search: string) => readOperation(new Request(`${url}${search}`), { bodyBytesMax: 1_000 });
const post = (body: unknown, contentType = 'application/json') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readOperation(new Request(url, { method: 'POST', headers: { 'content-type': contentType }, body: text }), {
    bodyBytesMax: 1_000,
  });
};

const refusal = (code: string, status: number, headers?: object) =>
  expect.objectContaining({ extensions: expect.objectContaining({ code, http: { status, headers } }) });
const bad = (message: string) =>
  expect.objectContaining({
    message,
    extensions: expect.objectContaining({ code: 'BAD_USER_INPUT', http: { status: 400, headers: undefined } }),
  });

describe('a POST', () => {
  it('yields only the members of an operation', async () => {
    const operation = { query, operationName: 'A', variables: { a: 1 }, extensions: { b: [] } };
    expect(await post({ ...operation, extra: 1 })).toEqual(operation);
    expect(Object.keys(await post({ query, extra: 1 }))).toEqual(Object.keys(operation));
  });

  it.each([null, undefined, ''])('treats %j as no operation name', async (operationName) => {
    expect(await post({ query, operationName })).toEqual({ query, ...none });
  });

  it('treats null as no variables and no extensions', async () => {
    expect(await post({ query, variables: null, extensions: null })).toEqual({ query, ...none });
  });

  it.each([
    ['application/json'],
    ['application/json;charset=utf-8'],
    ['Application/JSON ; Charset="UTF-8"'],
    ['application/json; profile=x'],
    ['application/json; profile=x;charset = utf-8'],
  ])('may have the media type %s', async (contentType) => {
    expect(await post({ query }, contentType)).toEqual({ query, ...none });
  });

  it.each([
    ['text/plain'],
    ['application/graphql'],
    ['application/jsonp'],
    ['application/json-seq'],
    ['x-application/json'],
    ['text/plain; application/json'],
    ['application/json; charset=latin1'],
    ['application/json;charset=latin1'],
    ['application/json; charset = latin1'],
    ['application/json; charset="utf-16"'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
  ])('may not have the media type %s', async (contentType) => {
    await expect(post({ query }, contentType)).rejects.toEqual(refusal('UNSUPPORTED_MEDIA_TYPE', 415));
  });

  it('must state its media type', async () => {
    const request = new Request(url, { method: 'POST', body: JSON.stringify({ query }) });
    request.headers.delete('content-type');
    await expect(readOperation(request, { bodyBytesMax: 1_000 })).rejects.toEqual(
      refusal('UNSUPPORTED_MEDIA_TYPE', 415),
    );
  });

  it.each(['gzip', 'br', 'identity, gzip'])(
    'with Content-Encoding: %s is refused with a message that names the header',
    async (encoding) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      const request = new Request(url, { method: 'POST', headers, body: gzipSync(JSON.stringify({ query })) });
      await expect(readOperation(request, { bodyBytesMax: 1_000 })).rejects.toMatchObject({
        message: 'Send the body uncompressed, without Content-Encoding.',
        extensions: { code: 'UNSUPPORTED_MEDIA_TYPE', http: { status: 415 } },
      });
    },
  );

  it('with Content-Encoding: identity is read', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
    const request = new Request(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
    expect(await readOperation(request, { bodyBytesMax: 1_000 })).toEqual({ query, ...none });
  });

  it.each([
    ['{', 'The body is not JSON: see line 1, column 2.'],
    ['[]', 'Send one operation in a request: lists of operations are not supported.'],
    ['null', 'The body must be a JSON object with the member "query" or "documentId".'],
    ['7', 'The body must be a JSON object with the member "query" or "documentId".'],
    ['{}', '"query" must be a GraphQL document.'],
    ['{"query":""}', '"query" must be a GraphQL document.'],
    ['{"query":["a"]}', '"query" must be a GraphQL document.'],
    ['{"query":"{a}","operationName":0}', '"operationName" must be a string.'],
    ['{"query":"{a}","variables":"{}"}', '"variables" must be a JSON object.'],
    ['{"query":"{a}","variables":0}', '"variables" must be a JSON object.'],
    ['{"query":"{a}","extensions":[]}', '"extensions" must be a JSON object.'],
  ])('with the body %s is refused with an error message of the gateway', async (body, message) => {
    await expect(post(body)).rejects.toEqual(bad(message));
  });

  it('is refused with 413 above BODY_BYTES_MAX', async () => {
    await expect(post(' '.repeat(1_001))).rejects.toEqual(refusal('PAYLOAD_TOO_LARGE', 413));
  });
});

describe('a GET', () => {
  it.each(['websocket', 'WebSocket'])(
    'to open a %s is refused with a message that names Server-Sent Events',
    async (upgrade) => {
      const request = new Request(url, { headers: { upgrade } });
      await expect(readOperation(request, { bodyBytesMax: 1_000 })).rejects.toEqual(
        bad('There is no WebSocket here: subscriptions are Server-Sent Events.'),
      );
    },
  );

  it('yields the members of an operation', async () => {
    const search = new URLSearchParams({ query, operationName: 'A', variables: '{"a":1}', extensions: '{"b":2}' });
    expect(await get(`?${search}`)).toEqual({ query, operationName: 'A', variables: { a: 1 }, extensions: { b: 2 } });
  });

  it.each([
    `?query=${query}`,
    `?query=${query}&operationName=&variables=&extensions=`,
    `?query=${query}&variables=null`,
  ])('with %s yields only a query', async (search) => {
    expect(await get(search)).toEqual({ query, ...none });
  });

  it.each([
    ['', '"query" must be a GraphQL document.'],
    ['?query=', '"query" must be a GraphQL document.'],
    [`?query=${query}&variables={`, 'variables is not JSON: see line 1, column 2.'],
    [`?query=${query}&variables=[]`, '"variables" must be a JSON object.'],
    [`?query=${query}&extensions=x`, 'extensions is not JSON: see line 1, column 1.'],
  ])('with the query string "%s" is refused with an error message of the gateway', async (search, message) => {
    await expect(get(search)).rejects.toEqual(bad(message));
  });
});

it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])(
  '%s is refused with 405 and the allowed methods',
  async (method) => {
    await expect(readOperation(new Request(url, { method }), { bodyBytesMax: 1_000 })).rejects.toEqual(
      refusal('METHOD_NOT_ALLOWED', 405, { allow: 'GET, HEAD, POST' }),
    );
  },
);
