/**
 * The bytes of every kind of response head on the socket. Callers and caches depend on them, so reply-heads.txt changes only on purpose.
 * Placeholders replace the date, generated request ids, quota by the clock, and tags and lengths that depend on the schema and on zlib.
 */
import { connect } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import { expect, it } from 'vitest';
import { createTrustedDocuments } from '../../../src/graph/capabilities/trusted-documents/trusted-documents.ts';
import type { GatewayOptions } from '../../../src/graph/gateway.ts';
import { type AdminOptions, createAdmin } from '../../../src/graph/http/admin.ts';
import { dateReads } from '../../../src/graph/upstream/layers/freshness.ts';
import type { Listener } from '../../../src/platform/server/listen.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { bind, gatewayOver } from '../../support/gateway.ts';
import { meta, recordedService, weatherDay } from '../../support/recorded-service.ts';

const gatewayWith = (options: Partial<GatewayOptions> = {}) =>
  gatewayOver(({ query }) => (query.field_id === 'fld_none' ? { status: 404, body: {} } : undefined), {
    cors: { origins: ['https://app.test'], loopback: false },
    bodyBytesMax: 1_000,
    graphiql: { demoKey: 'key' },
    ...options,
  });

const unready = { code: 'UPSTREAM_UNAVAILABLE', reason: 'Nothing answers.' } as const;
/** Metrics that fail once an operation has ended: an internal error outside the pipeline. */
const brokenMetrics = {
  register: () => undefined,
  operationEnded: () => {
    throw new Error('metrics');
  },
} as unknown as NonNullable<GatewayOptions['metrics']>;

const adminOptions = {
  pages: { '/metrics': async () => ({ contentType: 'text/plain; version=0.0.4', text: 'a 1\n' }) },
  upstream: { endpoints: ['weather'], breakerState: () => 'closed', load: () => ({}) },
  readyDetails: () => ({ drift: {} }),
  readiness: { findFault: async () => unready },
  isStopping: () => false,
  log: createLog('silent'),
} as unknown as AdminOptions;

const usual = gatewayWith();
/** Responses that caches may store: the service allows it, and no time passes. */
const keepable = recordedService(({ query: { field_id: id = '', limit } }) =>
  limit === undefined
    ? { body: { data: [weatherDay(id)], meta: meta(id) }, headers: { 'cache-control': 'public, max-age=300' } }
    : undefined,
);
const noon = new Date('2026-05-01T12:00:00Z');
const cached = gatewayWith({
  fetch: dateReads(['observations'], () => noon.getTime())(keepable.fetch),
  now: () => noon,
  rateLimitPerMinute: 1_000_000,
});
const hosts: Record<string, Listener> = {
  usual: await bind(usual.handle),
  cached: await bind(cached.handle),
  limited: await bind(gatewayWith({ rateLimitPerMinute: 1 }).handle),
  hidden: await bind(gatewayWith({ introspection: false, graphiql: undefined }).handle),
  unready: await bind(gatewayWith({ readiness: { findFault: async () => unready } }).handle),
  stopping: await bind(gatewayWith({ isStopping: () => true }).handle),
  broken: await bind(
    gatewayWith({ metrics: brokenMetrics, readiness: { findFault: () => Promise.reject(new Error('probe')) } }).handle,
  ),
  overloaded: await bind(usual.refuseOverload),
  trusted: await bind(
    gatewayWith({ additions: [createTrustedDocuments({ isOnly: true, bytesMax: 1e6, documents: [] })] }).handle,
  ),
  admin: await bind(createServerAdapter(createAdmin(adminOptions))),
};

/** The requests on one connection, in order. */
type Sent = string[];

function head(line: string, headers: Record<string, string>, body = ''): string {
  const fields = Object.entries({ host: 'graph.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${fields.join('')}\r\n${body}`;
}

const get = (path: string, headers: Record<string, string> = {}) => head(`GET ${path}`, headers);
const post = (parameters: unknown, headers: Record<string, string> = {}, path = '/graphql') => {
  const body = typeof parameters === 'string' ? parameters : JSON.stringify(parameters);
  const length = String(Buffer.byteLength(body));
  return head(`POST ${path}`, { 'content-type': 'application/json', 'content-length': length, ...headers }, body);
};
const pathOf = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;

const good = { query: '{ field(id: "fld_a") { id weather { date } } }' };
const long = { query: '{ field(id: "fld_a") { observations(limit: 100) { id text } } }' };
const partial = { query: '{ field(id: "fld_none") { id weather { date } } }' };
const newType = { accept: 'application/graphql-response+json' };
const page = { accept: 'text/html,*/*;q=0.8' };
const allowed = { origin: 'https://app.test' };
const keyed = { authorization: 'Bearer key' };
const urqlAccept =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';
const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };

const cases: [title: string, sent: Sent, host?: string][] = [
  ['a plain POST', [post(good)]],
  ['a plain POST, with a request id', [post(good, { 'x-request-id': 'req_same' })]],
  ['a plain POST, new media type', [post(good, newType)]],
  ['a plain POST, partial', [post(partial)]],
  ['a plain POST, refused by validation', [post({ query: '{ nothing }' })]],
  ['a plain POST, refused by validation, new media type', [post({ query: '{ nothing }' }, newType)]],
  ['a plain POST, invalid JSON', [post('{')]],
  ['a plain POST, malformed key', [post(good, { authorization: 'Basic a2V5' })]],
  ['a plain POST, only the hash of a document', [post({ extensions: { persistedQuery: { sha256Hash: 'a' } } })]],
  ['a plain POST, allowed origin', [post(good, allowed)]],
  ['a plain POST, foreign origin', [post(good, { origin: 'https://evil.test' })]],
  ['a plain POST, short, may be compressed', [post(good, { 'accept-encoding': 'br, gzip' })]],
  ['a plain POST, long, not compressed', [post(long)]],
  ['a plain POST, long, gzip', [post(long, { 'accept-encoding': 'gzip' })]],
  ['a plain POST, long, br, allowed origin', [post(long, { 'accept-encoding': 'br', ...allowed })]],
  ['a plain POST, too large', [post(`{"query":"${'#'.repeat(1_000)}"}`)]],
  ['plain POSTs, pipelined', [post(good), post(partial), get('/health'), post(good)]],
  ['a plain POST of HTTP/1.0', [post(good).replace('HTTP/1.1', 'HTTP/1.0')]],
  ['a plain POST with a query string', [post(good, {}, '/graphql?a=1')]],
  ['a plain POST, accept of axios', [post(good, { accept: 'application/json, text/plain, */*' })]],
  ['a plain POST, accept of urql', [post(good, { accept: urqlAccept })]],
  ['a plain POST, charset in quotes', [post(good, { 'content-type': 'application/json; charset="UTF-8"' })]],
  ['a plain POST, coding identity', [post(good, { 'content-encoding': 'identity' })]],
  [
    'a POST in chunks',
    [head('POST /graphql', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, inPieces(good))],
  ],
  [
    'a POST in chunks, too large',
    [
      head(
        'POST /graphql',
        { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        inPieces({ ...good, more: '#'.repeat(1_000) }),
      ),
    ],
  ],
  ['a POST, another media type', [post(good, { 'content-type': 'text/plain' })]],
  ['a POST, unusual accept', [post(good, { accept: 'application/json, application/*;q=0.9' })]],
  ['a POST, unusual accept, partial', [post(partial, { accept: 'application/json, application/*;q=0.9' })]],
  ['a POST, unusual accept, long, gzip', [post(long, { accept: 'application/*', 'accept-encoding': 'gzip' })]],
  [
    'a POST, unusual accept, refused',
    [post({ query: '{' }, { accept: 'application/graphql-response+json, text/html' })],
  ],
  ['a POST, unsupported media type', [post(good, { accept: 'text/plain' })]],
  ['a POST, an event stream', [post(good, { accept: 'text/event-stream', 'accept-encoding': 'gzip' })]],
  ['a POST, multipart', [post(good, { accept: 'multipart/mixed' })]],
  ['GET', [get(pathOf(good.query))]],
  ['GET, with a request id', [get(pathOf(good.query), { 'x-request-id': 'req_same' })]],
  ['GET, new media type', [get(pathOf(good.query), newType)]],
  ['GET, allowed origin, short, may be compressed', [get(pathOf(good.query), { ...allowed, 'accept-encoding': 'br' })]],
  ['GET, long, gzip', [get(pathOf(long.query), { 'accept-encoding': 'gzip' })]],
  ['GET, long, br', [get(pathOf(long.query), { 'accept-encoding': 'br' })]],
  ['GET, public', [get(pathOf(good.query), { 'x-request-id': 'req_same' })], 'cached'],
  ['GET, public, new media type, allowed origin', [get(pathOf(good.query), { ...newType, ...allowed })], 'cached'],
  ['GET, public, unusual accept', [get(pathOf(good.query), { accept: 'application/*' })], 'cached'],
  ['GET, public, with a matching ETag', [get(pathOf(good.query), { 'if-none-match': '*', ...allowed })], 'cached'],
  ['GET, public, HEAD', [head(`HEAD ${pathOf(good.query)}`, {})], 'cached'],
  ['GET, public, with a key', [get(pathOf(good.query), keyed)], 'cached'],
  ['GET, no query', [get('/graphql')]],
  ['GET, malformed key', [get(pathOf(good.query), { authorization: 'Basic a2V5' })]],
  ['a mutation by GET', [get(pathOf('mutation { addObservation }'))]],
  ['HEAD', [head(`HEAD ${pathOf(good.query)}`, {})]],
  ['PUT', [head('PUT /graphql', { 'content-length': '0' })]],
  ['OPTIONS other than a preflight', [head('OPTIONS /graphql', {})]],
  ['a preflight', [head('OPTIONS /graphql', { ...allowed, ...preflight })]],
  ['a preflight, foreign origin', [head('OPTIONS /graphql', { origin: 'https://evil.test', ...preflight })]],
  ['GraphiQL', [get('/graphql', page)]],
  ['GraphiQL, br', [get('/graphql', { ...page, 'accept-encoding': 'gzip, br' })]],
  ['GraphiQL, HEAD', [head('HEAD /graphql', page)]],
  ['GraphiQL, with a matching ETag', [get('/graphql', { ...page, 'if-none-match': '*' })]],
  ['GraphiQL, disabled', [get('/graphql', page)], 'hidden'],
  ['/', [get('/')]],
  ['/, GraphiQL disabled', [get('/')], 'hidden'],
  ['the SDL', [get('/schema.graphql')]],
  ['the SDL, gzip', [get('/schema.graphql', { 'accept-encoding': 'gzip' })]],
  ['the SDL, HEAD', [head('HEAD /schema.graphql', {})]],
  ['the SDL, with a matching ETag', [get('/schema.graphql', { 'if-none-match': '*' })]],
  ['the SDL, POST', [post(good, {}, '/schema.graphql')]],
  ['the SDL, hidden', [get('/schema.graphql')], 'hidden'],
  ['llms.txt', [get('/llms.txt')]],
  ['llms.txt, br', [get('/llms.txt', { 'accept-encoding': 'br' })]],
  ['health', [get('/health')]],
  ['health, HEAD', [head('HEAD /health', {})]],
  ['health, POST', [post({}, {}, '/health')]],
  ['ready, POST', [post({}, {}, '/ready')]],
  ['health, may be compressed, from a page', [get('/health', { 'accept-encoding': 'br', ...allowed })]],
  ['ready', [get('/ready')]],
  ['ready, without the service', [get('/ready')], 'unready'],
  ['ready, stopping', [get('/ready')], 'stopping'],
  ['ready, an internal error', [get('/ready')], 'broken'],
  ['another path', [get('/nothing')]],
  ['another path, POST', [post(good, {}, '/graphql/')]],
  ['a malformed target', [get('*')]],
  ['three documents that are not trusted', [post(good), post(good, allowed), post(good)], 'trusted'],
  ['two requests with a limit of one a minute', [post(good), post(good, { 'x-request-id': 'req_same' })], 'limited'],
  ['above the rate limit, by GET, from a page', [get(pathOf(good.query), allowed)], 'limited'],
  ['above the rate limit, unusual accept', [post(good, { accept: 'text/html' })], 'limited'],
  ['above the rate limit, new media type', [post(good, newType)], 'limited'],
  ['a plain POST, an internal error', [post(good, { 'x-request-id': 'req_same' })], 'broken'],
  ['GET from a page, an internal error', [get(pathOf(good.query), { ...newType, ...allowed, ...keyed })], 'broken'],
  ['metrics', [get('/metrics')], 'admin'],
  ['metrics, POST', [post(good, {}, '/metrics')], 'admin'],
  ['ready, with details', [get('/ready')], 'admin'],
  ['health on the admin port', [get('/health')], 'admin'],
  ['another path on the admin port', [get('/graphql')], 'admin'],
  ['overload, POST', [post(good)], 'overloaded'],
  ['overload, preflight', [head('OPTIONS /graphql', { ...allowed, ...preflight })], 'overloaded'],
  ['overload, GET from a page', [get('/health', { ...allowed, ...keyed, 'x-request-id': 'req_same' })], 'overloaded'],
];

function inPieces(parameters: object): string {
  const body = JSON.stringify(parameters);
  return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/** The heads of the replies on one connection, without their bodies. */
function sendAll(listener: Listener, sent: Sent): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const heads: string[] = [];
  let pending = '';
  /** The known minimum length of the reply, because a page of megabytes arrives in many chunks. */
  let lengthMin = 0;
  const socket = connect(listener.port, '127.0.0.1', () => socket.write(sent.join('')));
  socket.setEncoding('latin1');
  socket.on('error', reject);
  socket.on('data', (chunk) => {
    pending += chunk;
    while (pending.length >= lengthMin) {
      const request = sent[heads.length] ?? '';
      const length = lengthOfReply(pending, request.startsWith('HEAD '));
      lengthMin = length ?? 0;
      if (length === undefined || pending.length < length) return;
      heads.push(pending.slice(0, pending.indexOf('\r\n\r\n')));
      pending = pending.slice(length);
      lengthMin = 0;
      if (heads.length === sent.length) {
        socket.destroy();
        resolve(heads);
        return;
      }
    }
  });
  socket.on('close', () => resolve([...heads, pending]));
  return promise;
}

/** Undefined until it is known. No reply of the gateway ends its body by closing the connection. */
function lengthOfReply(text: string, isHead: boolean): number | undefined {
  const at = text.indexOf('\r\n\r\n');
  if (at === -1) return undefined;
  const start = at + 4;
  const fields = text.slice(0, at);
  if (isHead || /^HTTP\/1\.1 (?:204|304)/.test(fields)) return start;
  if (/\r\ntransfer-encoding: chunked/i.test(fields)) {
    const last = text.indexOf('0\r\n\r\n', start);
    return last === -1 ? undefined : last + 5;
  }
  return start + Number(/\r\ncontent-length: (\d+)/i.exec(fields)?.[1] ?? 0);
}

function steady(fields: string): string {
  let text = fields;
  if (/\r\n(?:etag|content-encoding): /.test(text)) text = text.replace(/(\r\ncontent-length: )\d+/i, '$1<length>');
  if (text.includes('\r\nratelimit: ')) text = text.replace(/(\r\nretry-after: )\d+/, '$1<seconds>');
  return text
    .replace(/(\r\ndate: )[^\r]+/i, '$1<date>')
    .replace(/(\r\netag: )[^\r]+/, '$1<tag>')
    .replace(/(;t=)\d+/, '$1<seconds>')
    .replace(/req_[\w-]{24,}/, '<made>')
    .replaceAll('\r\n', '\n');
}

async function transcriptOf(title: string, listener: Listener, sent: Sent): Promise<string> {
  const heads = await sendAll(listener, sent);
  return [`# ${title}`, ...heads.map(steady)].join('\n\n');
}

it('every response head matches reply-heads.txt byte for byte', async () => {
  const seen: string[] = [];
  for (const [title, sent, host = 'usual'] of cases) {
    seen.push(await transcriptOf(title, hosts[host] as Listener, sent));
  }
  const leaving = await bind(usual.handle);
  leaving.announceClose();
  seen.push(await transcriptOf('a plain POST, before the port closes', leaving, [post(good)]));
  seen.push(await transcriptOf('GET, before the port closes', leaving, [get(pathOf(good.query))]));
  await expect(`${seen.join('\n\n')}\n`).toMatchFileSnapshot('./reply-heads.txt');
});
