/** Closed-loop load: each caller sends its next request after the response to the one before. */
import { Caller, type Reply } from './caller.ts';

export interface Load {
  url: URL;
  callers: number;
  /** Bytes of the nth request of this run. */
  requestOf(nth: number): string | Buffer;
  /** Whether a response is right. A wrong one ends the run, because the speed of wrong responses means nothing. */
  isGood(reply: Reply): boolean;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Latency of every request, in milliseconds. */
  latencies: number[];
}

/** The end of a load. */
interface Extent {
  /** Number of requests. */
  requests: number;
  /** Seconds after which no further request is sent. */
  secondsMax: number;
  /** Fewest requests, also after `secondsMax`. */
  requestsMin?: number;
  /** Reads the CPU milliseconds that `secondsMax` limits. Defaults to wall-clock time. */
  cpuMs?: () => number;
  /** Decides the end in place of `secondsMax`, by the requests sent and the wall-clock milliseconds so far. */
  isEnough?: (sent: number, wallMs: number) => boolean;
}

const lookEveryMs = 20;
const wallTimesMax = 15;

/** Sends requests until the end of the load. Requests in flight are finished and count, too. */
export async function runLoad(
  load: Load,
  { requests, secondsMax, requestsMin = 0, cpuMs, isEnough: decide }: Extent,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const spentBefore = cpuMs?.() ?? 0;
  let isEnough = false;
  let sent = 0;
  const looking = setInterval(() => {
    const wallMs = performance.now() - startedAt;
    if (decide) {
      isEnough = decide(sent, wallMs);
      return;
    }
    const spentMs = cpuMs ? cpuMs() - spentBefore : wallMs;
    isEnough = sent >= requestsMin && (spentMs >= secondsMax * 1000 || wallMs >= secondsMax * 1000 * wallTimesMax);
  }, lookEveryMs);
  const runCaller = async () => {
    const caller = new Caller(load.url);
    try {
      while (!isEnough && sent < requests) {
        const sentAt = performance.now();
        const reply = await caller.send(load.requestOf(sent++));
        if (!load.isGood(reply)) {
          throw new Error(`Unexpected answer ${reply.status}: ${reply.raw.toString('utf8', 0, 600)}`);
        }
        latencies.push(performance.now() - sentAt);
      }
    } finally {
      caller.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: load.callers }, runCaller));
  } finally {
    isEnough = true;
    clearInterval(looking);
  }
  return { requests: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies };
}
