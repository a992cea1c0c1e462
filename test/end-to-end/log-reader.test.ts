/** A reader of the log or the banner that pauses or goes away costs log lines, but no reply and no exit of the command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { figure, withinMs } from '../load/figure.ts';
import { bySize } from '../support/size.ts';
import { entry } from '../support/command.ts';
import { untilRefused } from '../support/free-port.ts';
import { startProcess } from '../support/product-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const drainMs = 10_000;
/** Each logs a line of more than 500 bytes: together half as much again as the pipe and the buffered lines can hold. */
const operations = 5_000;
const callers = 16;

/** Starts the command with a standard error that nobody reads. */
const startUnread = () => startProcess({ log: 'unread', env: { DRAIN_MS: String(drainMs) } });

/** Sends all operations, each with its own request id, and returns the duration of the slowest. */
async function answerAll(graphUrl: string, count = operations): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  // The longest names that operations and clients may have.
  const client = { 'graphql-client-name': 'c'.repeat(64), 'graphql-client-version': '1'.repeat(32) };
  const query = `query ${'N'.repeat(128)} { __typename }`;
  let slowestMs = 0;
  async function call(caller: number): Promise<void> {
    for (let index = caller; index < count; index += callers) {
      const startedAt = performance.now();
      const headers = { 'content-type': 'application/json', 'x-request-id': idOf(index), ...client };
      const sent = request(`${graphUrl}/graphql`, { method: 'POST', agent, headers });
      sent.end(JSON.stringify({ query }));
      const [response] = await once(sent, 'response');
      expect(await text(response)).toBe('{"data":{"__typename":"Query"}}');
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  agent.destroy();
  return slowestMs;
}

const idOf = (index: number) => `operation-${String(index).padStart(54, '0')}`;

it('a reader that pauses gets every line that was not dropped, complete, even if it resumes only at the end', async () => {
  await using command = await startUnread();
  const { adminUrl, child } = command;
  await answerAll(command.graphUrl);
  const written = operations - (await command.metric('log_lines_dropped_total'));
  expect(written).toBeLessThan(operations);
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await untilRefused(adminUrl);
  let logged = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    logged += chunk;
  });
  expect(await closed).toEqual([0, null]);
  // Other lines report where the process listens and how it stops.
  const lines = logged
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ofOperations = lines.filter(({ msg }) => msg === 'operation');
  expect(ofOperations).toHaveLength(written);
  expect(new Set(ofOperations.map(({ requestId }) => requestId)).size).toBe(written);
});

it('a reader that never resumes costs log lines, but no reply, no memory and no exit', async () => {
  const count = bySize(operations, 60_000);
  await using command = await startUnread();
  await answerAll(command.graphUrl, 200);
  const before = command.residentMiB();
  const slowestMs = await answerAll(command.graphUrl, count);
  const growth = command.residentMiB() - before;
  const dropped = await command.metric('log_lines_dropped_total');
  const { code, milliseconds } = await command.terminate();
  figure('slowest answer, ms', slowestMs, withinMs(5_000));
  figure('lines dropped, and counted', dropped, { atLeast: 1, atMost: count });
  figure('memory over before, MiB', growth, { atMost: 100 });
  figure('exit code after SIGTERM', code, { atMost: 0 });
  figure('until the exit, ms', milliseconds, withinMs(drainMs));
});

it('the process continues and exits with 0 if the readers of its log and banner are gone', async () => {
  await using command = await startUnread();
  command.child.stdout?.destroy();
  command.child.stderr?.destroy();
  await answerAll(command.graphUrl, 300);
  // The line that reports where it listens may have been written earlier.
  await expect.poll(() => command.metric('log_lines_dropped_total')).toBeGreaterThanOrEqual(300);
  expect(await command.terminate()).toMatchObject({ code: 0 });
});

it('the process starts and exits with 0 if the reader of its banner is gone before it is written', async () => {
  await using folder = await temporaryFolder();
  const ports = { PORT: '0', FIELD_DATA_PORT: '0', FIELD_DATA_DIR: folder.path };
  const env = { PATH: process.env.PATH, ...ports, EVENT_LOOP_DELAY_MS_MAX: '0', LOG_LEVEL: 'debug' };
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.destroy();
  // The first log line comes from the drift check, which runs once the process is up.
  await once(child.stderr, 'data');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
