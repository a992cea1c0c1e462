/** Closed-loop load: a number of callers, each asking again when it has its answer, for a set time. */
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

/** Asks for `seconds`, and at least `requestsMin` times, then lets what is in flight finish; that counts too. */
export async function runLoad(load: Load, seconds: number, requestsMin = 0): Promise<LoadResult> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  let sent = 0;
  const ask = async () => {
    const caller = new Caller(load.url);
    try {
      while (performance.now() < endAt || sent < requestsMin) {
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
  await Promise.all(Array.from({ length: load.callers }, ask));
  return { requests: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies };
}

/** The value below which a share of the numbers lies. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The middle of the numbers. */
export const median = (numbers: number[]): number => percentile(numbers, 0.5);
