/** SIGTERM to the command as it runs, with requests in flight: nothing that was accepted is lost, and nothing holds the exit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FaultyService, faults, startFaultyService } from '../support/faulty-service.ts';

const entry = new URL('../../src/start.cjs', import.meta.url).pathname;

let service: FaultyService;
let child: ChildProcess;
let logged: string;

beforeEach(async () => {
  service = await startFaultyService();
});
afterEach(async () => {
  child.kill('SIGKILL');
  await service.close();
});

/** Starts the command over the service and gives the address of the graph. */
async function startCommand(env: Record<string, string> = {}): Promise<string> {
  child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, PORT: '0', FIELD_DATA_URL: service.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  logged = '';
  child.stderr?.on('data', (chunk) => {
    logged += chunk;
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, url] = /GraphQL +(http:\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('it ended before it was ready');
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

it('fifty slow operations in flight are all answered and logged after SIGTERM, and the exit code is 0', async () => {
  const url = await startCommand();
  const held = holdCalls(50);
  const answers = Array.from({ length: 50 }, (_, index) => ask(url, index));
  const answerAll = await held;
  const exit = once(child, 'close');
  child.kill('SIGTERM');
  await untilRefused(url);
  answerAll();
  for (const answer of await Promise.all(answers)) {
    expect(answer).toEqual({ data: { field: { weather: [{ startsAt: '2026-07-01T00:00:00Z' }] } } });
  }
  expect(await exit).toEqual([0, null]);
  expect(logged.match(/"msg":"operation"/g)).toHaveLength(50);
});

it('an operation that never ends is cut, so that the process is gone within DRAIN_MS, with exit code 0', async () => {
  const drainMs = 2_000;
  const url = await startCommand({ DRAIN_MS: String(drainMs), DEADLINE_MS: '600000' });
  const held = holdCalls(1);
  const answer = ask(url, 1).catch((error: Error) => error);
  await held;
  const exit = once(child, 'exit');
  const startedAt = performance.now();
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(performance.now() - startedAt).toBeLessThan(drainMs);
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
