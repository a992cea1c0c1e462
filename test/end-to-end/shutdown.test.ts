/** SIGTERM to the running command, with requests in flight: no accepted request is lost, and nothing delays the exit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Listener } from '../../src/platform/server/listen.ts';
import { createShutdown } from '../../src/start/shutdown.ts';
import { figure, withinMs } from '../load/figure.ts';
import { bySize } from '../support/size.ts';
import { entry } from '../support/command.ts';
import { failures, startFaultyService } from '../support/faulty-service.ts';
import { untilRefused } from '../support/free-port.ts';
import { readMetric } from '../support/metric.ts';
import { post } from '../support/post.ts';
import { startProcess } from '../support/product-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Starts the command over a service of its own. */
async function startCommand(env: Record<string, string> = {}, by?: readonly string[]) {
  await using started = new AsyncDisposableStack();
  const service = started.use(await startFaultyService());
  const settings = { FIELD_DATA_URL: service.url, FIELD_DATA_PORT: '', FIELD_DATA_DIR: '', DRAIN_MS: '60000', ...env };
  const command = started.use(await startProcess({ env: settings, by, log: 'read' }));
  const all = started.move();
  return { ...command, service, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

type Command = Awaited<ReturnType<typeof startCommand>>;

/** Makes the service leave calls unanswered; resolves, once `count` have arrived, with a function that answers them. */
function holdCalls({ service }: Command, count: number): Promise<() => void> {
  return new Promise((resolve) => {
    const open: (() => void)[] = [];
    service.script = ({ method }) =>
      method === 'HEAD' || open.length >= count
        ? undefined
        : (response, call, good) => {
            open.push(() => failures.good(response, call, good));
            if (open.length === count) resolve(() => open.forEach((answer) => void answer()));
          };
  });
}

const queryField = ({ graphUrl }: Command, index: number) =>
  post(graphUrl, { query: `{ field(id: "fld_${index}") { weather { startsAt } } }` });

/** Stops the command with `count` operations in flight, expects a reply to each, and returns how the command exited. */
async function stopWithInFlight(command: Command, count: number, stop: () => unknown): Promise<unknown> {
  const pendingCalls = holdCalls(command, count);
  const answers = Array.from({ length: count }, (_, index) => queryField(command, index));
  const answerAll = await pendingCalls;
  const exit = once(command.child, 'close');
  await stop();
  await untilRefused(command.graphUrl);
  // Metrics can be read until the last operation has ended.
  expect(await readMetric(command.adminUrl, 'requests_in_flight')).toBe(count);
  answerAll();
  for (const { body } of await Promise.all(answers)) {
    expect(body).toEqual({ data: { field: { weather: [{ startsAt: '2026-05-01T07:00:00Z' }] } } });
  }
  return exit;
}

it.concurrent('fifty operations in flight are answered and logged after SIGTERM, and an idle connection does not delay the exit with 0', async ({
  expect,
  onTestFinished,
}) => {
  await using command = await startCommand();
  const { port, hostname } = new URL(command.graphUrl);
  const idle = connect(Number(port), hostname);
  onTestFinished(() => void idle.destroy());
  await once(idle, 'connect');
  const startedAt = performance.now();
  expect(await stopWithInFlight(command, 50, () => command.child.kill('SIGTERM'))).toEqual([0, null]);
  // Without the drain, an idle connection would be cut after ten seconds, which only the full size shows.
  figure('from the start of operations to the exit, ms', performance.now() - startedAt, withinMs(8_000), expect);
  const isOperation = ({ msg }: { msg?: unknown }) => msg === 'operation';
  expect(command.logged().filter(isOperation)).toHaveLength(50);
  expect(command.logged().filter((line) => !isOperation(line))).toMatchObject([
    {
      level: 30,
      msg: 'listening',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      graph: command.graphUrl,
      service: command.service.url,
      admin: expect.stringMatching(/^http:/),
    },
    { level: 30, msg: 'stopping', signal: 'SIGTERM' },
    { level: 30, msg: 'stopped', ms: expect.any(Number) },
  ]);
});

it.concurrent.for<[name: string, stop: (pid: number) => void]>([
  ['SIGTERM to npm', (pid) => process.kill(pid, 'SIGTERM')],
  ['SIGINT to npm', (pid) => process.kill(pid, 'SIGINT')],
  ['Ctrl-C, a SIGINT to every process in the terminal', (pid) => process.kill(-pid, 'SIGINT')],
  ['SIGTERM to every process of a container', (pid) => process.kill(-pid, 'SIGTERM')],
])(
  'npm start exits with 0 after %s, with all operations in flight answered and no process left',
  async ([, stop], { expect }) => {
    await using command = await startCommand({}, ['npm', 'start']);
    const startedAt = performance.now();
    const stopNpm = () => stop(command.child.pid as number);
    expect(await stopWithInFlight(command, bySize(10, 60), stopNpm)).toEqual([0, null]);
    figure('from the start of operations to the exit, ms', performance.now() - startedAt, withinMs(10_000), expect);
    expect(command.isGroupAlive()).toBe(false);
  },
);

it.concurrent('SIGUSR1 opens no debugger, not even at the beginning of the start', async () => {
  await using folder = await temporaryFolder();
  const preload = join(folder.path, 'signal.cjs');
  writeFileSync(preload, `process.nextTick(() => process.kill(process.pid, 'SIGUSR1'));`);
  await using command = await startCommand({ NODE_OPTIONS: `--require=${preload}` });
  const exit = once(command.child, 'close');
  command.child.kill('SIGUSR1');
  expect(await queryField(command, 1)).toHaveProperty('body.data.field.weather');
  command.child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(command.logged().map(({ msg }) => msg)).toEqual(['listening', 'operation', 'stopping', 'stopped']);
});

it.concurrent('repeated signals cut no operation short, and the log names the first signal', async () => {
  await using command = await startCommand();
  const again = async () => {
    command.child.kill('SIGINT');
    await untilRefused(command.graphUrl);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const) command.child.kill(signal);
  };
  expect(await stopWithInFlight(command, 10, again)).toEqual([0, null]);
  expect(command.logged()).toContainEqual(expect.objectContaining({ msg: 'stopping', signal: 'SIGINT' }));
});

/** A message of PostgreSQL's protocol. */
function message(type: string, body: string): string {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return `${type}${length.toString('latin1')}${body}`;
}

it.concurrent('a signal ends a start that waits for its database, with exit code 0', async ({ onTestFinished }) => {
  const ready = message('Z', 'I');
  const column = (name: string, type: string) => `${name}\0\0\0\0\0\0\0\0\0\0${type}\xff\xff\xff\xff\xff\xff\0\0`;
  const columns = `\0\x02${column('isReadOnly', '\x10')}${column('encoding', '\x19')}`;
  const isUsable = ['T', columns, 'D', '\0\x02\0\0\0\x01f\0\0\0\x04UTF8', 'C', 'SELECT 1\0'];
  const pairs = [0, 2, 4].map((at) => message(isUsable[at] ?? '', isUsable[at + 1] ?? ''));
  // It accepts any login, reports that it is writable and in UTF-8, and answers no statement after that.
  const answers = [message('R', '\0\0\0\0') + ready, pairs.join('') + ready];
  let requested = Promise.withResolvers<void>();
  await using database = createServer((socket) => {
    const rest = [...answers];
    socket.on('error', () => {});
    socket.on('data', () => {
      const next = rest.shift();
      if (next === undefined) requested.resolve();
      else socket.write(next, 'latin1');
    });
  }).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const start = () => {
    requested = Promise.withResolvers();
    const child = spawn(process.execPath, [entry, 'service'], {
      env: { PATH: process.env.PATH, FIELD_DATA_PORT: '0', DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` },
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, exit: once(child, 'exit') };
  };
  let { child, exit } = start();
  // On a busy machine, the time limit of an earlier answer may end it before.
  while (await Promise.race([exit, requested.promise])) ({ child, exit } = start());
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

it.concurrent('during DRAIN_DELAY_MS the ports still answer and open streams, but are not ready and send Connection: close', async ({
  expect,
}) => {
  // Longer than the test: test/cluster tests the exit after the delay.
  await using command = await startCommand({ DRAIN_MS: '3600000', DRAIN_DELAY_MS: '3000000' });
  const { child, graphUrl } = command;
  const ready = () => fetch(`${graphUrl}/ready`);
  // On a busy machine, the service may be too slow for the first check.
  await expect.poll(async () => (await ready()).status).toBe(200);
  child.kill('SIGTERM');
  await expect.poll(async () => (await ready()).status, { interval: 20 }).toBe(503);
  const response = await ready();
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.json()).toEqual({ status: 'unavailable', code: 'STOPPING' });
  expect(await queryField(command, 1)).toHaveProperty('body.data.field.weather');
  const query = new URLSearchParams({ query: 'subscription { fieldsChanged(ids: ["fld_1"]) { lists } }' });
  const stream = await fetch(`${graphUrl}/graphql?${query}`, { headers: { accept: 'text/event-stream' } });
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
});

it.concurrent('an error during the stop ends the process at once, with exit code 1 and a log line', async () => {
  const failing = 'process.on("SIGTERM", () => setTimeout(() => { throw new Error("broken while stopping") }))';
  await using command = await startProcess({
    nodeFlags: ['--import', `data:text/javascript,${encodeURIComponent(failing)}`],
    env: { DRAIN_DELAY_MS: '8000' },
    log: 'read',
  });
  const exit = once(command.child, 'close');
  command.child.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
  expect(command.logged()).toContainEqual(expect.objectContaining({ level: 50, msg: 'broken while stopping' }));
});

it('requests that have not ended are cut before DRAIN_MS is over, which leaves time to close the stores', async () => {
  for (const [drainMs, openMs] of [
    [6_000, 5_400],
    [20_000, 19_000],
  ] as const) {
    const started = createShutdown({ DRAIN_MS: drainMs, DRAIN_DELAY_MS: 0 });
    const close = vi.fn(async () => {});
    started.listener({ announceClose() {}, close } as unknown as Listener);
    await started.stop();
    expect(close).toHaveBeenCalledExactlyOnceWith(openMs);
  }
});

it.concurrent('before the end of a stop, operations that wait for the service get the lists that arrived, and writes a code to repeat them by', async () => {
  await using command = await startCommand({ DRAIN_MS: '5000', DEADLINE_MS: '600000' });
  const arrived = Promise.withResolvers<void>();
  let hanging = 2;
  command.service.script = ({ method, url }) => {
    if (method !== 'POST' && !url.includes('/observations')) return undefined;
    return () => --hanging === 0 && arrived.resolve();
  };
  const read = post(command.graphUrl, {
    query: '{ field(id: "fld_1") { weather { startsAt } observations { text } } }',
  });
  const write = post(
    command.graphUrl,
    {
      query: 'mutation { addObservation(input: { idempotencyKey: "k", fieldId: "fld_1", text: "t" }) { __typename } }',
    },
    { authorization: 'Bearer key' },
  );
  await arrived.promise;
  expect(await command.terminate()).toMatchObject({ code: 0 });
  const timeout = { code: 'UPSTREAM_TIMEOUT', retryable: true };
  expect((await read).body).toMatchObject({
    data: { field: { weather: [{ startsAt: '2026-05-01T07:00:00Z' }], observations: null } },
    errors: [{ path: ['field', 'observations'], extensions: timeout }],
  });
  expect((await write).body).toMatchObject({ data: { addObservation: null }, errors: [{ extensions: timeout }] });
});
