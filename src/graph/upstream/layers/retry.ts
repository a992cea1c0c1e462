/**
 * Retries reads, and writes under their Idempotency-Key with the same bytes. Retries are jittered, end at the deadline, and never exceed a
 * share of the calls, so that a failing service gets little more load.
 */
import type { GatewayError } from '../../errors/gateway-error.ts';
import { originStatuses, retryAfterSeconds } from '../problems.ts';
import { type Clock, systemClock } from '../../../platform/time/clock.ts';
import type { Layer, UpstreamObserver, UpstreamRequest } from '../call.ts';
import type { Waiter } from '../lifetime.ts';
import type { UpstreamResponse } from '../response.ts';
import { SlicedCount } from './sliced-count.ts';

interface RetryOptions {
  clock?: Clock;
  /** Returns a number from 0 to below 1. */
  random?: () => number;
  observer?: UpstreamObserver;
}

const triesMax = 3;
/** Temporary statuses: the same call may succeed later. All others are final. */
const passingStatuses = new Set([408, 409, 429, 500, 502, 503, 504, ...originStatuses]);
const backoffMs = 50;
const backoffGrowth = 4;
/** Retries allowed per recent call: enough for three tries if three of ten sends are lost (0.3 + 0.3²). */
const budgetRatio = 0.5;
const budgetMin = 20;

/** Retries calls that failed on the wire or with a temporary status; 409 and 429 only if they have a Retry-After. */
export function retryCalls({ clock = systemClock, random = Math.random, observer }: RetryOptions = {}): Layer {
  const calls = new SlicedCount();
  const retries = new SlicedCount();

  /** How long to wait before try `tried + 1`; undefined if there is none. */
  function waitMs(request: UpstreamRequest, outcome: Outcome, tried: number): number | undefined {
    const mayRepeat = request.isRead || request.headers?.has('idempotency-key');
    if (tried >= triesMax || request.lifetime.ended || !mayRepeat) return undefined;
    const least = leastWaitMs(outcome);
    if (least === undefined) return undefined;
    // Full jitter, on top of Retry-After: callers that failed together do not come back together.
    const wait = least + random() * backoffMs * backoffGrowth ** (tried - 1);
    const now = clock.now();
    const fits = now + wait < request.lifetime.deadlineAt;
    return fits && retries.recent(now) < Math.max(budgetMin, calls.recent(now) * budgetRatio) ? wait : undefined;
  }

  return (next) => {
    async function retry(request: UpstreamRequest, first: Outcome): Promise<UpstreamResponse> {
      let outcome = first;
      /** The outcome of an earlier try that may have written. A refusal of a later one does not settle that. */
      let unsettled: Outcome | undefined;
      for (let tried = 1; !isFinal(outcome); tried += 1) {
        const wait = waitMs(request, outcome, tried);
        if (wait === undefined) break;
        retries.add(clock.now());
        request.scope.counts.retries += 1;
        observer?.retried?.(request.endpoint);
        request.events?.on('RETRIED');
        unsettled ??= mayHaveWritten(request, outcome) ? outcome : undefined;
        await pause(request, wait, clock);
        outcome = await next(request).catch((error: GatewayError) => error);
      }
      const last = unsettled !== undefined && isFinal(outcome) && !outcome.ok ? unsettled : outcome;
      if (last instanceof Error) throw last;
      return last;
    }

    return (request) => {
      calls.add(clock.now());
      const settle = (outcome: Outcome) => (isFinal(outcome) ? outcome : retry(request, outcome));
      return next(request).then(settle, settle);
    };
  };
}

type Outcome = UpstreamResponse | GatewayError;

const isFinal = (outcome: Outcome): outcome is UpstreamResponse =>
  'status' in outcome && !passingStatuses.has(outcome.status);

/** Codes of connections that failed before anything was sent. */
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function mayHaveWritten({ isRead }: UpstreamRequest, outcome: Outcome): boolean {
  if (isRead) return false;
  if (outcome instanceof Error) return !unsentCodes.has(String((outcome.cause as { code?: string } | undefined)?.code));
  // 409: the first send of its key is still being written.
  return outcome.status >= 500 || outcome.status === 408 || outcome.status === 409;
}

/** The least time before the same call may succeed; undefined if the outcome is final. */
function leastWaitMs(outcome: Outcome): number | undefined {
  if (outcome instanceof Error) {
    // Only a failed connection: a malformed, too large or late response stays so. An error with a time to retry is our own refusal.
    const isLost = outcome.code === 'UPSTREAM_UNAVAILABLE' && outcome.extensions.retryAfterSeconds === undefined;
    return isLost ? 0 : undefined;
  }
  const seconds = retryAfterSeconds(outcome.headers);
  const requestedMs = seconds === undefined ? undefined : seconds * 1000;
  // After 429 the quota is spent; after 409 the first send is still being written. Only the service knows until when.
  return requestedMs ?? (outcome.status >= 500 || outcome.status === 408 ? 0 : undefined);
}

/** Waits, and rejects as soon as the call's time ends. */
function pause({ lifetime }: UpstreamRequest, ms: number, clock: Clock): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const waiter: Waiter = { abort: reject };
  const cancel = clock.after(ms, resolve);
  lifetime.add(waiter);
  return promise.finally(() => {
    cancel();
    lifetime.delete(waiter);
  });
}
