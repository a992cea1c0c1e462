/** Malformed requests that no handler could process: every port answers with a problem and a request id, never with a 5xx. */
import { describe, expect, it, test } from 'vitest';
import { untilFileEnd } from '../support/file-end.ts';
import { sendRaw } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

const ports = ['graphUrl', 'serviceUrl', 'adminUrl'] as const;

// As in a container, where callers address the admin port by the name of its service.
const product = untilFileEnd(await startProduct({ ADMIN_PORT: '0', ADMIN_HOST: '0.0.0.0' }));

const send = (port: (typeof ports)[number], text: string) => sendTo(product[port], text);

async function sendTo(url: string | undefined, text: string) {
  const { received, hung } = await sendRaw(url as string, Buffer.from(text));
  const [head = '', body = ''] = received.split('\r\n\r\n');
  expect(hung).toBe(false);
  return { status: Number(head.split(' ')[1]), head, body, received };
}

const requestWith = (...headers: string[]) =>
  `GET /health HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;

describe.each(ports)('the port of %s', (port) => {
  test.each<[name: string, text: string, status: number]>([
    ['a Host with a space', requestWith('Host: a b'), 400],
    ['a Host that contains a path and a query', requestWith('Host: x/graphql?query={__typename}&z='), 400],
    ['a Host with a fragment', requestWith('Host: x#'), 400],
    ['a Host with a user', requestWith('Host: user@x'), 400],
    ['a Host with a backslash', requestWith('Host: x\\graphql'), 400],
    ['a Host with a malformed IPv6 address', requestWith('Host: [::1'), 400],
    ['a Host with an invalid port', requestWith('Host: x:99999'), 400],
    ['an empty Host', requestWith('Host:'), 400],
    ['two Hosts', requestWith('Host: x', 'Host: x'), 400],
    ['two Hosts in HTTP/1.0', 'GET /health HTTP/1.0\r\nHost: x\r\nhost: y\r\n\r\n', 400],
    ['a request without a Host', requestWith('Accept: */*'), 400],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a target of another scheme', 'GET ftp://x/health HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a target without a host', 'GET http:///health HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'a transfer coding other than chunked',
      `${requestWith('Host: x', 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n`,
      400,
    ],
    ['an unknown transfer coding', requestWith('Host: x', 'Transfer-Encoding: gzip'), 400],
    ['chunks in HTTP/1.0', 'GET /health HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['text that is not HTTP', 'nonsense\r\n\r\n', 400],
    ['headers of 20 kB', `GET /docs HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('answers %s with a problem and a request id, and closes the connection', async (_, text, status) => {
    const answer = await send(port, text);
    expect(answer.status).toBe(status);
    expect(answer.received.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    expect(answer.head).toMatch(/^connection: close$/im);
    expect(answer.head).toMatch(/^date: .+ GMT$/im);
    expect(answer.head).toMatch(/^content-type: application\/problem\+json$/im);
    const id = /^x-request-id: (.+)$/im.exec(answer.head)?.[1];
    expect(JSON.parse(answer.body)).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status,
      request_id: id,
    });
  });
});

const known = { graphUrl: '/health', serviceUrl: '/sdk-release.json', adminUrl: '/health' } as const;

describe.each(ports)('the routing of %s by the request target', (port) => {
  test.each([
    'x',
    'localhost:4000',
    'X.Example.',
    'a_b-c~d.example:',
    '127.0.0.1:80',
    '[::1]:4000',
    '[::ffff:127.0.0.1]',
  ])('ignores a valid Host: %s', async (host) => {
    expect(await send(port, `GET ${known[port]} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatchObject({ status: 200 });
    expect(await send(port, `GET /nothing HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatchObject({ status: 404 });
  });

  it('accepts a target in absolute form', async () => {
    const target = `http://x.example:80${known[port]}?a=b`;
    expect(await send(port, `GET ${target} HTTP/1.1\r\nHost: other\r\n\r\n`)).toMatchObject({ status: 200 });
    expect(await send(port, `GET HTTP://x/nothing HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatchObject({ status: 404 });
  });
});

it.each([
  ['graphUrl', '/graphql?query=%7B__typename%7D'],
  ['serviceUrl', '/api/v1/weather?field_id=fld_demo_01'],
] as const)(
  '%s refuses a repeated Authorization header, because a proxy may have checked either one',
  async (port, target) => {
    const key = `Authorization: Bearer ${product.demoKey}`;
    const sendHeaders = (...headers: string[]) =>
      send(port, `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`);
    expect(await sendHeaders(key)).toMatchObject({ status: 200 });
    expect(await sendHeaders(key, 'Authorization: Bearer other')).toMatchObject({ status: 401 });
  },
);

it('an operation is run if its request target is in absolute form', async () => {
  const body = '{"query":"{ __typename }"}';
  const head = `POST http://x/graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  expect(await send('graphUrl', `${head}\r\n\r\n${body}`)).toMatchObject({
    status: 200,
    body: '{"data":{"__typename":"Query"}}',
  });
});

it('HTTP/1.0 needs no Host', async () => {
  expect(await send('graphUrl', 'GET /health HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
  expect(await send('adminUrl', 'GET /health HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
  expect(await send('serviceUrl', 'GET /health HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
});

it('an admin port on the loopback answers a Host of an address or localhost, and refuses other names with 403', async () => {
  await using local = await startProduct({ ADMIN_PORT: '0' });
  const statusOf = async (target: string, host: string) =>
    (await sendTo(local.adminUrl, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status;
  for (const path of ['/metrics', '/ready', '/health', '/nothing']) {
    for (const host of ['a.example:9090', 'x', 'localhost.a.example', '127.0.0.1.a.example'])
      expect([path, host, await statusOf(path, host)]).toEqual([path, host, 403]);
  }
  expect(await statusOf('http://a.example/health', 'localhost')).toBe(403);
  for (const host of ['localhost', 'localhost:9090', '127.0.0.1:9090', '[::1]', '10.1.2.3'])
    expect([host, await statusOf('/health', host)]).toEqual([host, 200]);
});
