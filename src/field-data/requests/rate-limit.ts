/** The quota of each caller: requests a minute, per key or, without a key, per address. */
import { countOf } from '../../platform/text/count-of.ts';
import { createWindows, type RateVerdict, verdictOf } from '../../platform/server/rate-limit/count-windows.ts';
import type { Count, SharedCounts } from '../../platform/server/rate-limit/shared-counts.ts';
import { invalidParameters, ServiceProblem } from '../records/errors.ts';

/** Counts a request of a caller as one or more requests. Resolves to undefined if there is no limit. */
export type CountRequests = (caller: string, requests?: number) => Promise<RateVerdict | undefined>;

/**
 * Creates a counter with a limit of `limitPerMinute` requests. It counts in each minute of the clock or, with `shared`, in minutes that
 * several processes share. 0 means no limit and no headers.
 */
export function createRateLimit(limitPerMinute: number, now: () => Date, shared?: SharedCounts): CountRequests {
  if (limitPerMinute === 0) return async () => undefined;
  const windows = createWindows(() => now().getTime(), { aligned: true });
  const count: Count = shared?.counter('service', limitPerMinute) ?? (async (...call) => windows.add(...call));
  // A batch above the quota counts as one request. In full it would always get 429, and use up the quota of other requests.
  return async (caller, requests = 1) =>
    verdictOf(limitPerMinute, await count(caller, requests > limitPerMinute ? 1 : requests));
}

/** The refusal of a request over the quota. */
export function rateLimited(seconds: number): ServiceProblem {
  const headers = { 'retry-after': String(seconds) };
  return new ServiceProblem('rate_limited', `The quota is used up: wait ${countOf(seconds, 'second')}.`, { headers });
}

/** The refusal of a batch with more fields than the quota of a minute. */
export function tooManyFields(requestsMax: number): ServiceProblem {
  const detail = `must have at most ${countOf(requestsMax, 'id')}, the quota of a minute`;
  return invalidParameters([{ parameter: 'field_ids', code: 'too_many', detail }]);
}
