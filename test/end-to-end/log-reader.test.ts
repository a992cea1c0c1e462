/** Whoever reads the log or the banner and stops, or goes away, of the command as it runs: it costs lines, and no answer and no exit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../support/running.ts';

const entry = new URL('../../src/start.cjs', import.meta.url).pathname;
const drainMs = 10_000;
/** Each a line: more than a pipe and the lines kept for it hold. */
const operations = 7_500;
const callers = 16;

let child: ChildProcess;

afterEach(() => {
  child.kill('SIGKILL');
});

/** It refuses nothing, and says nothing of it, where the machine is busy. */
const patient = { EVENT_LOOP_DELAY_MS_MAX: '0' };

/** Starts the command, whose standard error nobody reads. */
async function startUnread(dataDir: string): Promise<{ graphUrl: string; adminUrl: string }> {
  const ports = { PORT: '0', FIELD_DATA_PORT: '0', ADMIN_PORT: '0' };
  child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, ...ports, ...patient, FIELD_DATA_DIR: dataDir, DRAIN_MS: String(drainMs) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let graphUrl = '';
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    graphUrl = /GraphQL +(http:.+)\/graphql/.exec(line)?.[1] ?? graphUrl;
    const [, adminUrl] = /Metrics +(http:.+)\/metrics/.exec(line) ?? [];
    if (adminUrl !== undefined) return { graphUrl, adminUrl };
  }
  throw new Error('it ended before it was ready');
}

/** Has all operations answered, each with a request id of its own. */
async function answerAll(graphUrl: string, count = operations): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const query = `query ${'N'.repeat(64)} { __typename }`;
  async function call(caller: number): Promise<void> {
    for (let index = caller; index < count; index += callers) {
      const headers = { 'content-type': 'application/json', 'x-request-id': idOf(index) };
      const sent = request(`${graphUrl}/graphql`, { method: 'POST', agent, headers });
      sent.end(JSON.stringify({ query }));
      const [response] = await once(sent, 'response');
      expect(await text(response)).toBe('{"data":{"__typename":"Query"}}');
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  agent.destroy();
}

const idOf = (index: number) => `operation-${String(index).padStart(6, '0')}`;

async function droppedLines(adminUrl: string): Promise<number> {
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(/^fieldgraph_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
}

/** Resolves once nothing listens there any more. */
async function untilRefused(url: string): Promise<void> {
  while (
    await fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
  );
}

/** Gives the exit code: not 0 where something holds the process beyond its drain time. */
async function terminate(): Promise<unknown> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  return exit;
}

it('a reader that only pauses gets every line that was not dropped, whole, even if it reads on only at the end', async () => {
  await using folder = await temporaryFolder();
  const { graphUrl, adminUrl } = await startUnread(folder.path);
  await answerAll(graphUrl);
  const kept = operations - (await droppedLines(adminUrl));
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await untilRefused(adminUrl);
  let logged = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    logged += chunk;
  });
  expect(await closed).toEqual([0, null]);
  // The process has lines of its own: where it listens, and how it stops.
  const lines = logged
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ofOperations = lines.filter(({ msg }) => msg === 'operation');
  expect(ofOperations).toHaveLength(kept);
  expect(new Set(ofOperations.map(({ requestId }) => requestId)).size).toBe(kept);
});

it('readers of the log and the banner who are gone stop nothing', async () => {
  await using folder = await temporaryFolder();
  const { graphUrl, adminUrl } = await startUnread(folder.path);
  child.stdout?.destroy();
  child.stderr?.destroy();
  await answerAll(graphUrl, 300);
  // The line that says where it listens may have been written before.
  await expect.poll(() => droppedLines(adminUrl)).toBeGreaterThanOrEqual(300);
  expect(await terminate()).toEqual([0, null]);
});

it('a reader of the banner who is gone before it is written stops nothing', async () => {
  await using folder = await temporaryFolder();
  const env = { PATH: process.env.PATH, PORT: '0', FIELD_DATA_PORT: '0', ...patient, FIELD_DATA_DIR: folder.path };
  child = spawn(process.execPath, [entry], { env: { ...env, LOG_LEVEL: 'debug' }, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout?.destroy();
  // The first line of the log is written when it looks for drift, which it does once it is up.
  await once(child.stderr as NodeJS.ReadableStream, 'data');
  expect(await terminate()).toEqual([0, null]);
});
