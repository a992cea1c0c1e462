/** The service on a socket, where a request is no WHATWG Request: paths, headers and bodies mean the same there. */
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/platform/server/listen.ts';
import { exchange } from '../support/post.ts';
import { startService } from './support/service.ts';

/** Sends these bytes; gives what came back. */
async function socketService(name: 'handle' | 'refuseOverload' = 'handle', options = {}) {
  const { service, demoKey } = await startService(options);
  const listener = await listen(service[name], { port: 0, host: '127.0.0.1', portSetting: 'FIELD_DATA_PORT' });
  onTestFinished(() => listener.close(0));
  const send = async (head: string, body = '') => {
    const text = `${head}\r\nhost: service.test\r\nconnection: close\r\n\r\n${body}`;
    return (await exchange(listener.url, Buffer.from(text))).received;
  };
  return { send, demoKey, url: listener.url, unread: service.unread };
}

test('large answers are refused while others are not read', async () => {
  const { url, unread } = await socketService('handle', { unsentBytesMax: 1 });
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

test('a list under an escaped path varies by its key', async () => {
  const { send } = await socketService();
  expect(await send('GET /%61pi/v1/weather?field_id=fld_demo_01 HTTP/1.1')).toMatch(/\r\nvary: Authorization/);
});

test.each([
  ['/problems/unavailable', 200],
  ['/problems/un%61vailable', 200],
  ['/he%61lth', 200],
  ['/api/../health', 200],
  ['/problems/a%2Fb', 404],
  ['/health%zz', 404],
  ['//health', 404],
  ['/health\\', 400],
])('%s is answered %i', async (path, status) => {
  const { send } = await socketService();
  expect(await send(`GET ${path} HTTP/1.1`)).toContain(`HTTP/1.1 ${status} `);
});

test('a HEAD has the head of the GET, and no body', async () => {
  const { send } = await socketService();
  const answer = await send('HEAD /openapi.json HTTP/1.1');
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*etag: ".*\r\n\r\n$/s);
});

test('two Authorization headers are one that is malformed, whichever came first', async () => {
  const { send, demoKey } = await socketService();
  const header = `authorization: Bearer ${demoKey}`;
  expect(await send(`GET /api/v1/weather?field_id=fld_demo_01 HTTP/1.1\r\n${header}\r\n${header}`)).toContain(' 401 ');
});

test('a body of no stated length is refused once it is too long, and one that fits is read', async () => {
  const { send, demoKey } = await socketService();
  const head = `POST /api/v1/observations HTTP/1.1\r\nauthorization: Bearer ${demoKey}\r\ncontent-type: application/json\r\nidempotency-key: k\r\ntransfer-encoding: chunked`;
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  expect(await send(head, chunked('x'.repeat(65_537)))).toContain(' 413 ');
  const note = JSON.stringify({ field_id: 'fld_demo_01', text: 'hail', observed_at: '2026-05-04T10:00:00Z' });
  expect(await send(head, chunked(note))).toContain(' 201 ');
});

test('a refusal for overload says when to come again, and where the description is', async () => {
  const { send } = await socketService('refuseOverload');
  const answer = await send('GET /api/v1/weather?field_id=fld_demo_01 HTTP/1.1');
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  for (const header of ['retry-after: 1', 'link: </openapi.json>; rel="service-desc"'])
    expect(answer).toContain(`\r\n${header}\r\n`);
});
