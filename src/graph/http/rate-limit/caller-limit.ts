/** The limit per caller: counts each operation, states the remaining quota in headers, and refuses with 429. */
import type { Caller, CallerOf } from '../../operation/caller.ts';
import { GatewayError, retryAfter } from '../../errors/gateway-error.ts';
import type { SharedCounts } from '../../../platform/server/rate-limit/shared-counts.ts';
import { policyOf, quotaOf, type RateVerdict } from '../../../platform/server/rate-limit/count-windows.ts';
import { andThen, type MaybePromise } from '../../../platform/sync/maybe-promise.ts';
import { createRateLimiter, createSharedRateLimiter } from './limiter.ts';
import type { HeaderList } from '../../../platform/server/http-reply.ts';

export type CallerLimit = NonNullable<ReturnType<typeof createCallerLimit>>;

/** Headers of the reply to a counted operation, and the error if it is refused. */
export interface Taken {
  headers: HeaderList;
  error?: GatewayError | undefined;
}

/** A limit of operations per minute, counted together with other processes if `counts` is set; undefined for 0, no limit. */
export function createCallerLimit(perMinute: number, callerOf: CallerOf, counts?: SharedCounts) {
  if (perMinute === 0) return undefined;
  const count = counts ? createSharedRateLimiter(perMinute, counts) : createRateLimiter(perMinute);
  const policy = policyOf(perMinute);
  const taken = (verdict: RateVerdict): Taken => ({
    headers: ['ratelimit-policy', policy, 'ratelimit', quotaOf(verdict)],
    error: verdict.allowed ? undefined : refusalOf(verdict),
  });

  return {
    /** Counts one operation of the caller at this address. */
    take(caller: Caller, address: string): MaybePromise<Taken> {
      // A malformed Authorization header is refused later, with its own message; here it counts as no key.
      return andThen<RateVerdict, Taken>(count(address, callerOf(caller)), taken);
    },
  };
}

function refusalOf({ limit, resetSeconds }: RateVerdict): GatewayError {
  const message = `More than ${limit} operations in a minute (GATEWAY_RATE_LIMIT_PER_MINUTE): wait ${resetSeconds} s.`;
  return new GatewayError('RATE_LIMITED', { message, ...retryAfter(429, resetSeconds) });
}
