/** Closed-loop load: a number of callers, each asking again when it has its answer, until it is enough. */
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
export interface Extent {
  seconds: number;
  /** Fewest requests, however long they take. */
  requestsMin?: number;
  /**
   * The CPU time, in milliseconds, that `seconds` are seconds of; the wall clock where absent. A gateway is warm, and has
   * shown what it costs, after so much work: on a busy machine that takes longer.
   */
  cpuMs?: () => number;
}

const lookEveryMs = 10;
const wallTimesMax = 15;

/** Asks to the extent given, then lets what is in flight finish; that counts too. */
export async function runLoad(load: Load, { seconds, requestsMin = 0, cpuMs }: Extent): Promise<LoadResult> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const spentBefore = cpuMs?.() ?? 0;
  let isEnough = false;
  let sent = 0;
  const looking = setInterval(() => {
    const wallMs = performance.now() - startedAt;
    const spentMs = cpuMs ? cpuMs() - spentBefore : wallMs;
    isEnough = sent >= requestsMin && (spentMs >= seconds * 1000 || wallMs >= seconds * 1000 * wallTimesMax);
  }, lookEveryMs);
  const ask = async () => {
    const caller = new Caller(load.url);
    try {
      while (!isEnough) {
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
    clearInterval(looking);
  }
  return { requests: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies };
}

/** The value below which a share of the numbers lies. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The middle of the numbers. */
export const median = (numbers: number[]): number => percentile(numbers, 0.5);
