/** The quota of each caller: so many requests a minute, per key, else per address. */
import { countOf } from '../../platform/json/count-of.ts';
import { createWindows } from '../../platform/server/rate-limit/count-windows.ts';
import type { Count, SharedCounts } from '../../platform/server/rate-limit/shared-counts.ts';
import { ServiceProblem } from '../records/errors.ts';

const windowSeconds = 60;
const windowMs = windowSeconds * 1_000;
/** Callers counted at a time: of more, the one that came first has its quota anew. */
const callersMax = 50_000;

/** The headers of one request, and whether it is still within the quota. */
export interface Quota {
  headers: Record<string, string>;
  /** Seconds until the quota is whole again, where it is spent; else undefined. */
  retryAfterSeconds: number | undefined;
}

/** Counts a request of a caller, which may be worth several. */
export type CountRequests = (caller: string, requests?: number) => Promise<Quota>;

/**
 * Makes a counter of `limitPerMinute` requests: in each minute of the clock, or in minutes that other processes count with where counts are
 * shared. 0 is no limit and no headers.
 */
export function createRateLimit(limitPerMinute: number, now: () => Date, shared?: SharedCounts): CountRequests {
  if (limitPerMinute === 0) return async () => ({ headers: {}, retryAfterSeconds: undefined });
  const policy = `"default";q=${limitPerMinute};w=${windowSeconds}`;
  const count = shared?.counter('service', limitPerMinute) ?? countAlone(now);
  return async (caller, requests) => {
    const { used, resetMs } = await count(caller, requests);
    const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
    const ratelimit = `"default";r=${Math.max(limitPerMinute - used, 0)};t=${resetSeconds}`;
    return {
      headers: { 'ratelimit-policy': policy, ratelimit },
      retryAfterSeconds: used > limitPerMinute ? resetSeconds : undefined,
    };
  };
}

function countAlone(now: () => Date): Count {
  const windows = createWindows(windowMs, callersMax, () => now().getTime(), true);
  return async (caller, requests) => {
    windows.add(caller, requests);
    return windows.read(caller);
  };
}

/** The refusal of a request over the quota. */
export function rateLimited(seconds: number): ServiceProblem {
  const headers = { 'retry-after': String(seconds) };
  return new ServiceProblem('rate_limited', `The quota is used up: wait ${countOf(seconds, 'second')}.`, {
    headers,
  });
}
