/** A Field Data Service on a real socket that responds correctly until a script makes it fail; `failures` names all of them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { canned } from './recorded-service.ts';
import { serve } from './serve.ts';

/** One call as the service received it. */
export interface SeenCall {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Responds to one call, correctly or not. `good` is the body of a correct response. */
export type Behaviour = (response: ServerResponse, call: SeenCall, good: string) => unknown;

/** Returns the behaviour for the n-th call (from 0); undefined means a correct response. */
export type Script = (call: SeenCall, index: number) => Behaviour | undefined;

export type FaultyService = Awaited<ReturnType<typeof startFaultyService>>;

const json = { 'content-type': 'application/json' };
const problemType = { 'content-type': 'application/problem+json' };

function problem(status: number, code: string, headers: Record<string, string> = {}): Behaviour {
  const problem = { type: `/problems/${code}`, title: 'secret-title', status, code, request_id: 'req_fault' };
  const json = JSON.stringify({ ...problem, detail: 'secret-detail at http://internal.example:9/' });
  return body(json, { ...problemType, 'x-request-id': 'req_fault', ...headers }, status);
}

function body(text: string, headers: Record<string, string> = json, status = 200): Behaviour {
  return (response) => void response.writeHead(status, headers).end(text);
}

const hugeChunks = [...Array<Buffer>(800).fill(Buffer.alloc(64 * 1024, ' ')), Buffer.from('{}')];

/** Streams 50 MB of white space, as fast as it is read. */
const huge: Behaviour = (response) => pipeline(Readable.from(hugeChunks), response.writeHead(200, json), () => {});

/** Starts a correct body, then calls `end`. */
const begun =
  (end: (response: ServerResponse) => void, headers: Record<string, string> = json): Behaviour =>
  (response, _call, good) =>
    response.writeHead(200, headers).write(good.slice(0, 10), () => end(response));

/** All failures. `silent` and `stalledBody` never end: the deadline or the caller ends them. */
export const failures = {
  good: (response, { method }, good) => response.writeHead(method === 'POST' ? 201 : 200, json).end(good),
  silent: () => {},
  stalledBody: begun(() => {}),
  resetBeforeAnswer: (response) => response.socket?.resetAndDestroy(),
  closedBeforeAnswer: (response) => response.socket?.destroy(),
  resetMidBody: begun((response) => response.socket?.resetAndDestroy()),
  truncated: (response, _call, good) => {
    response.writeHead(200, { ...json, 'content-length': String(Buffer.byteLength(good)) });
    response.write(good.slice(0, 10), () => response.socket?.destroy());
  },
  /** As by a service that exits while it sends its last responses. */
  truncatedLast: begun((response) => response.socket?.destroy(), { ...json, connection: 'close' }),
  /** Without a length, a body ends with its connection, even if that breaks. */
  truncatedUnbounded: (response, _call, good) => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n';
    response.socket?.write(head + good.slice(0, 10), () => response.socket?.resetAndDestroy());
  },
  notHttp: (response) => response.socket?.end('220 mail.example ESMTP\r\n\r\n'),
  controlInHeader: (response) =>
    response.socket?.end(
      'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-a: \u001b\r\n\r\n{}',
    ),
  invalidJson: body('{"data": [', json),
  emptyBody: body(''),
  wrongMediaType: body('<html>it works</html>', { 'content-type': 'text/html' }),
  wrongCharset: body(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]).toString('latin1'), json),
  jsonNull: body('null'),
  jsonString: body('"weather"'),
  dataIsObject: body('{"data": {}}'),
  recordIsNull: body('{"data": [null]}'),
  recordIsBare: body('{"data": [{}]}'),
  otherField: (response, _call, good) =>
    body(good.replaceAll(/"field_id":"[^"]*"/g, '"field_id":"fld_other"'))(response, _call, good),
  huge,
  gzip: (response, _call, good) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(good)),
  brokenGzip: body('not gzip at all', { ...json, 'content-encoding': 'gzip' }),
  unknownEncoding: body('zzzz', { ...json, 'content-encoding': 'x-zip http://127.0.0.1/secret' }),
  noContent: (response) => response.writeHead(204).end(),
  redirect: (response) => response.writeHead(307, { location: 'http://internal.example:9/elsewhere' }).end(),
  status304: (response) => response.writeHead(304).end(),
  status400: problem(400, 'invalid_parameter'),
  status401: problem(401, 'unauthenticated', { 'www-authenticate': 'Bearer' }),
  status403: problem(403, 'insufficient_scope'),
  status404: problem(404, 'field_not_found'),
  status408: (response) => response.writeHead(408).end(),
  status409: problem(409, 'idempotency_in_progress', { 'retry-after': '1' }),
  status413: problem(413, 'payload_too_large'),
  status418: problem(418, 'teapot'),
  status422: problem(422, 'validation_failed'),
  status429: problem(429, 'rate_limited', { 'retry-after': '7' }),
  status500: problem(500, 'internal_error'),
  pageOfProxy: (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'),
  pageOf400: body('<h1>Bad Request</h1>', { 'content-type': 'text/html' }, 400),
  textOfProxy: body('404 page not found\n', { 'content-type': 'text/plain; charset=utf-8' }, 404),
  jsonOfProxy: body('{"message":"no Route matched with those values"}', json, 404),
  status502: (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  status503: problem(503, 'unavailable'),
  status503RetryAfter: problem(503, 'unavailable', { 'retry-after': '3600' }),
  status504: (response) => response.writeHead(504).end(),
} satisfies Record<string, Behaviour>;

/** Starts the service on a free port. To restart it at the same address, use a `port` of `freePort`, which nobody takes meanwhile. */
export async function startFaultyService(script: Script = () => undefined, port = 0) {
  const server = await serve(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const call = { method, url, headers, body: await text(request) };
    // It publishes no description; the gateway's own request for it does not count as a call.
    if (call.method === 'GET' && !call.url.includes('/api/')) return void response.writeHead(404).end();
    service.calls.push(call);
    const behave = service.script(call, service.calls.length - 1) ?? failures.good;
    behave(response, call, goodBody(call));
  }, port);
  /** Tests may replace `script` at any time. */
  const service = { ...server, calls: [] as SeenCall[], script };
  return service;
}

/** The response of a service that fulfils the contract: one record. */
function goodBody({ method, url, body }: SeenCall): string {
  const { pathname: path, searchParams } = new URL(url, 'http://service');
  const query = { field_id: searchParams.get('field_id') ?? 'fld_1', limit: '1' };
  return JSON.stringify(canned({ method, path, query, headers: {}, body: JSON.parse(body || '{}') }).body);
}
