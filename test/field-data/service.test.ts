/** The service on a socket, where a request is not a WHATWG Request. Paths, headers and bodies must have the same effect. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FieldDataService, ServiceOptions } from '../../src/field-data/service.ts';
import type { RecordText } from '../../src/field-data/store/rows.ts';
import type { Store } from '../../src/field-data/store/store.ts';
import { callInProcess } from '../../src/graph/upstream/wire/in-process.ts';
import { listen } from '../../src/platform/server/listen.ts';
import { BufferedBytes } from '../../src/platform/server/buffered-bytes.ts';
import { sendRaw } from '../support/post.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { callScope, read, rejection } from '../support/upstream-call.ts';
import { createServiceOver, startService } from './support/service.ts';

/** Starts a service on a socket. `send` sends raw bytes and returns the response. */
async function socketService(name: 'handle' | 'refuseOverload' = 'handle', options = {}) {
  const { service, demoKey } = await startService(options);
  const listener = await listenFor(service[name]);
  const send = async (head: string, body = '') => {
    const text = `${head}\r\nhost: service.test\r\nconnection: close\r\n\r\n${body}`;
    return (await sendRaw(listener.url, Buffer.from(text))).received;
  };
  return { send, demoKey, url: listener.url, unread: service.unread };
}

async function listenFor(handler: FieldDataService['handle']) {
  const listener = await listen(handler, { port: 0, host: '127.0.0.1', portSetting: 'FIELD_DATA_PORT' });
  onTestFinished(() => listener.close(0));
  return listener;
}

describe('long work', () => {
  const path = '/api/v1/weather?field_id=fld_a&granularity=hourly';
  const year = `${path}&from=2025-04-01&to=2026-03-31`;
  const twoParts = `${path}&from=2025-04-01&to=2025-04-10`;
  const batchOf = (length: number) =>
    `/api/v1/batch/weather?field_ids=${Array.from({ length }, (_, index) => `fld_${index}`)}`;
  const batch = batchOf(100);

  /** A service whose weather reads wait for the test from the n-th read on. Short reads do not wait. */
  async function pausedService(pausedFrom: number, options: Partial<ServiceOptions> = {}) {
    const released = Promise.withResolvers<void>();
    const count = { fields: 0, reads: 0, atOnce: 0 };
    const { log, entries } = recordedLog('info');
    const paused = (store: Store): Partial<Store> => ({
      async findField() {
        count.fields += 1;
        return { id: 'fld_a', account: null, timezone: 'UTC', latitude: 0, longitude: 0, demo: true };
      },
      async weather(query) {
        if (query.limit === 1) return store.weather(query);
        count.reads += 1;
        count.atOnce += 1;
        if (count.reads >= pausedFrom) await released.promise;
        count.atOnce -= 1;
        return [];
      },
    });
    const service = await createServiceOver(paused, { log, ...options });
    return { service, count, release: released.resolve, ended: entries };
  }

  test.each([
    ['read', year, 1],
    ['batch', batch, 1],
    ['read after another on its connection', year, 2],
  ])('a long %s ends when its caller disconnects, and is not logged as an error', async (_what, url, requests) => {
    const { service, count, release, ended } = await pausedService(5);
    const listener = await listenFor(service.handle);
    const socket = connect(listener.port, '127.0.0.1');
    socket.write(`GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(requests));
    await expect.poll(() => count.atOnce).toBeGreaterThanOrEqual(requests);
    await once(socket.destroy(), 'close');
    await expect.poll(() => listener.connections().open).toBe(0);
    const { reads } = count;
    release();
    await expect.poll(() => ended()).toMatchObject(Array(requests).fill({ level: 30, status: 499 }));
    expect(count.reads).toBe(reads);
  });

  test.each([
    ['read', year],
    ['batch', batch],
  ])('a long %s of the gateway ends when its operation is aborted, and then releases its slot', async (_what, url) => {
    const { service, count, release } = await pausedService(5);
    const leaving = new AbortController();
    const request = read('http://service.test', { path: url, scope: callScope({ signal: leaving.signal }) });
    const left = rejection(callInProcess(service.call).fetch(request));
    await expect.poll(() => count.atOnce).toBeGreaterThan(0);
    leaving.abort();
    await left;
    const { reads } = count;
    release();
    await request.unfinished;
    expect(count.reads).toBe(reads);
  });

  test.each([
    ['reads', twoParts, 1],
    ['batches', batchOf(3), 2],
  ])(
    '16 long %s run and 256 wait; a caller gets at most half, the last 2 slots are for others, and more get 503',
    async (_what, url, readsOfEach) => {
      const { service, count, release } = await pausedService(1, { trustProxy: true });
      let arrived = 0;
      const { url: address } = await listenFor((incoming, outgoing) => {
        arrived += 1;
        return service.handle(incoming, outgoing);
      });
      const readBy = (caller: number) => fetch(address + url, { headers: { 'x-forwarded-for': `192.0.2.${caller}` } });
      const answers: Promise<Response>[] = [];
      // Running plus waiting requests of each caller.
      for (const [at, ofCaller] of [8 + 128, 6 + 64, 2 + 32, 16].entries()) {
        answers.push(...Array.from({ length: ofCaller }, () => readBy(at + 1)));
        await expect.poll(() => arrived).toBe(answers.length + at);
        for (let turn = 0; turn < 100; turn += 1) await setImmediate();
        expect((await readBy(at + 1)).status).toBe(503);
      }
      const begun = 16 * readsOfEach;
      // A batch looks up its fields only after it has a slot, and a read looks its field up again.
      const known = url === twoParts ? answers.length + 4 + begun : begun;
      await expect.poll(() => count).toMatchObject({ fields: known, reads: begun, atOnce: begun });
      const refused = await readBy(1);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await refused.json()).toMatchObject({ code: 'unavailable' });
      expect((await fetch(`${address}/api/v1/weather?field_id=fld_a&limit=1`)).status).toBe(200);
      expect(count.reads).toBe(begun);
      release();
      const statuses = await Promise.all(answers.map(async (answer) => (await answer).status));
      expect(new Set(statuses)).toEqual(new Set([200]));
      // All slots are released.
      const later = await Promise.all(Array.from({ length: (16 + 256) / 2 }, () => readBy(1)));
      expect(new Set(later.map((answer) => answer.status))).toEqual(new Set([200]));
    },
  );
});

test('callers without a quota, such as gateways in other processes, do not wait for other callers', async () => {
  const reading = Promise.withResolvers<RecordText[]>();
  let reads = 0;
  const weather = () => {
    reads += 1;
    return reading.promise;
  };
  const service = await createServiceOver(() => ({ weather }), { rateLimitExempt: ['127.0.0.1/32'] });
  const { url } = await listenFor(service.handle);
  const year = '/api/v1/weather?field_id=fld_a&granularity=hourly&from=2025-04-01&to=2026-03-31';
  const answers = Array.from({ length: 17 }, () => fetch(url + year));
  await expect.poll(() => reads).toBe(17);
  reading.resolve([]);
  for (const answer of answers) expect((await answer).status).toBe(200);
});

test.each([65_536, 2 * 2 ** 20])(
  'a response above %i bytes counts as unsent until its connection closes',
  async (bytes) => {
    const scenes = Promise.withResolvers<RecordText[]>();
    const record = JSON.stringify('x'.repeat(bytes)) as RecordText;
    const unsent = new BufferedBytes();
    const change = () => ({ weather: async () => [record], earthObservations: () => scenes.promise });
    const service = await createServiceOver(change, { unsent });
    const { port } = await listenFor(service.handle);
    const socket = connect(port, '127.0.0.1');
    for (const list of ['earth-observations', 'weather'])
      socket.write(`GET /api/v1/${list}?field_id=fld_a HTTP/1.1\r\nhost: x\r\n\r\n`);
    await expect.poll(() => unsent.bytes).toBeGreaterThan(bytes);
    socket.destroy();
    await expect.poll(() => unsent.bytes).toBe(0);
    scenes.resolve([]);
  },
);

test('large responses are refused with 503 while earlier ones are not read', async () => {
  // The clock stands still: on a busy machine, the first response could become old enough to be cut off.
  const { url, unread } = await socketService('handle', { unsent: new BufferedBytes(1, () => 0) });
  const small = '/api/v1/weather?field_id=fld_demo_01';
  const large = `${small}&granularity=hourly&from=2025-04-01&to=2026-03-31`;
  const first = await fetch(url + large);
  await expect.poll(() => unread().bytes).toBeGreaterThan(2 ** 20);
  const { status, headers } = await fetch(url + large);
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fetch(url + small)).status).toBe(200);
  await first.body?.cancel();
  await expect.poll(() => unread().bytes).toBe(0);
  expect((await fetch(url + large)).status).toBe(200);
});

test('slow readers are disconnected after 5 seconds, oldest first, until the response of another caller fits', async () => {
  // More than the kernel buffers of a response that nobody reads.
  const answerBytes = 16 * 2 ** 20;
  const record = JSON.stringify('x'.repeat(answerBytes));
  let now = 0;
  const unsent = new BufferedBytes(2.5 * answerBytes, () => now);
  const service = await createServiceOver(() => ({ weather: async () => [record] }), { unsent });
  const listener = await listenFor(service.handle);
  const get = () => fetch(`${listener.url}/api/v1/weather?field_id=fld_a`);
  const slow: Response[] = [];
  for (; now < 3; now += 1) {
    slow.push(await get());
    await expect.poll(() => unsent.bytes).toBeGreaterThan(slow.length * answerBytes);
  }
  now = 5_000;
  expect((await get()).status).toBe(503);
  now = 5_001;
  expect((await (await get()).arrayBuffer()).byteLength).toBeGreaterThan(answerBytes);
  const ends = await Promise.allSettled(slow.map((response) => response.arrayBuffer()));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(listener.connections().unread).toBe(1);
  await expect.poll(() => unsent.bytes).toBe(0);
});

test('a list under a percent-encoded path has Vary: Authorization', async () => {
  const { send } = await socketService();
  expect(await send('GET /%61pi/v1/weather?field_id=fld_demo_01 HTTP/1.1')).toMatch(/\r\nvary: Authorization/);
});

test.each([
  ['/problems/unavailable', 200],
  ['/problems/un%61vailable', 200],
  ['/he%61lth', 200],
  ['/api/../health', 400],
  ['/api/%2E%2e/health', 400],
  ['/./health?a', 400],
  ['/x/..#', 400],
  ['/x/.%2E#', 400],
  ['/health#/../', 200],
  ['/health?a=/../b', 200],
  ['/.health', 404],
  ['/...', 404],
  ['/problems/a%2Fb', 404],
  ['/problems%09', 404],
  ['/health%zz', 404],
  ['//health', 404],
  ['/health\\', 400],
])('the path %s gets status %i', async (path, status) => {
  const { send } = await socketService();
  expect(await send(`GET ${path} HTTP/1.1`)).toContain(`HTTP/1.1 ${status} `);
});

test('a HEAD response has the headers of the GET response and no body', async () => {
  const { send } = await socketService();
  const answer = await send('HEAD /openapi.json HTTP/1.1');
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*etag: ".*\r\n\r\n$/s);
});

test('two Authorization headers are refused with 401', async () => {
  const { send, demoKey } = await socketService();
  const header = `authorization: Bearer ${demoKey}`;
  expect(await send(`GET /api/v1/weather?field_id=fld_demo_01 HTTP/1.1\r\n${header}\r\n${header}`)).toContain(' 401 ');
});

test('a chunked body is read up to the limit, and refused with 413 above it', async () => {
  const { send, demoKey } = await socketService();
  const head = `POST /api/v1/observations HTTP/1.1\r\nauthorization: Bearer ${demoKey}\r\ncontent-type: application/json\r\nidempotency-key: k\r\ntransfer-encoding: chunked`;
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  expect(await send(head, chunked('x'.repeat(65_537)))).toContain(' 413 ');
  const note = JSON.stringify({ field_id: 'fld_demo_01', text: 'hail', observed_at: '2026-05-04T10:00:00Z' });
  expect(await send(head, chunked(note))).toContain(' 201 ');
});

test('a refusal for overload has Retry-After and a link to the description', async () => {
  const { send } = await socketService('refuseOverload', { cors: { origins: [], loopback: true } });
  const answer = await send('GET /api/v1/weather?field_id=fld_demo_01 HTTP/1.1');
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  for (const header of ['retry-after: 1', 'link: </openapi.json>; rel="service-desc"'])
    expect(answer).toContain(`\r\n${header}\r\n`);
  // Without an allowed preflight, a web page could not read the refusal.
  const preflight =
    'OPTIONS /api/v1/observations HTTP/1.1\r\norigin: http://localhost:3\r\naccess-control-request-method: POST';
  expect(await send(preflight)).toMatch(/^HTTP\/1\.1 204 .*\r\naccess-control-allow-methods: GET, POST\r\n/s);
});
