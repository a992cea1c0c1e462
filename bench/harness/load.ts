/** Closed-loop load: a number of callers, each sending the next request when it has its answer, until all are sent. */
import { Caller, type Reply } from './caller.ts';

export interface Load {
  url: URL;
  callers: number;
  /** Bytes of the nth request of this run. */
  requestOf(nth: number): string | Buffer;
  /** Whether an answer counts. One that does not ends the run: a fast wrong answer is worth nothing. */
  isGood(reply: Reply): boolean;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Milliseconds of every request. */
  latencies: number[];
}

/** How long a load goes on. */
interface Extent {
  /** So many requests, whatever the machine does meanwhile. */
  requests: number;
  /** Where that would take longer than these seconds, so many as they allow. */
  secondsMax: number;
  /** Fewest requests, however long they take. */
  requestsMin?: number;
  /** The CPU time, in milliseconds, that `secondsMax` are seconds of; the wall clock where absent. */
  cpuMs?: () => number;
  /** Decides in place of `secondsMax`, from the requests sent so far and the milliseconds on the wall. */
  isEnough?: (sent: number, wallMs: number) => boolean;
}

const lookEveryMs = 20;
const wallTimesMax = 15;

/** Sends as much as `extent` says, then lets what is in flight finish; that counts too. */
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
  const ask = async () => {
    const caller = new Caller(load.url);
    try {
      while (!isEnough && sent < requests) {
        const askedAt = performance.now();
        const reply = await caller.send(load.requestOf(sent++));
        if (!load.isGood(reply)) {
          throw new Error(`Unexpected answer ${reply.status}: ${reply.raw.toString('utf8', 0, 600)}`);
        }
        latencies.push(performance.now() - askedAt);
      }
    } finally {
      caller.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: load.callers }, ask));
  } finally {
    isEnough = true;
    clearInterval(looking);
  }
  return { requests: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies };
}
