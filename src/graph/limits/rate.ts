/**
 * How many operations a caller may send in a minute: counted per address always, and per key once the service has accepted
 * the key. A fresh random key per request therefore buys nothing and is not even remembered.
 */
import { remember } from '../../platform/remember.ts';
import { addressGroup } from './address-group.ts';
import { createWindows } from './windows.ts';

/** Who sends an operation. */
export interface Caller {
  /** The IP address, as the socket or a trusted proxy gives it. */
  address: string;
  /** A hash of the caller's key, never the key; undefined without one. */
  keyHash?: string;
}

/** Whether an operation may run, and what the answer's `RateLimit` headers say. */
export interface RateVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one operation, unless a limit is already reached: what is refused is not counted. */
  take(caller: Caller): RateVerdict;
  /** Tells that the service answered 2xx to a call made with this key. */
  accepted(keyHash: string): void;
}

const groupOf = remember(addressGroup);
const windowMs = 60_000;
const namesMax = 50_000;

/** A limiter of `limitPerMinute` operations, by a clock in milliseconds that never goes back. */
export function createRateLimiter(limitPerMinute: number, now: () => number = () => performance.now()): RateLimiter {
  const byAddress = createWindows(windowMs, namesMax, now);
  const byKey = createWindows(windowMs, namesMax, now);
  const acceptedKeys = new Set<string>();

  return {
    take({ address, keyHash }) {
      const counters = [{ windows: byAddress, name: groupOf(address) }];
      if (keyHash !== undefined && acceptedKeys.has(keyHash)) counters.push({ windows: byKey, name: keyHash });
      const states = counters.map(({ windows, name }) => windows.read(name));
      const { used, resetMs } = states.reduce((left, right) => (right.used > left.used ? right : left));
      const allowed = used < limitPerMinute;
      if (allowed) for (const { windows, name } of counters) windows.add(name);
      return {
        allowed,
        limit: limitPerMinute,
        remaining: Math.max(0, limitPerMinute - used - 1),
        resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
      };
    },
    accepted(keyHash) {
      // Taken out and put back, so that the key seen longest ago is first and makes room.
      acceptedKeys.delete(keyHash);
      acceptedKeys.add(keyHash);
      const [oldest] = acceptedKeys;
      if (oldest !== undefined && acceptedKeys.size > namesMax) acceptedKeys.delete(oldest);
    },
  };
}
