/**
 * deploy/nginx.conf and deploy/varnish.vcl, run as they are in front of the product: callers with and without keys get their own responses,
 * whatever the cache stored for others. Full size with FULL=1.
 */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, hashKey, maskKey, scopes } from '../../src/field-data/records/keys.ts';
import { openStore } from '../../src/field-data/store/open.ts';
import { caches, hasTlsProxy, startProxy, startVarnishWithTlsProxy } from './support/caches.ts';
import type { Answerer } from '../support/execute.ts';
import { listTools } from '../support/mcp.ts';
import { type Product, startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { oneOf, seededRandom } from '../support/seeded-random.ts';
import { bySize } from '../support/size.ts';

const requestsMax = bySize(1_500, 10_000);
const inFlightMax = 8;

const window = '(from: "2026-05-01", to: "2026-05-15")';
const weatherOf = (id: string) => `{ field(id: "${id}") { weather${window} { date temperatureMax { value unit } } } }`;
const scenesOf = (id: string) => `{ field(id: "${id}") { earthObservations${window} { acquiredAt } } }`;
const notesOf = (id: string) => `{ field(id: "${id}") { observations { text } } }`;
const pageText = `query Page($ids: [ID!]!) { fields(ids: $ids) { id weather${window} { date } earthObservations${window} { id } } }`;
const pageId = `sha256:${createHash('sha256').update(pageText).digest('hex')}`;

const byText = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;
const byId = (id: string, variables: object) =>
  `/graphql?documentId=${id}&variables=${encodeURIComponent(JSON.stringify(variables))}`;

/** Public requests that many callers send. */
const hot = [
  byText(weatherOf('fld_demo_01')),
  byText(scenesOf('fld_demo_02')),
  byId(pageId, { ids: ['fld_demo_03', 'fld_demo_04'] }),
];
/** Requests whose responses depend on the caller, and errors. */
const others = [
  byText(weatherOf('fld_acme')),
  byText(notesOf('fld_demo_01')),
  byText(`{ a: ${weatherOf('fld_acme').slice(1, -1)} b: field(id: "fld_demo_01") { weather${window} { date } } }`),
  byText(weatherOf('fld_nowhere')),
  byText('{ nothing }'),
  byText('{'),
  byId(
    pageId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    {},
  ),
];

type Sent = Record<string, string>;

interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  /** Without request ids, which differ in every error. */
  text: string;
}

async function get(pool: Pool, path: string, headers: Sent): Promise<Answer> {
  const { statusCode, headers: received, body } = await pool.request({ method: 'GET', path, headers });
  const bytes = Buffer.from(await body.arrayBuffer());
  const coding = received['content-encoding'];
  const plain = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
  const text = plain.toString().replaceAll(/"requestId":"[^"]*"/g, '');
  return { status: statusCode, headers: received as Answer['headers'], text };
}

const urql: Sent = {
  accept:
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
};
const accepts: Sent[] = [
  {},
  { accept: '*/*' },
  { accept: 'application/graphql-response+json, application/json;q=0.9' },
];
/** The response to each differs from that to its first media type. */
const weighed = [
  'application/json;q=0, application/graphql-response+json',
  'application/graphql-response+json;q=0, application/json',
  'application/jsonx',
];
const codings: Sent[] = [{}, { 'accept-encoding': 'gzip, deflate, br' }];

let product: Product;
let direct: Pool;
/** Headers by the name of the caller; `nobody` sends none. */
let callers: Record<string, Sent>;
/** Responses without a cache in between, by path, caller and media type. */
let expected: Map<string, string>;
const folder = await temporaryFolder();

beforeAll(async () => {
  const store = await openStore({ dataDir: folder.path });
  await store.addField({ id: 'fld_acme', account: 'acme', timezone: 'UTC', latitude: 1, longitude: 2, demo: false });
  const keyOf = async (account: string) => {
    const key = createKey('live');
    const record = { hash: hashKey(key), mask: maskKey(key), account, name: account, mode: 'live', scopes } as const;
    await store.addKey({ ...record, createdAt: Date.now(), revokedAt: null });
    return { authorization: `Bearer ${key}` };
  };
  const [acme, borg] = [await keyOf('acme'), await keyOf('borg')];
  await store.close();
  const manifest = join(folder.path, 'documents.json');
  writeFileSync(manifest, JSON.stringify({ [pageId]: pageText }));
  product = await startProduct({ FIELD_DATA_DIR: folder.path, TRUSTED_DOCUMENTS: manifest, MCP: 'on' });
  direct = new Pool(product.graphUrl);
  const malformed = { authorization: 'Basic a2V5' };
  const unknown = { authorization: 'Bearer unknown' };
  callers = { nobody: {}, demo: product.demo, acme, borg, malformed, unknown, cookie: { cookie: 'session=1' } };
  expected = await readExpected();
});

afterAll(async () => {
  await direct.close();
  await product[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function readExpected(): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const path of [...hot, ...others]) {
    for (const [name, headers] of Object.entries(callers)) {
      for (const accept of accepts) {
        const { status, text } = await get(direct, path, { ...headers, ...accept });
        read.set(`${path} ${name} ${accept.accept}`, `${status} ${text}`);
      }
    }
  }
  return read;
}

describe.each(Object.entries(caches))('%s', (_name, kind) => {
  const { isInstalled } = kind;

  it.skipIf(!isInstalled)(
    `responds to ${requestsMax} mixed requests as the gateway itself does, and caches only public responses`,
    async () => {
      await using cache = await startProxy(kind, product.graphUrl);
      const pool = new Pool(cache.url, { connections: inFlightMax });
      const random = seededRandom(17);
      const names = Object.keys(callers);
      const tags = new Map<string, { etag: string; text: string }>();
      const count = { crossed: 0, hot: 0, hotHits: 0, otherHits: 0, unchanged: 0, sent: 0 };

      async function sendOne(): Promise<void> {
        const isHot = random() < 0.7;
        const caller = isHot && random() < 0.8 ? 'nobody' : oneOf(random, names);
        const path = oneOf(random, isHot ? hot : others);
        const accept = oneOf(random, accepts);
        const coding = oneOf(random, codings);
        const known =
          isHot && caller === 'nobody' && random() < 0.3 ? tags.get(JSON.stringify([path, accept, coding])) : undefined;
        const condition = known && { 'if-none-match': known.etag };
        const answer = await get(pool, path, { ...callers[caller], ...accept, ...coding, ...condition });
        const text = answer.status === 304 && known ? known.text : `${answer.status} ${answer.text}`;
        const isHit = answer.headers['x-cache'] === 'HIT';
        count.sent += 1;
        if (text !== expected.get(`${path} ${caller} ${accept.accept}`)) count.crossed += 1;
        if (answer.status === 304) count.unchanged += 1;
        if (isHot && caller === 'nobody') {
          count.hot += 1;
          if (isHit) count.hotHits += 1;
          const { etag } = answer.headers;
          if (etag !== undefined) tags.set(JSON.stringify([path, accept, coding]), { etag, text });
        } else if (isHit && !(isHot && caller === 'cookie')) {
          // A caller with a cookie and without a key gets the public response.
          count.otherHits += 1;
        }
      }

      await Promise.all(
        Array.from({ length: inFlightMax }, async () => {
          while (count.sent + inFlightMax <= requestsMax) await sendOne();
        }),
      );
      await pool.close();
      expect(count).toMatchObject({ crossed: 0, otherHits: 0 });
      expect(count.hotHits / count.hot).toBeGreaterThanOrEqual(0.95);
      expect(count.unchanged).toBeGreaterThan(count.hot / 10);
    },
  );

  it.skipIf(!isInstalled)(
    'returns fresh data to a key after its write, and the same response as before to others',
    async () => {
      await using cache = await startProxy(kind, product.graphUrl);
      const pool = new Pool(cache.url);
      const path = byText(notesOf('fld_demo_05'));
      const before = await get(pool, path, {});
      for (let nth = 0; nth < 3; nth += 1) {
        const text = `Seen ${randomUUID()}.`;
        const query = `mutation ($input: AddObservationInput!) { addObservation(input: $input) { __typename } }`;
        const input = { idempotencyKey: text.slice(5, -1), fieldId: 'fld_demo_05', text };
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: '/graphql',
          headers: { 'content-type': 'application/json', ...callers.demo },
          body: JSON.stringify({ query, variables: { input } }),
        });
        expect([statusCode, await body.json()]).toEqual([
          200,
          { data: { addObservation: { __typename: 'AddObservationSuccess' } } },
        ]);
        expect((await get(pool, path, callers.demo ?? {})).text).toContain(text);
        expect((await get(pool, path, {})).text).toBe(before.text);
      }
      await pool.close();
    },
  );

  it.skipIf(!isInstalled)('passes on requests to /mcp of each protocol version', async () => {
    await using cache = await startProxy(kind, product.graphUrl);
    const pool = new Pool(cache.url);
    for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/mcp',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      });
      expect([statusCode, await body.text()]).toEqual([200, expect.stringContaining(`"protocolVersion":"${version}"`)]);
    }
    await pool.close();
    // Later versions have no handshake.
    const send: Answerer = async (request) =>
      fetch(`${cache.url}/mcp`, { method: 'POST', headers: request.headers, body: await request.text() });
    expect((await listTools(send)).tools).not.toEqual([]);
  });

  it.skipIf(!isInstalled)('caches no response without cache headers', async () => {
    await using cache = await startProxy(kind, product.graphUrl);
    const pool = new Pool(cache.url);
    for (const path of ['/health', '/nothing']) {
      await get(pool, path, {});
      expect((await get(pool, path, {})).headers['x-cache']).not.toBe('HIT');
    }
    await pool.close();
  });

  it.skipIf(!isInstalled)('passes on a health check of HTTP/1.0 without a Host header', async () => {
    await using cache = await startProxy(kind, product.graphUrl);
    const socket = connect(Number(new URL(cache.url).port), '127.0.0.1');
    socket.write('GET /health HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.[01] 200 /);
  });

  it.skipIf(!isInstalled)('sends a cached response with its Age, or with no-cache instead of its max-age', async () => {
    await using cache = await startProxy(kind, product.graphUrl);
    const pool = new Pool(cache.url);
    const [path = ''] = hot;
    const [made, cached] = [await get(pool, path, {}), await get(pool, path, {})];
    expect([made.headers['x-cache'], cached.headers['x-cache']]).toEqual(['MISS', 'HIT']);
    expect(made.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    // Without an Age header, clients must revalidate the response.
    if (cached.headers.age === undefined) expect(cached.headers['cache-control']).toBe('public, no-cache');
    else expect(cached.headers['cache-control']).toBe(made.headers['cache-control']);
    await pool.close();
  });

  it.skipIf(!isInstalled)(
    'caches for the Accept header of urql, negotiates like the gateway, and passes on a body that only the gateway refuses',
    async () => {
      await using cache = await startProxy(kind, product.graphUrl);
      const pool = new Pool(cache.url);
      const [path = ''] = hot;
      const answers = [await get(pool, path, urql), await get(pool, path, urql)];
      expect(answers.map(({ headers }) => headers['x-cache'])).toEqual(['MISS', 'HIT']);
      for (const accept of weighed) {
        const [led, own] = [await get(pool, path, { accept }), await get(direct, path, { accept })];
        expect([led.status, led.headers['content-type']]).toEqual([own.status, own.headers['content-type']]);
      }
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ query: `{ a } #${'x'.repeat(1_200_000)}` });
      const refused = await pool.request({ method: 'POST', path: '/graphql', headers, body });
      expect([refused.statusCode, await refused.body.text()]).toEqual([
        413,
        expect.stringContaining('PAYLOAD_TOO_LARGE'),
      ]);
      await pool.close();
    },
  );

  it.skipIf(!isInstalled)('sends no content coding that the client refuses', async () => {
    await using cache = await startProxy(kind, product.graphUrl);
    const pool = new Pool(cache.url);
    const path = byText(weatherOf('fld_demo_01').replace(window, '(last: { days: 60 })'));
    const codingFor = async (accepted: string) =>
      (await get(pool, path, { 'accept-encoding': accepted })).headers['content-encoding'];
    expect(await codingFor('gzip, br')).toMatch(/^(?:br|gzip)$/);
    for (const refused of ['br;q=0, gzip', 'gzip, br; q=0.000', 'gzip;q=0.5, BR;Q=0.0'])
      expect(await codingFor(refused)).not.toBe('br');
    for (const refused of ['gzip;q=0, br', 'br, gzip ;q=0']) expect(await codingFor(refused)).not.toBe('gzip');
    expect(await codingFor('br;q=0.1, gzip;q=0.05')).toMatch(/^(?:br|gzip)$/);
    await pool.close();
  });
});

it.skipIf(!caches.nginx.isInstalled)(
  'nginx refuses a body above the limit of the gateway before the client has sent all of it',
  async () => {
    await using cache = await startProxy(caches.nginx, product.graphUrl);
    const socket = connect(Number(new URL(cache.url).port), '127.0.0.1');
    const head = ['POST /graphql HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 1000000000'];
    socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(300_000)}`);
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  },
);

it.skipIf(!hasTlsProxy)(
  'the gateway sees the address of each caller through Varnish and a proxy that terminates TLS',
  async () => {
    await using limited = await startProduct({ TRUST_PROXY: 'on', GATEWAY_RATE_LIMIT_PER_MINUTE: '1' });
    await using tlsProxy = await startVarnishWithTlsProxy(limited.graphUrl);
    const statusFrom = async (localAddress: string) => {
      const pool = new Pool(tlsProxy.url, { localAddress });
      // With a cookie, no reply is cached.
      const { status } = await get(pool, byText('{ __typename }'), { cookie: 'session=1' });
      await pool.close();
      return status;
    };
    expect(await statusFrom('127.0.0.2')).toBe(200);
    expect(await statusFrom('127.0.0.2')).toBe(429);
    expect(await statusFrom('127.0.0.3')).toBe(200);
  },
);
