/** CONNECTIONS_MAX on each port of the product, and the metrics and log lines that report it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { readMetric } from '../support/metric.ts';
import { post, sendRaw } from '../support/post.ts';
import { type Product, startProduct } from '../support/running.ts';

const unfinishedBytes = ({ adminUrl }: Product) => readMetric(adminUrl, 'unfinished_body_bytes');

/** Memory of buffers once nothing is left to collect. */
function externalBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().external;
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket.resume();
}

it.each(['graph', 'service', 'admin'])(
  'the %s port closes an idle connection to answer a new one beyond CONNECTIONS_MAX',
  async (port) => {
    await using product = await startProduct({ CONNECTIONS_MAX: '3', ADMIN_PORT: '0' });
    const url = { graph: product.graphUrl, service: product.serviceUrl, admin: product.adminUrl }[port] as string;
    const sockets = [await open(url), await open(url), await open(url)];
    const closed = Promise.race(sockets.map((socket) => once(socket, 'close')));
    const health = Buffer.from('GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect((await sendRaw(url, health)).received).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
    const [left, other] = sockets.filter((socket) => !socket.closed) as [Socket, Socket];
    // Otherwise the request for the metrics would close one of them.
    await once(other.destroy(), 'close');
    const metrics = await (await fetch(`${product.adminUrl}/metrics`)).text();
    expect(metrics).toContain(`fieldgraph_connections_refused_total{port="${port}"} 1\n`);
    expect(metrics).toContain(`fieldgraph_connections{port="${port}"} ${port === 'admin' ? 2 : 1}\n`);
    expect(metrics).toContain(`fieldgraph_connections_unread_total{port="${port}"} 0\n`);
    left.destroy();
  },
);

const slowBody = (url: string) => {
  const path = url.endsWith('/graphql') ? '/graphql' : '/api/v1/observations';
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
};

it('the oldest connection with a slow body is closed at CONNECTIONS_MAX, not a new one before its first request', async () => {
  await using product = await startProduct({ CONNECTIONS_MAX: '3', ADMIN_PORT: '0' });
  const slow = async () => {
    const socket = await open(product.graphUrl);
    socket.write(slowBody('/graphql'));
    return socket;
  };
  const sockets = [await slow(), await slow(), await slow()] as [Socket, Socket, Socket];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  await expect.poll(() => unfinishedBytes(product)).toBe(300);
  const honest = await open(product.graphUrl);
  await once(sockets[0], 'close');
  sockets.push(await slow());
  await once(sockets[1], 'close');
  honest.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [reply] = await once(
    honest.pause().on('readable', () => {}),
    'readable',
  ).then(() => [honest.read()]);
  expect(String(reply)).toMatch(/^HTTP\/1\.1 200 /);
  honest.destroy();
});

it.each([
  ['graph', 200_000, {}],
  // All but the first request are refused.
  ['graph', 200_000, { GATEWAY_RATE_LIMIT_PER_MINUTE: '1' }],
  ['service', 60_000, {}],
])(
  'a connection of the %s port that waits for its next request retains no body of %i bytes, with %j',
  async (port, bodyBytes, env) => {
    await using product = await startProduct(env);
    const connections = 40;
    const [url, path] =
      port === 'graph' ? [product.graphUrl, '/graphql'] : [product.serviceUrl, '/api/v1/observations'];
    const body = JSON.stringify({
      query: '{ __typename }',
      field_id: 'fld_demo_01',
      text: 'x',
      more: 'x'.repeat(bodyBytes),
    });
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nidempotency-key: k\r\nauthorization: Bearer ${product.demoKey}\r\ncontent-length: ${body.length}\r\n\r\n`;
    const before = externalBytes();
    for (let at = 0; at < connections; at += 1) {
      const socket = await open(url);
      onTestFinished(() => void socket.destroy());
      socket.write(head + body);
      await once(socket, 'data');
    }
    // V8 frees buffers in the background.
    await expect.poll(() => externalBytes() - before, { timeout: 10_000 }).toBeLessThan((connections * bodyBytes) / 2);
  },
);

it.each(['graph', 'service'])(
  'the %s port closes a connection that sends a body in too many tiny chunks',
  async (port) => {
    await using product = await startProduct();
    const target = { graph: '/graphql', service: `/api/v1/observations` }[port];
    const send = async (chunks: number, text: string) => {
      const head = `POST ${target} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nauthorization: Bearer ${product.demoKey}\r\n`;
      const chunk = `${text.length.toString(16)}\r\n${text}\r\n`;
      const body = `transfer-encoding: chunked\r\n\r\n${chunk.repeat(chunks)}0\r\n\r\n`;
      const url = port === 'graph' ? product.graphUrl : product.serviceUrl;
      return (await sendRaw(url, Buffer.from(head + body))).received;
    };
    // It is not JSON, so a body that is read completely is refused with 400.
    expect(await send(1_000, '#')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await send(1_000, '#'.repeat(64))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await send(2_000, '#')).toBe('');
  },
);

it.each([
  ['read directly from node:http', '/graphql'],
  ['read by Yoga', '/graphql?name=other'],
])(
  'the connection whose body (%s) has been unfinished longest is closed above 128 MiB of unfinished bodies',
  async (_, target) => {
    const bodies = 16;
    const bodyBytes = (128 * 1024 * 1024) / bodies;
    await using product = await startProduct({
      BODY_BYTES_MAX: String(bodyBytes),
      ADMIN_PORT: '0',
      OVERLOAD_DELAY_MS: '0',
    });
    const head = `POST ${target} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${bodyBytes}\r\n\r\n{`;
    const begin = async () => (await open(product.graphUrl)).setNoDelay().on('error', () => {});
    const first = await begin();
    first.write(head);
    await expect.poll(() => unfinishedBytes(product)).toBe(bodyBytes);
    const closed = once(first, 'close');
    const others = await Promise.all(Array.from({ length: bodies }, begin));
    for (const socket of others) socket.write(head);
    await closed;
    expect(await readMetric(product.adminUrl, 'connections_unfinished_total{port="graph"}')).toBe(1);
    expect(await unfinishedBytes(product)).toBe(bodies * bodyBytes);
    expect(others.filter((socket) => socket.closed)).toEqual([]);
    // A body that arrives at once does not count as unfinished.
    expect((await post(product.graphUrl, { query: '{ __typename }' })).body).toEqual({ data: { __typename: 'Query' } });
    for (const socket of others) socket.destroy();
    await expect.poll(() => unfinishedBytes(product)).toBe(0);
  },
);

it('connections with bodies of unknown length do not close each other, even with a large BODY_BYTES_MAX', async () => {
  await using product = await startProduct({ BODY_BYTES_MAX: '1000000000', ADMIN_PORT: '0' });
  const head =
    'POST /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open(product.graphUrl)));
  const replies = sockets.map(async (socket) => (await once(socket, 'data')).join(''));
  for (const socket of sockets) socket.write(`${head}9\r\n{"query":\r\n`);
  await expect.poll(() => unfinishedBytes(product)).toBe(5 * 8 * 1024 * 1024);
  for (const socket of sockets) socket.write('13\r\n"{ __typename }"}  \r\n0\r\n\r\n');
  for (const reply of await Promise.all(replies)) expect(reply).toMatch(/^HTTP\/1\.1 200 /);
});

it('a body counts as unfinished until it has arrived or its connection closes, even after its reply', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0' });
  const counted = () => unfinishedBytes(product);
  const socket = await open(product.graphUrl);
  socket.write('POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nx');
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 415 /);
  expect(await counted()).toBe(100);
  socket.destroy();
  await expect.poll(counted).toBe(0);
  const stream = await open(product.graphUrl);
  const query = encodeURIComponent('subscription { fieldsChanged(ids: ["fld_demo_01"]) { cursor } }');
  stream.write(
    `GET /graphql?query=${query} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  );
  expect(String(await once(stream, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await counted()).toBe(0);
  stream.destroy();
});

it('a reply of more than 1 MiB causes no Node.js warning', async () => {
  await using product = await startProduct();
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const names = ['startsAt', 'endsAt', 'startsAtLocal', 'endsAtLocal', 'source { name provenance derived }'];
  const again = Array.from({ length: 8 }, (_, nth) => `source${nth}: source { name provenance derived }`);
  const query = `{ fields(ids: ["fld_demo_01", "fld_demo_02"]) {
    weather(last: { days: 30 }, granularity: HOURLY) { ${[...names, ...again].join(' ')} }
  } }`;
  const { status, body } = await post(product.graphUrl, { query });
  expect([status, JSON.stringify(body).length > 1024 * 1024]).toEqual([200, true]);
  await setImmediate();
  expect(warnings).toEqual([]);
});
