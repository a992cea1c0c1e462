/**
 * Sends again what may be sent again: reads, and writes under their Idempotency-Key with the same bytes.
 * Retries are jittered, end at the deadline, and never exceed a share of the calls: a failing service is not hit harder.
 */
import type { GatewayError } from '../../errors/gateway-error.ts';
import { retryAfterSeconds } from '../problems.ts';
import { type Clock, systemClock } from '../../../platform/time/clock.ts';
import type { Fetch, Layer, UpstreamRequest } from '../call.ts';
import type { Waiter } from '../lifetime.ts';
import type { UpstreamResponse } from '../response.ts';
import { SlicedCount } from './sliced-count.ts';

export interface RetryOptions {
  clock?: Clock;
  /** A number from 0 to 1, below 1. */
  random?: () => number;
  onRetry?: (request: UpstreamRequest) => void;
}

const triesMax = 3;
const faultStatusMin = 400;
const backoffMs = 50;
const backoffGrowth = 4;
const budgetWindowMs = 10_000;
const slices = 10;
/** Retries allowed per call of the window: enough for three tries where three sends of ten are lost (0.3 + 0.3²). */
const budgetRatio = 0.5;
const budgetMin = 20;

/** Retries calls that failed on the wire or by the service's own fault (500, 502, 503, 504; 429 where it says when to come back). */
export function retryCalls({ clock = systemClock, random = Math.random, onRetry }: RetryOptions = {}): Layer {
  const calls = new SlicedCount(slices, budgetWindowMs / slices);
  const retries = new SlicedCount(slices, budgetWindowMs / slices);

  function isWithinBudget(): boolean {
    const now = clock.now();
    return retries.recent(now) < Math.max(budgetMin, calls.recent(now) * budgetRatio);
  }

  /** How long to wait before try `tried + 1`, or undefined where there is none. */
  function waitMs(request: UpstreamRequest, outcome: Outcome, tried: number): number | undefined {
    if (tried >= triesMax || request.lifetime.ended || !mayRepeat(request)) return undefined;
    const least = leastWaitMs(outcome);
    if (least === undefined) return undefined;
    // Full jitter, on top of what the service asked for: callers that failed together do not come back together.
    const wait = least + random() * backoffMs * backoffGrowth ** (tried - 1);
    const fits = clock.now() + wait < request.lifetime.deadlineAt;
    return fits && isWithinBudget() ? wait : undefined;
  }

  /** What the caller is given of an outcome: itself, or what comes of trying again. */
  async function conclude(
    next: Fetch,
    request: UpstreamRequest,
    outcome: Outcome,
    tried: number,
  ): Promise<UpstreamResponse> {
    const wait = waitMs(request, outcome, tried);
    if (wait === undefined) {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }
    retries.add(clock.now());
    request.scope.counts.retries += 1;
    onRetry?.(request);
    await pause(request, wait, clock);
    return attempt(next, request, tried + 1);
  }

  function attempt(next: Fetch, request: UpstreamRequest, tried: number): Promise<UpstreamResponse> {
    return next(request).then(
      // A 304 is as good an answer as any: hot reads are confirmed by it.
      (response) => (response.status < faultStatusMin ? response : conclude(next, request, response, tried)),
      (error: GatewayError) => conclude(next, request, error, tried),
    );
  }

  return (next: Fetch) => (request) => {
    calls.add(clock.now());
    return attempt(next, request, 1);
  };
}

type Outcome = UpstreamResponse | GatewayError;

/** A write without its key could be done twice. */
function mayRepeat(request: UpstreamRequest): boolean {
  return request.isRead || request.headers.has('idempotency-key');
}

/** The least time before the same call may do better, or undefined where the outcome is final. */
function leastWaitMs(outcome: Outcome): number | undefined {
  if (outcome instanceof Error) {
    // Only a connection that failed: what is malformed, too large, too late or refused by us, as what says when to come back, stays so.
    const isLost = outcome.code === 'UPSTREAM_UNAVAILABLE' && outcome.extensions.retryAfterSeconds === undefined;
    return isLost ? 0 : undefined;
  }
  const seconds = retryAfterSeconds(outcome.headers.get('retry-after'));
  const askedMs = seconds === undefined ? undefined : seconds * 1000;
  switch (outcome.status) {
    case 500:
    case 502:
    case 503:
    case 504:
      return askedMs ?? 0;
    // The quota is spent, or the first send of the same write is still being done: only the service knows until when.
    case 409:
    case 429:
      return askedMs;
    default:
      return undefined;
  }
}

/** Waits, and rejects as soon as waiting has no point any more. */
function pause(request: UpstreamRequest, ms: number, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const { lifetime } = request;
    const waiter: Waiter = {
      bailOut(reason) {
        cancel();
        reject(reason);
      },
    };
    const cancel = clock.after(ms, () => {
      lifetime.leave(waiter);
      resolve();
    });
    lifetime.enter(waiter);
  });
}
