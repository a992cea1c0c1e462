/** A log reader that stops reading, under load and at the end. */
import { Agent, request } from 'node:http';
import { it } from 'vitest';
import { startProcess } from '../support/product-process.ts';
import { bySize, figure, withinMs } from './figure.ts';

const drainMs = 5_000;
const operations = bySize(7_500, 60_000);
const callers = 16;

it('a log reader that stops reading costs lines, and no answer and no exit', async () => {
  await using command = await startProcess({
    isLogUnread: true,
    env: { LOG_LEVEL: 'info', DRAIN_MS: String(drainMs) },
  });
  await operate(`${command.graphUrl}/graphql`, 200);
  const before = command.residentMiB();
  const slowestMs = await operate(`${command.graphUrl}/graphql`, operations);
  const growth = command.residentMiB() - before;
  const dropped = await command.metric('log_lines_dropped_total');
  const { code, milliseconds } = await command.terminate();
  figure('slowest answer, ms', slowestMs, withinMs(5_000));
  figure('lines dropped, and counted', dropped, { atLeast: 1, atMost: operations });
  figure('memory over before, MiB', growth, { atMost: 100 });
  figure('exit code after SIGTERM', code, { atMost: 0 });
  figure('until the exit, ms', milliseconds, withinMs(drainMs));
});

/** Has so many operations answered, and gives the slowest. */
async function operate(url: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let slowestMs = 0;
  let begun = 0;
  async function call(): Promise<void> {
    while (begun++ < count) {
      const startedAt = performance.now();
      await ask(url, agent);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  }
  await Promise.all(Array.from({ length: callers }, call));
  agent.destroy();
  return slowestMs;
}

function ask(url: string, agent: Agent): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-request-id': 'x'.repeat(64) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', resolve);
    });
    sent.once('error', reject).end(JSON.stringify({ query: `query ${'N'.repeat(64)} { __typename }` }));
  });
}
