/** SIGTERM to the command as it runs, with requests in flight: nothing that was accepted is lost, and nothing holds the exit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Listener } from '../../src/platform/server/listen.ts';
import { createShutdown } from '../../src/start/shutdown.ts';
import { type FaultyService, faults, startFaultyService } from '../support/faulty-service.ts';

const root = new URL('../../', import.meta.url).pathname;
const node = [process.execPath, 'src/start.cjs'];
const npm = ['npm', 'start'];

let service: FaultyService;
let child: ChildProcess;
let logged: string;

beforeEach(async () => {
  service = await startFaultyService();
});
afterEach(async () => {
  if (isRunning()) process.kill(-(child.pid as number), 'SIGKILL');
  await service.close();
});

/** It refuses nothing where the machine is busy. */
const patient = { EVENT_LOOP_DELAY_MS_MAX: '0', DEADLINE_MS: '60000', DRAIN_MS: '60000' };

/** Starts the command over the service, in a process group of its own, and gives the address of the graph. */
async function startCommand(env: Record<string, string> = {}, [file = '', ...args] = node): Promise<string> {
  child = spawn(file, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', FIELD_DATA_URL: service.url, ...patient, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  logged = '';
  child.stderr?.on('data', (chunk) => {
    logged += chunk;
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, url] = /GraphQL +(http:\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    // Whatever it prints from here on must not fill the pipe.
    child.stdout?.resume();
    return url;
  }
  throw new Error('it ended before it was ready');
}

/** Whether any process of the group is left, which includes orphans. */
function isRunning(): boolean {
  try {
    return process.kill(-(child.pid as number), 0);
  } catch {
    return false;
  }
}

/** Has the service keep every operation's calls open; resolves with how to answer them once `count` have come. */
function holdCalls(count: number): Promise<() => void> {
  return new Promise((resolve) => {
    const open: (() => void)[] = [];
    service.script = ({ method }) =>
      method === 'HEAD' || open.length >= count
        ? undefined
        : (response, call, good) => {
            open.push(() => faults.good(response, call, good));
            if (open.length === count) resolve(() => open.forEach((answer) => void answer()));
          };
  });
}

async function ask(url: string, index: number): Promise<unknown> {
  const query = `{ field(id: "fld_${index}") { weather { startsAt } } }`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

/** Resolves once nothing listens there any more. */
async function untilRefused(url: string): Promise<void> {
  const { port, hostname } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    const outcome = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).catch((error) => [error]);
    socket.destroy();
    if (outcome[0] instanceof Error) return;
  }
}

/** Stops the command by `stop` with so many operations in flight, all of which are answered; gives how it exited. */
async function stopWithInFlight(url: string, count: number, stop: () => void): Promise<unknown> {
  const held = holdCalls(count);
  const answers = Array.from({ length: count }, (_, index) => ask(url, index));
  const answerAll = await held;
  const exit = once(child, 'close');
  stop();
  await untilRefused(url);
  answerAll();
  for (const answer of await Promise.all(answers)) {
    expect(answer).toEqual({ data: { field: { weather: [{ startsAt: '2026-07-01T00:00:00Z' }] } } });
  }
  return exit;
}

it('fifty slow operations in flight are all answered and logged after SIGTERM, and the exit code is 0', async () => {
  const url = await startCommand();
  expect(await stopWithInFlight(url, 50, () => child.kill('SIGTERM'))).toEqual([0, null]);
  expect(logged.match(/"msg":"operation"/g)).toHaveLength(50);
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'the log says where it listens, that %s stops it, and that it stopped',
  async (signal) => {
    const url = await startCommand({ ADMIN_PORT: '0' });
    const exit = once(child, 'close');
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
    const lines = logged
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      {
        level: 30,
        msg: 'listening',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        graph: url.replace('/graphql', ''),
        service: service.url,
        admin: expect.stringMatching(/^http:/),
      },
      { level: 30, msg: 'stopping', signal },
      { level: 30, msg: 'stopped', ms: expect.any(Number) },
    ]);
  },
);

it.each<[name: string, stop: (pid: number) => void]>([
  ['SIGTERM to npm', (pid) => process.kill(pid, 'SIGTERM')],
  ['SIGINT to npm', (pid) => process.kill(pid, 'SIGINT')],
  ['Ctrl-C, a SIGINT to all that runs in the terminal', (pid) => process.kill(-pid, 'SIGINT')],
  ['SIGTERM to all of a container', (pid) => process.kill(-pid, 'SIGTERM')],
])('npm start ends with 0 after %s, all in flight answered and nothing left running', async (_name, stop) => {
  const url = await startCommand({}, npm);
  expect(await stopWithInFlight(url, 10, () => stop(child.pid as number))).toEqual([0, null]);
  expect(isRunning()).toBe(false);
});

it('a signal that is sent again cuts nothing short', async () => {
  const url = await startCommand();
  const again = () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal);
  };
  expect(await stopWithInFlight(url, 10, again)).toEqual([0, null]);
});

/** A message of PostgreSQL's protocol. */
function message(type: string, body: string): string {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return `${type}${length.toString('latin1')}${body}`;
}

it('a signal ends a start that waits for its database, with exit code 0', async () => {
  const ready = message('Z', 'I');
  const column = 'isReadOnly\0\0\0\0\0\0\0\0\0\0\x10\0\x01\xff\xff\xff\xff\0\0';
  const isPrimary = ['T', `\0\x01${column}`, 'D', '\0\x01\0\0\0\x01f', 'C', 'SELECT 1\0'];
  const pairs = [0, 2, 4].map((at) => message(isPrimary[at] ?? '', isPrimary[at + 1] ?? ''));
  // It lets everybody in, says that it takes writes, and answers no statement after that.
  const answers = [message('R', '\0\0\0\0') + ready, pairs.join('') + ready];
  const asked = Promise.withResolvers<void>();
  await using database = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      const next = answers.shift();
      if (next === undefined) asked.resolve();
      else socket.write(next, 'latin1');
    });
  }).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  child = spawn(process.execPath, ['src/start.cjs', 'service'], {
    cwd: root,
    env: { PATH: process.env.PATH, FIELD_DATA_PORT: '0', DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` },
    stdio: 'ignore',
    detached: true,
  });
  await asked.promise;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

it('for DRAIN_DELAY_MS the ports still answer, not ready and with Connection: close', async () => {
  const url = await startCommand({ DRAIN_DELAY_MS: '4000', ADMIN_PORT: '0' });
  const ready = () => fetch(url.replace('/graphql', '/ready'));
  expect((await ready()).status).toBe(200);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await expect.poll(async () => (await ready()).status, { interval: 20 }).toBe(503);
  const response = await ready();
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.json()).toEqual({ status: 'unavailable', code: 'STOPPING' });
  expect(await ask(url, 1)).toHaveProperty('data.field.weather');
  expect(await exit).toEqual([0, null]);
});

it('what has not ended is cut before DRAIN_MS is over, which leaves time to close the stores', async () => {
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

it('an operation that never ends is cut, so that nothing has to force the process to end', async () => {
  const url = await startCommand({ DRAIN_MS: '5000', DEADLINE_MS: '600000' });
  const held = holdCalls(1);
  const answer = ask(url, 1).catch((error: Error) => error);
  await held;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await answer).toBeInstanceOf(Error);
});

it('a connection that sends nothing does not hold the exit', async () => {
  const url = await startCommand();
  const { port, hostname } = new URL(url);
  const idle = connect(Number(port), hostname);
  await once(idle, 'connect');
  await ask(url, 1);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  idle.destroy();
});
