/**
 * How many operations a caller may send in a minute: counted per address always, and per key once the service has accepted
 * the key. A fresh random key per request therefore buys nothing and is not even remembered.
 */
import { addressGroup } from '../../../platform/server/rate-limit/address-group.ts';
import { memoize } from '../../../platform/sync/memoize.ts';
import { createAcceptedKeys } from './accepted-keys.ts';
import { createWindows } from '../../../platform/server/rate-limit/count-windows.ts';

/** Whether an operation may run, and what the answer's `RateLimit` headers say. */
export interface RateVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export interface RateLimiter {
  /**
   * Counts one operation of the caller at this IP address, unless a limit is already reached: what is refused is not counted.
   * `keyHash` gives a hash of the caller's key, never the key, '' without one; it is called once any key has been accepted.
   */
  take(address: string, keyHash?: () => string): RateVerdict | Promise<RateVerdict>;
  /** Tells that the service answered 2xx to a call made with this key. */
  accepted(keyHash: string): void;
}

const noKey = () => '';
const groupOf = memoize(addressGroup);
const windowMs = 60_000;
const namesMax = 50_000;

/** A limiter of one process that answers at once. */
export interface LocalRateLimiter extends RateLimiter {
  take(address: string, keyHash?: () => string): RateVerdict;
}

/** A limiter of `limitPerMinute` operations, by a clock in milliseconds that never goes back. */
export function createRateLimiter(
  limitPerMinute: number,
  now: () => number = () => performance.now(),
): LocalRateLimiter {
  const byAddress = createWindows(windowMs, namesMax, now);
  const byKey = createWindows(windowMs, namesMax, now);
  const acceptedKeys = createAcceptedKeys();

  return {
    take(address, keyHash = noKey) {
      const group = groupOf(address);
      const key = acceptedKeys.isEmpty ? '' : keyHash();
      const isCounted = acceptedKeys.has(key);
      const ofAddress = byAddress.read(group);
      const ofKey = isCounted ? byKey.read(key) : ofAddress;
      const { used, resetMs } = ofKey.used > ofAddress.used ? ofKey : ofAddress;
      const allowed = used < limitPerMinute;
      if (allowed) byAddress.add(group);
      if (allowed && isCounted) byKey.add(key);
      return {
        allowed,
        limit: limitPerMinute,
        remaining: Math.max(0, limitPerMinute - used - 1),
        resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
      };
    },
    accepted: (keyHash) => acceptedKeys.add(keyHash),
  };
}
