/**
 * Load from a process of its own. Open-loop: requests leave when their time has come, whether earlier ones were answered or not, as callers
 * who do not know of each other send them; latency counts from the moment at which a request was due. Closed-loop, to find what a
 * process can do: so many callers, each of which asks again when it has its answer.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setInterval } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from '../../bench/statistics.ts';

interface OpenLoop {
  url: string;
  /** Sent in turn. A body makes it a POST of JSON. */
  requests: { path: string; body?: string }[];
  /** Infinity is closed-loop, with as many callers as connections. */
  perSecond: number;
  seconds: number;
  connectionsMax: number;
}

type Result = Awaited<ReturnType<typeof run>>;

/** Runs a load and gives what came back. */
export async function offer(load: OpenLoop): Promise<Result> {
  const child = fork(new URL(import.meta.url).pathname, [], { serialization: 'advanced' });
  child.send(load);
  const [result] = await once(child, 'message');
  return result as Result;
}

const batchEveryMs = 5;

async function run({ url, requests, perSecond, seconds, connectionsMax }: OpenLoop) {
  const pool = new Pool(url, { connections: connectionsMax, pipelining: 1, connectTimeout: 60_000 });
  const statuses: Record<string, number> = {};
  const answered: number[] = [];
  const pending: Promise<void>[] = [];
  const startedAt = performance.now();
  let sent = 0;
  let turn = 0;

  async function send(dueAt: number): Promise<void> {
    const { path, body } = requests[turn++ % requests.length] as OpenLoop['requests'][number];
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) };
    let status: string;
    try {
      const response = await pool.request({ path, method, headers, body: body ?? null });
      await response.body.dump();
      status = String(response.statusCode);
    } catch (error) {
      status = (error as { code?: string }).code ?? String(error);
    }
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === '200') answered.push(performance.now() - dueAt);
  }

  async function askAgain(): Promise<void> {
    while (performance.now() - startedAt < seconds * 1000) await send(performance.now());
  }

  if (perSecond === Number.POSITIVE_INFINITY) {
    await Promise.all(Array.from({ length: connectionsMax }, askAgain));
  } else {
    for await (const _ of setInterval(batchEveryMs)) {
      const elapsed = (performance.now() - startedAt) / 1000;
      for (; sent < Math.min(elapsed, seconds) * perSecond; sent += 1) {
        pending.push(send(startedAt + (sent / perSecond) * 1000));
      }
      if (elapsed >= seconds) break;
    }
  }
  await Promise.all(pending);
  const took = (performance.now() - startedAt) / 1000;
  await pool.destroy();
  return {
    /** Requests by status; by the code of its error where a connection broke. */
    statuses,
    /** Of those answered 200, in ms. */
    p99: percentile(answered, 0.99),
    /** Answered 200. */
    answeredPerSecond: answered.length / took,
  };
}

if (process.send !== undefined && process.argv[1] === new URL(import.meta.url).pathname) {
  process.once('message', async (load) => {
    process.send?.(await run(load as OpenLoop));
    process.disconnect?.();
  });
}
