/** Many simultaneous connections to a busy process: it accepts them within a few turns of its event loop and does not share its port. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, Server } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listenWithAll } from '../../../src/platform/server/acceptors.ts';
import { listen } from '../../../src/platform/server/listen.ts';

/** A thread that opens so many connections, and counts them. */
const connecting = `
  const { connect } = require('node:net');
  const { port, count, connected } = require('node:worker_threads').workerData;
  for (let at = 0; at < count; at += 1)
    connect(port, '127.0.0.1', () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    }).on('error', () => {});
`;

const here = { port: 0, host: '127.0.0.1', portSetting: 'PORT' };

it('accepts several connections in one turn of the event loop', async () => {
  const acceptedIn = new Set<number>();
  const count = 64;
  let accepted = 0;
  const server = createServer();
  const acceptors = await listenWithAll(server, { port: 0, host: '127.0.0.1', backlog: 1_024 });
  const all = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('error', () => undefined).on('end', () => socket.destroy());
      socket.resume();
      acceptedIn.add(performance.nodeTiming.uvMetricsInfo.loopCount);
      if (++accepted === count) resolve();
    });
  });
  // All connections are in the queues of the kernel before this turn ends, because another thread opens them.
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(connecting, { eval: true, workerData: { port: acceptors.port, count, connected } });
  while (Atomics.load(connected, 0) < count) Atomics.wait(connected, 0, Atomics.load(connected, 0));
  await all;
  await clients.terminate();
  await acceptors.close();
  expect(acceptedIn.size).toBeLessThan(count / 2);
});

it('refuses a port in use, whether or not its owner shares it among sockets of its own', async () => {
  const single = createServer().listen(0, '127.0.0.1');
  await once(single, 'listening');
  const { port } = single.address() as { port: number };
  await expect(listen(() => undefined, { ...here, port })).rejects.toThrow(/^Port \d+ on 127\.0\.0\.1 is in use: /);
  single.close();
  const shared = await listen(() => undefined, here);
  await expect(listen(() => undefined, { ...here, port: shared.port })).rejects.toThrow(/ is in use: /);
  await shared.close(1_000);
});

it.each([
  ['EADDRINUSE', 'PORT', 4_000, 'PORT=4010'],
  ['EADDRINUSE', 'PORT', 65_530, 'PORT=65520'],
  ['EACCES', 'PORT', 443, 'PORT=8443'],
  ['EACCES', 'FIELD_DATA_PORT', 80, 'FIELD_DATA_PORT=8080'],
])(
  'for a port that cannot be bound (%s), the error for %s %i advises a port that can: %s',
  async (code, portSetting, port, advice) => {
    const spy = vi.spyOn(Server.prototype, 'listen').mockImplementation(function fail(this: Server) {
      process.nextTick(() => this.emit('error', Object.assign(new Error(), { code })));
      return this;
    });
    onTestFinished(() => spy.mockRestore());
    const refused = listen(() => undefined, { ...here, port, portSetting });
    await expect(refused).rejects.toThrow(new RegExp(`^Port ${port} .* ${advice}\\.$`));
  },
);

it('finishes the requests of all its sockets while it closes, and frees the port', async () => {
  const open: (() => void)[] = [];
  const count = 40;
  let allCame: () => void = () => undefined;
  const came = new Promise<void>((resolve) => {
    allCame = resolve;
  });
  const listener = await listen((_, response) => {
    if (open.push(() => response.end('well')) === count) allCame();
  }, here);
  const answers = Array.from({ length: count }, async () => {
    const outgoing = request(listener.url, { agent: false }).end();
    const [incoming] = await once(outgoing, 'response');
    const [text] = await once(incoming.setEncoding('utf8'), 'data');
    return text as string;
  });
  await came;
  const closing = listener.close(10_000);
  for (const answer of open) answer();
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'well'));
  await closing;
  const late = connect(listener.port);
  expect(await once(late, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }]);
});
