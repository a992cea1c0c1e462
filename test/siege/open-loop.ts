/**
 * Load from a process of its own. Open-loop: requests leave when their time has come, whether earlier ones were answered or not, as callers
 * who do not know of each other send them; latency counts from the moment at which a request was due. Closed-loop, to find what a
 * process can do: so many callers, each of which asks again when it has its answer.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';

export interface OpenLoop {
  url: string;
  /** Sent in turn. A body makes it a POST of JSON. */
  requests: { path: string; body?: string }[];
  /** Infinity is closed-loop, with as many callers as connections. */
  perSecond: number;
  seconds: number;
  connectionsMax: number;
}

export interface OpenLoopResult {
  /** Requests by status; by the code of its error where a connection broke. */
  statuses: Record<string, number>;
  /** Of those answered 200, in ms. */
  p50: number;
  p99: number;
  /** Of those refused with 503, in ms. */
  refusedP99: number;
  /** By how much requests left too late: the load's own machine was busy. In ms. */
  lateP99: number;
  /** Answered 200 a second. */
  answeredPerSecond: number;
}

/** Runs a load and gives what came back. */
export async function offer(load: OpenLoop): Promise<OpenLoopResult> {
  const child = fork(new URL(import.meta.url).pathname, [], { serialization: 'advanced' });
  child.send(load);
  const [result] = await once(child, 'message');
  return result as OpenLoopResult;
}

const batchEveryMs = 5;

async function run({ url, requests, perSecond, seconds, connectionsMax }: OpenLoop): Promise<OpenLoopResult> {
  const pool = new Pool(url, { connections: connectionsMax, pipelining: 1 });
  const statuses: Record<string, number> = {};
  const answered: number[] = [];
  const refused: number[] = [];
  const late: number[] = [];
  const pending: Promise<void>[] = [];
  const startedAt = performance.now();
  let sent = 0;
  let turn = 0;

  async function send(dueAt: number): Promise<void> {
    late.push(performance.now() - dueAt);
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
    const latency = performance.now() - dueAt;
    if (status === '200') answered.push(latency);
    if (status === '503') refused.push(latency);
  }

  async function askAgain(): Promise<void> {
    while (performance.now() - startedAt < seconds * 1000) await send(performance.now());
  }

  if (perSecond === Number.POSITIVE_INFINITY) {
    await Promise.all(Array.from({ length: connectionsMax }, askAgain));
  } else {
    await sendAllWhenDue();
  }
  await Promise.all(pending);
  const took = (performance.now() - startedAt) / 1000;
  await pool.destroy();
  return {
    statuses,
    p50: percentile(answered, 0.5),
    p99: percentile(answered, 0.99),
    refusedP99: percentile(refused, 0.99),
    lateP99: percentile(late, 0.99),
    answeredPerSecond: answered.length / took,
  };

  function sendAllWhenDue(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        const elapsed = performance.now() - startedAt;
        for (; sent < Math.min(elapsed / 1000, seconds) * perSecond; sent += 1) {
          pending.push(send(startedAt + (sent / perSecond) * 1000));
        }
        if (elapsed < seconds * 1000) return;
        clearInterval(timer);
        resolve();
      }, batchEveryMs);
    });
  }
}

/** The value below which a share of the numbers lies; 0 of none. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

if (process.send !== undefined && process.argv[1] === new URL(import.meta.url).pathname) {
  process.once('message', async (load) => {
    process.send?.(await run(load as OpenLoop));
    process.disconnect?.();
  });
}
