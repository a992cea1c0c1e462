/**
 * Load from a separate process. Open-loop: requests are sent when they are due, independent of earlier responses, and latency counts from
 * that moment. Closed-loop, to measure the capacity of a process: each caller sends its next request when it has its response.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setInterval } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from '../../bench/statistics.ts';

interface OpenLoop {
  url: string;
  /** Sent in turn. A request with a body is a POST of JSON. */
  requests: { path: string; body?: string }[];
  /** Infinity is closed-loop, with as many callers as connections. */
  perSecond: number;
  seconds: number;
  connectionsMax: number;
}

type Result = Awaited<ReturnType<typeof run>>;

/** Runs a load and returns its result. */
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

  async function sendAgain(): Promise<void> {
    while (performance.now() - startedAt < seconds * 1000) await send(performance.now());
  }

  if (perSecond === Number.POSITIVE_INFINITY) {
    await Promise.all(Array.from({ length: connectionsMax }, sendAgain));
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
    /** Requests by status, or by the error code if a connection failed. */
    statuses,
    /** Of responses with status 200, in ms. */
    p99: percentile(answered, 0.99),
    /** Responses with status 200. */
    answeredPerSecond: answered.length / took,
  };
}

if (process.send !== undefined && process.argv[1] === new URL(import.meta.url).pathname) {
  process.once('message', async (load) => {
    process.send?.(await run(load as OpenLoop));
    process.disconnect?.();
  });
}
