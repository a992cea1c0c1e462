/** Limits of a server's connections, over real sockets: concurrent requests, unsent bytes, time, and the number of connections. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { cutOldestArriving } from '../../../src/platform/server/buffered-bytes.ts';
import { type Listener, type ListenOptions, listen, type NodeHandler } from '../../../src/platform/server/listen.ts';

const huge = Buffer.alloc(32 * 1024 * 1024, 'x');

let listener: Listener;
const clients: Socket[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await listener.close(0);
});

async function start(handler: NodeHandler, options: Partial<ListenOptions> = {}): Promise<void> {
  listener = await listen(handler, { port: 0, host: '127.0.0.1', portSetting: 'PORT', ...options });
}

/** A connection that reads nothing until the test makes it read. */
async function connected(): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1');
  clients.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Everything received until the server closes. */
async function readAll(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  await once(socket, 'close');
  return received;
}

/** Retains every response until the test ends it, and lists each request. */
function pendingAnswers(): { handler: NodeHandler; requested: string[]; answers: ServerResponse[] } {
  const requested: string[] = [];
  const answers: ServerResponse[] = [];
  return {
    requested,
    answers,
    handler(request, response) {
      requested.push(request.url ?? '');
      answers.push(response);
    },
  };
}

it('four pipelined requests run at once, the others in turn, and responses come in the order of the requests', async () => {
  const { handler, requested, answers } = pendingAnswers();
  await start(handler);
  const socket = await connected();
  const paths = Array.from({ length: 39 }, (_, index) => `/${index}`);
  socket.write(`${paths.map(get).join('')}GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await expect.poll(() => requested.length).toBe(4);
  // Another connection is answered meanwhile: by then a fifth request would have run.
  (await connected()).write(get('/other'));
  await expect.poll(() => requested).toContain('/other');
  expect(requested).toHaveLength(5);

  const received = readAll(socket);
  // The newest first: the order of responses does not depend on the handler.
  while (requested.length < 41) {
    const begun = requested.length;
    for (const response of answers.splice(0).reverse()) response.end(`<${response.req.url}>`);
    await expect.poll(() => requested.length).toBeGreaterThan(begun);
  }
  for (const response of answers.splice(0)) response.end(`<${response.req.url}>`);
  expect([...(await received).matchAll(/<(.+?)>/g)].map(([, path]) => path)).toEqual([...paths, '/last']);
});

it('a connection is not read while its requests wait, so that the bytes stay with the client and not in our memory', async () => {
  const { handler, requested, answers } = pendingAnswers();
  await start((request, response) => (request.url === '/other' ? response.end() : handler(request, response)));
  const socket = await connected();
  const count = 4_000;
  const flood = get(`/${'x'.repeat(8_000)}`).repeat(count);
  socket.write(flood);
  await expect.poll(() => requested.length).toBe(4);
  // Node itself continues to read once a response is sent.
  answers.shift()?.end();
  await expect.poll(() => requested.length).toBe(5);
  // Enough turns of the server to read everything.
  const other = await connected();
  for (let turn = 0; turn < 1_000; turn += 1) {
    other.write(get('/other'));
    await once(other, 'data');
  }
  // Bytes beyond the buffers of both kernels stay with the client.
  expect(socket.writableLength).toBeGreaterThan(flood.length / 4);
  socket.resume();
  while (requested.length < count) {
    const begun = requested.length;
    for (const response of answers.splice(0)) response.end();
    await expect.poll(() => requested.length, { interval: 1 }).toBeGreaterThan(begun);
  }
});

it('a client that sends more than 40 requests before any response is disconnected', async () => {
  const { handler, requested } = pendingAnswers();
  await start(handler);
  const socket = await connected();
  socket.resume();
  socket.write(get('/').repeat(4 + 36));
  await expect.poll(() => requested.length).toBe(4);
  expect(socket.readableEnded).toBe(false);
  const other = await connected();
  other.resume();
  other.write(get('/').repeat(4 + 37));
  await expect.poll(() => other.closed).toBe(true);
});

it('at most 8,192 requests of all connections wait', async () => {
  const { handler, requested } = pendingAnswers();
  await start((request, response) => (request.url === '/quick' ? response.end() : handler(request, response)));
  const full = Math.floor(8_192 / 36);
  for (let at = 0; at < full; at++) (await connected()).write(get('/').repeat(4 + 36));
  (await connected()).write(get('/').repeat(4 + (8_192 % 36)));
  await expect.poll(() => requested.length).toBe(4 * full + 4);
  // These requests need not wait.
  const quick = await connected();
  let received = '';
  quick.on('data', (chunk) => {
    received += chunk;
  });
  quick.write(get('/quick').repeat(2));
  await expect.poll(() => received.match(/200 OK/g)?.length).toBe(2);
  const other = await connected();
  other.resume();
  other.write(get('/').repeat(4 + 1));
  await expect.poll(() => other.closed).toBe(true);
  // Requests that no longer wait do not count: only the last connection is one too many.
  expect(listener.connections().open).toBe(full + 2);
});

it('no further request of a connection runs while a response of more than a mebibyte is unsent', async () => {
  const requested: string[] = [];
  await start((request, response) => {
    requested.push(request.url ?? '');
    response.end(request.url === '/first' ? huge : 'small');
  });
  const socket = await connected();
  socket.write(get('/first') + get('/second') + get('/third'));
  await expect.poll(() => requested).toEqual(['/first']);
  (await connected()).write(get('/other'));
  await expect.poll(() => requested).toEqual(['/first', '/other']);
  socket.resume();
  await expect.poll(() => requested).toEqual(['/first', '/other', '/second', '/third']);
});

it.each([false, true])(
  'a client that reads nothing of its response is disconnected and counted; port named: %s',
  async (isNamed) => {
    await start((_request, response) => response.end(huge), { unreadTimeoutMs: 200 });
    if (isNamed) {
      const { port } = listener;
      await listener.close(0);
      await start((_request, response) => response.end(huge), { unreadTimeoutMs: 200, port });
    }
    (await connected()).write(get('/'));
    await expect.poll(() => listener.connections()).toEqual({ open: 0, refused: 0, unread: 1, unfinished: 0 });
  },
);

it('a client that reads slowly gets all of a large response, and is not disconnected when the response pauses', async () => {
  const unreadTimeoutMs = 500;
  const slow: ServerResponse[] = [];
  await start(
    (request, response) => {
      if (request.url === '/unread') return response.end(huge);
      slow.push(response);
      return response.write(huge);
    },
    { unreadTimeoutMs },
  );
  const socket = await connected();
  const startedAt = performance.now();
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const read = readSlowly(socket, startedAt + 2 * unreadTimeoutMs);
  await expect.poll(() => read.bytes).toBeGreaterThan(huge.length);
  expect(performance.now() - startedAt).toBeGreaterThan(2 * unreadTimeoutMs);
  // The response pauses until another client is disconnected for the same time of silence.
  (await connected()).write(get('/unread'));
  await expect.poll(() => listener.connections().unread).toBe(1);
  slow[0]?.end('done');
  await once(socket, 'close');
  expect(read.last).toContain('done');
});

/** Reads on, with a pause after each mebibyte until a moment. */
function readSlowly(socket: Socket, slowUntil: number): { bytes: number; last: string } {
  const read = { bytes: 0, last: '' };
  let pausedAt = 0;
  socket.on('data', (chunk) => {
    read.bytes += chunk.length;
    read.last = chunk.toString('latin1');
    if (read.bytes - pausedAt < 1024 * 1024 || performance.now() > slowUntil) return;
    pausedAt = read.bytes;
    socket.pause();
    setTimeout(() => socket.resume(), 60);
  });
  return read;
}

it('a connection over the limit closes the least recently used idle connection, and is answered', async () => {
  const { handler, requested } = pendingAnswers();
  await start((request, response) => (request.url === '/held' ? handler(request, response) : response.end('ok')), {
    connectionsMax: 3,
  });
  const busy = await connected();
  busy.write(get('/held'));
  await expect.poll(() => requested).toEqual(['/held']);
  const used = await connected();
  const unused = (await connected()).resume();
  used.write(get('/'));
  await once(used, 'data');
  const fourth = await connected();
  fourth.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await readAll(fourth)).toContain('ok');
  if (!unused.closed) await once(unused, 'close');
  await expect.poll(() => listener.connections()).toEqual({ open: 2, refused: 1, unread: 0, unfinished: 0 });
  used.write(get('/'));
  expect(String(await once(used, 'data'))).toContain('ok');
  expect(busy.closed).toBe(false);
});

it('without idle connections, a connection over the limit closes the oldest one whose only request is incomplete', async () => {
  const { handler, requested } = pendingAnswers();
  await start((request, response) => (request.url === '/health' ? response.end('ok') : handler(request, response)), {
    connectionsMax: 3,
  });
  const whole = await connected();
  const slow = [await connected(), await connected()] as const;
  const part = `POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx`;
  // Its first request is complete and being handled.
  whole.write(get('/whole') + part);
  await expect.poll(() => requested.splice(0)).toContain('/slow');
  for (const socket of slow) {
    socket.resume().write(part);
    await expect.poll(() => requested.splice(0)).toContain('/slow');
  }
  const fourth = await connected();
  fourth.write(`GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await readAll(fourth)).toContain('ok');
  await expect.poll(() => slow[0].closed).toBe(true);
  await expect.poll(() => listener.connections()).toEqual({ open: 2, refused: 1, unread: 0, unfinished: 0 });
  expect([whole.closed, slow[1].closed]).toEqual([false, false]);
});

it('the request that has been arriving longest is cut on demand, with or without a byte of its body', async () => {
  const { handler, requested } = pendingAnswers();
  await start(handler, { unreadTimeoutMs: 10 });
  const [busy, bare, begun] = [await connected(), await connected(), await connected()] as const;
  busy.write(get('/busy'));
  const head = `POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n`;
  bare.resume().write(head);
  await expect.poll(() => requested.length).toBe(2);
  begun.resume().write(`${head}x`);
  await expect.poll(() => requested.length).toBe(3);
  for (const socket of [bare, begun]) {
    await expect.poll(cutOldestArriving).toBe(true);
    await expect.poll(() => socket.closed).toBe(true);
  }
  await expect.poll(() => listener.connections()).toMatchObject({ open: 1, unfinished: 2 });
  expect([busy.closed, cutOldestArriving()]).toEqual([false, false]);
});

it('connections over the limit are refused and counted if none is idle, until one has closed', async () => {
  const { handler, requested, answers } = pendingAnswers();
  await start((request, response) => (request.url === '/held' ? handler(request, response) : response.end('ok')), {
    connectionsMax: 2,
  });
  const first = await connected();
  const second = await connected();
  for (const socket of [first, second]) socket.write(get('/held'));
  await expect.poll(() => requested.length).toBe(2);
  const third = await connected();
  await once(third.resume(), 'close');
  expect(listener.connections()).toEqual({ open: 2, refused: 1, unread: 0, unfinished: 0 });
  for (const response of answers) response.end();
  second.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await readAll(second)).toContain('ok');
  first.destroy();
  await expect.poll(() => listener.connections().open).toBe(0);
  const fourth = await connected();
  fourth.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await readAll(fourth)).toContain('ok');
});

it('a response sent before the listener closes reaches a client still reading, and idle connections do not delay closing', async () => {
  await start((_request, response) => response.end(huge));
  const idle = await connected();
  const socket = await connected();
  socket.write(get('/'));
  await once(socket, 'readable');
  const closed = listener.close(60_000);
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  await closed;
  await once(idle.resume(), 'close');
  if (!socket.closed) await once(socket, 'close');
  expect(bytes).toBeGreaterThan(huge.length);
});

it('after announceClose the last response of each connection has Connection: close, and requests pipelined before it are answered', async () => {
  const { handler, requested, answers } = pendingAnswers();
  await start(handler);
  const pipelined = await connected();
  pipelined.write(get('/1') + get('/2'));
  const idle = await connected();
  idle.write(get('/3'));
  await expect.poll(() => requested).toEqual(['/1', '/2', '/3']);
  const idleReceived = readAll(idle);
  answers.pop()?.end('third');
  const pipelinedReceived = readAll(pipelined);
  listener.announceClose();
  for (const response of answers.splice(0)) response.writeHead(200, ['x-flat', 'list']).end(response.req.url);
  const [, ...heads] = (await pipelinedReceived).split('HTTP/1.1 200');
  expect(heads.map((head) => /connection: (.*)/i.exec(head)?.[1])).toEqual(['keep-alive', 'close']);
  expect(heads.map((head) => head.includes('x-flat: list'))).toEqual([true, true]);
  // Old and new connections still accept one new request each, as their last.
  idle.write(get('/4') + get('/5'));
  (await connected()).write(get('/6'));
  await expect.poll(() => requested).toContain('/6');
  for (const response of answers) response.end(response.req.url);
  expect(await idleReceived).toMatch(/third[\s\S]*connection: close[\s\S]*\/4$/i);
  expect(requested).not.toContain('/5');
});

it('handlers see the host of a request target in absolute form instead of the Host header', async () => {
  await start((request, response) => response.end(`${request.headers.host} ${request.url}`));
  const socket = await connected();
  socket.write('GET http://Other.Example:81/a?b\\ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await readAll(socket)).toMatch(/other\.example:81 \/a\?b\\$/);
});

it('a request with an unknown Expect header is handled like any other', async () => {
  await start((_request, response) => void response.end('handled'));
  const socket = await connected();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n');
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 .*handled$/s);
});

it('a request after a malformed one is not run, because its boundaries are ambiguous', async () => {
  const { handler, requested } = pendingAnswers();
  await start(handler);
  const socket = await connected();
  socket.write(`GET /first HTTP/1.1\r\nHost: a b\r\n\r\n${get('/second')}`);
  expect(await readAll(socket)).toMatch(/^HTTP\/1.1 400 /);
  expect(requested).toEqual([]);
});

it('a request whose Host and body are malformed gets one 400', async () => {
  await start(() => {});
  const socket = await connected();
  socket.write('POST / HTTP/1.1\r\nHost: a b\r\nTransfer-Encoding: chunked\r\n\r\nmalformed');
  expect((await readAll(socket)).match(/HTTP/g)).toHaveLength(1);
});

it.each([
  ['X-Request-Id: traced-1', 'traced-1'],
  ['X-Request-Id: <script>', 'req_[0-9a-f]{24}'],
  ['Accept: */*', 'req_[0-9a-f]{24}'],
])('the refusal of a bad Host with the header %s has the request id %s', async (header, id) => {
  await start(() => {});
  const socket = await connected();
  socket.write(`GET / HTTP/1.1\r\nHost: a b\r\n${header}\r\n\r\n`);
  expect(await readAll(socket)).toMatch(new RegExp(`x-request-id: ${id}\r\n[^]*"request_id":"${id}"`));
});

it('responses that wait for their turn close with their connection, each once', async () => {
  const { handler, answers } = pendingAnswers();
  await start(handler);
  const socket = await connected();
  socket.write(get('/1') + get('/2') + get('/3'));
  await expect.poll(() => answers.length).toBe(3);
  const ended: (string | undefined)[] = [];
  for (const response of answers) response.on('close', () => ended.push(response.req.url));
  socket.destroy();
  await expect.poll(() => ended.length).toBeGreaterThanOrEqual(3);
  await setImmediate();
  expect(ended.sort()).toEqual(['/1', '/2', '/3']);
});

it('a request followed by malformed bytes gets its own response instead of their 400, and is the last', async () => {
  const { handler, answers } = pendingAnswers();
  await start(handler);
  const socket = await connected();
  const written = 'POST /note HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok';
  socket.write(`${get('/1')}${written} no request\r\n\r\n`);
  await expect.poll(() => answers.length).toBe(2);
  const received = readAll(socket);
  socket.write(' nor this\r\n\r\n');
  for (const response of answers) response.end(response.req.url);
  expect(await received).toMatch(/^HTTP\/1.1 200 [\s\S]*\/1HTTP\/1.1 200 [\s\S]*connection: close[\s\S]*\/note$/i);
});

it('a response that has begun is completed as the last one if malformed bytes follow its request', async () => {
  const { handler, answers } = pendingAnswers();
  await start(handler);
  const socket = await connected();
  socket.write(get('/1'));
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.writeHead(200, { 'content-length': 6 }).write('all');
  const received = readAll(socket);
  socket.write('no request\r\n\r\n');
  await expect.poll(() => answers[0]?.socket?.bytesRead).toBe(socket.bytesWritten);
  answers[0]?.end(' of');
  expect(await received).toMatch(/all of$/);
});
