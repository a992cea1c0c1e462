/** A log reader that stops reading, under load and at the end. */
import { Agent, request } from 'node:http';
import { besiege } from './process.ts';
import type { Figure, Scenario } from './scenario.ts';

const drainMs = 5_000;
const operations = { short: 7_500, whole: 60_000 };
const callers = 16;
const growthMiBMax = 100;
const answerMsMax = 5_000;

export const logReader: Scenario = {
  title: 'a log reader that stops reading costs lines, and no answer and no exit',
  async run(size): Promise<Figure[]> {
    await using command = await besiege({ isLogUnread: true, env: { LOG_LEVEL: 'info', DRAIN_MS: String(drainMs) } });
    await operate(`${command.graphUrl}/graphql`, 200);
    const before = command.residentMiB();
    const slowestMs = await operate(`${command.graphUrl}/graphql`, operations[size]);
    const growth = command.residentMiB() - before;
    const metrics = await (await fetch(`${command.adminUrl}/metrics`)).text();
    const dropped = Number(/^fieldgraph_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    const { code, milliseconds } = await command.terminate();
    return [
      { what: 'operations', value: operations[size], unit: '' },
      { what: 'slowest answer', value: slowestMs, unit: 'ms', atMost: answerMsMax },
      { what: 'lines dropped, and counted', value: dropped, unit: '', atLeast: 1, atMost: operations[size] },
      { what: 'memory over before', value: growth, unit: 'MiB', atMost: growthMiBMax },
      { what: 'exit code after SIGTERM', value: code ?? Number.NaN, unit: '', atMost: 0 },
      { what: 'until the exit', value: milliseconds, unit: 'ms', atMost: drainMs },
    ];
  },
};

/** Has so many operations answered, and gives the slowest. */
async function operate(url: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let slowestMs = 0;
  let begun = 0;
  async function call(): Promise<void> {
    while (begun < count) {
      begun += 1;
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
