/**
 * The bytes of every kind of response head on the socket. Callers and caches depend on them, so reply-heads.txt changes only on purpose.
 * Placeholders replace the date, generated request ids, quota by the clock, and tags and lengths that depend on the schema and on zlib.
 */
import { connect } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import { expect, it } from 'vitest';
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
const faultyMetrics = {
  watch: () => undefined,
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
const kept = gatewayWith({
  fetch: dateReads(['observations'], () => noon.getTime())(keepable.fetch),
  now: () => noon,
  rateLimitPerMinute: 1_000_000,
});
const hosts: Record<string, Listener> = {
  usual: await bind(usual.handle),
  kept: await bind(kept.handle),
  limited: await bind(gatewayWith({ rateLimitPerMinute: 1 }).handle),
  hidden: await bind(gatewayWith({ introspection: false, graphiql: undefined }).handle),
  unready: await bind(gatewayWith({ readiness: { findFault: async () => unready } }).handle),
  stopping: await bind(gatewayWith({ isStopping: () => true }).handle),
  faulty: await bind(
    gatewayWith({ metrics: faultyMetrics, readiness: { findFault: () => Promise.reject(new Error('probe')) } }).handle,
  ),
  overloaded: await bind(usual.refuseOverload),
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
const ask = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;

const good = { query: '{ field(id: "fld_a") { id weather { date } } }' };
const long = { query: '{ field(id: "fld_a") { observations(limit: 100) { id text } } }' };
const partial = { query: '{ field(id: "fld_none") { id weather { date } } }' };
const newType = { accept: 'application/graphql-response+json' };
const page = { accept: 'text/html,*/*;q=0.8' };
const allowed = { origin: 'https://app.test' };
const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };

const cases: [title: string, sent: Sent, host?: string][] = [
  ['a plain POST', [post(good)]],
  ['a plain POST, with a request id', [post(good, { 'x-request-id': 'req_same' })]],
  ['a plain POST, new media type', [post(good, newType)]],
  ['a plain POST, partial', [post(partial)]],
  ['a plain POST, refused by validation', [post({ query: '{ nothing }' })]],
  ['a plain POST, refused by validation, new media type', [post({ query: '{ nothing }' }, newType)]],
  ['a plain POST, no JSON', [post('{')]],
  ['a plain POST, malformed key', [post(good, { authorization: 'Basic a2V5' })]],
  ['a plain POST, hash of a document alone', [post({ extensions: { persistedQuery: { sha256Hash: 'a' } } })]],
  ['a plain POST, allowed origin', [post(good, allowed)]],
  ['a plain POST, foreign origin', [post(good, { origin: 'https://evil.test' })]],
  ['a plain POST, short, may be packed', [post(good, { 'accept-encoding': 'br, gzip' })]],
  ['a plain POST, long, not packed', [post(long)]],
  ['a plain POST, long, gzip', [post(long, { 'accept-encoding': 'gzip' })]],
  ['a plain POST, long, br, allowed origin', [post(long, { 'accept-encoding': 'br', ...allowed })]],
  ['a plain POST, too large', [post(`{"query":"${'#'.repeat(1_000)}"}`)]],
  ['plain POSTs, pipelined', [post(good), post(partial), get('/health'), post(good)]],
  ['a plain POST of HTTP/1.0', [post(good).replace('HTTP/1.1', 'HTTP/1.0')]],
  ['a POST with a query string', [post(good, {}, '/graphql?a=1')]],
  [
    'a POST in pieces',
    [head('POST /graphql', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, inPieces(good))],
  ],
  [
    'a POST in pieces, too large',
    [
      head(
        'POST /graphql',
        { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        inPieces({ ...good, more: '#'.repeat(1_000) }),
      ),
    ],
  ],
  ['a POST of another media type', [post(good, { 'content-type': 'text/plain' })]],
  ['a POST, unusual accept', [post(good, { accept: 'application/json, text/html' })]],
  ['a POST, unusual accept, partial', [post(partial, { accept: 'application/json, text/html' })]],
  ['a POST, unusual accept, long, gzip', [post(long, { accept: 'application/*', 'accept-encoding': 'gzip' })]],
  [
    'a POST, unusual accept, refused',
    [post({ query: '{' }, { accept: 'application/graphql-response+json, text/html' })],
  ],
  ['a POST, none of our media types', [post(good, { accept: 'text/plain' })]],
  ['a POST, an event stream', [post(good, { accept: 'text/event-stream', 'accept-encoding': 'gzip' })]],
  ['a POST, parts', [post(good, { accept: 'multipart/mixed' })]],
  ['GET', [get(ask(good.query))]],
  ['GET, with a request id', [get(ask(good.query), { 'x-request-id': 'req_same' })]],
  ['GET, new media type', [get(ask(good.query), newType)]],
  ['GET, allowed origin, short, may be packed', [get(ask(good.query), { ...allowed, 'accept-encoding': 'br' })]],
  ['GET, long, gzip', [get(ask(long.query), { 'accept-encoding': 'gzip' })]],
  ['GET, long, br', [get(ask(long.query), { 'accept-encoding': 'br' })]],
  ['GET, for everybody', [get(ask(good.query), { 'x-request-id': 'req_same' })], 'kept'],
  ['GET, for everybody, new media type, allowed origin', [get(ask(good.query), { ...newType, ...allowed })], 'kept'],
  ['GET, for everybody, unusual accept', [get(ask(good.query), { accept: 'application/*' })], 'kept'],
  ['GET, for everybody, to who has it', [get(ask(good.query), { 'if-none-match': '*', ...allowed })], 'kept'],
  ['GET, for everybody, HEAD', [head(`HEAD ${ask(good.query)}`, {})], 'kept'],
  ['GET, for everybody but one with a key', [get(ask(good.query), { authorization: 'Bearer key' })], 'kept'],
  ['GET, no query', [get('/graphql')]],
  ['GET, malformed key', [get(ask(good.query), { authorization: 'Basic a2V5' })]],
  ['a mutation by GET', [get(ask('mutation { addObservation }'))]],
  ['HEAD', [head(`HEAD ${ask(good.query)}`, {})]],
  ['PUT', [head('PUT /graphql', { 'content-length': '0' })]],
  ['OPTIONS that is no preflight', [head('OPTIONS /graphql', {})]],
  ['a preflight', [head('OPTIONS /graphql', { ...allowed, ...preflight })]],
  ['a preflight, foreign origin', [head('OPTIONS /graphql', { origin: 'https://evil.test', ...preflight })]],
  ['GraphiQL', [get('/graphql', page)]],
  ['GraphiQL, br', [get('/graphql', { ...page, 'accept-encoding': 'gzip, br' })]],
  ['GraphiQL, HEAD', [head('HEAD /graphql', page)]],
  ['GraphiQL, to who has it', [get('/graphql', { ...page, 'if-none-match': '*' })]],
  ['GraphiQL, switched off', [get('/graphql', page)], 'hidden'],
  ['/', [get('/')]],
  ['/, GraphiQL switched off', [get('/')], 'hidden'],
  ['the SDL', [get('/schema.graphql')]],
  ['the SDL, gzip', [get('/schema.graphql', { 'accept-encoding': 'gzip' })]],
  ['the SDL, HEAD', [head('HEAD /schema.graphql', {})]],
  ['the SDL, to who has it', [get('/schema.graphql', { 'if-none-match': '*' })]],
  ['the SDL, POST', [post(good, {}, '/schema.graphql')]],
  ['the SDL, hidden', [get('/schema.graphql')], 'hidden'],
  ['llms.txt', [get('/llms.txt')]],
  ['llms.txt, br', [get('/llms.txt', { 'accept-encoding': 'br' })]],
  ['health', [get('/health')]],
  ['health, HEAD', [head('HEAD /health', {})]],
  ['health, POST', [post({}, {}, '/health')]],
  ['ready, POST', [post({}, {}, '/ready')]],
  ['health, may be packed, from a page', [get('/health', { 'accept-encoding': 'br', ...allowed })]],
  ['ready', [get('/ready')]],
  ['ready, without the service', [get('/ready')], 'unready'],
  ['ready, stopping', [get('/ready')], 'stopping'],
  ['ready, a fault of ours', [get('/ready')], 'faulty'],
  ['another path', [get('/nothing')]],
  ['another path, POST', [post(good, {}, '/graphql/')]],
  ['a malformed target', [get('*')]],
  ['the first of one a minute, and the second', [post(good), post(good, { 'x-request-id': 'req_same' })], 'limited'],
  ['one too many by GET, from a page', [get(ask(good.query), allowed)], 'limited'],
  ['one too many, unusual accept', [post(good, { accept: 'text/html' })], 'limited'],
  ['one too many, new media type', [post(good, newType)], 'limited'],
  ['a plain POST, a fault of ours', [post(good, { 'x-request-id': 'req_same' })], 'faulty'],
  ['GET, a fault of ours', [get(ask(good.query), newType)], 'faulty'],
  ['metrics', [get('/metrics')], 'admin'],
  ['metrics, POST', [post(good, {}, '/metrics')], 'admin'],
  ['ready with its details', [get('/ready')], 'admin'],
  ['health on the port of operators', [get('/health')], 'admin'],
  ['another path on the port of operators', [get('/graphql')], 'admin'],
  ['overload, POST', [post(good)], 'overloaded'],
  ['overload, preflight', [head('OPTIONS /graphql', { ...allowed, ...preflight })], 'overloaded'],
  ['overload, GET from a page', [get('/health', { ...allowed, 'x-request-id': 'req_same' })], 'overloaded'],
];

function inPieces(parameters: object): string {
  const body = JSON.stringify(parameters);
  return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/** The heads of the replies on one connection, without their bodies. */
function exchange(listener: Listener, sent: Sent): Promise<string[]> {
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
      const asked = sent[heads.length] ?? '';
      const length = lengthOfReply(pending, asked.startsWith('HEAD '));
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

async function tell(title: string, listener: Listener, sent: Sent): Promise<string> {
  const heads = await exchange(listener, sent);
  return [`# ${title}`, ...heads.map(steady)].join('\n\n');
}

it('every response head matches reply-heads.txt byte for byte', async () => {
  const seen: string[] = [];
  for (const [title, sent, host = 'usual'] of cases) {
    seen.push(await tell(title, hosts[host] as Listener, sent));
  }
  const leaving = await bind(usual.handle);
  leaving.announceClose();
  seen.push(await tell('a plain POST, before the port closes', leaving, [post(good)]));
  seen.push(await tell('GET, before the port closes', leaving, [get(ask(good.query))]));
  await expect(`${seen.join('\n\n')}\n`).toMatchFileSnapshot('./reply-heads.txt');
});
