/**
 * Limits the operations of a caller per minute: always counted per address, and per key once the service has accepted the key. A new random
 * key per request therefore gains nothing and is not even stored.
 */
import { LRUCache } from 'lru-cache';
import { addressGroup } from '../../../platform/server/rate-limit/address-group.ts';
import { createWindows, verdictOf } from '../../../platform/server/rate-limit/count-windows.ts';
import type { SharedCounts } from '../../../platform/server/rate-limit/shared-counts.ts';
import { memoize } from '../../../platform/sync/memoize.ts';
import type { Caller } from '../../operation/caller.ts';

const groupOf = memoize(addressGroup);
/** Maximum number of keys; the oldest is evicted. Bounded by size: with `max`, the cache would allocate its arrays for all keys at once. */
const keysMax = 50_000;

/** Makes a limiter from a function that counts an operation for an address group and, if the service has accepted it, for a key. */
function createLimiter<Verdict>(count: (group: string, key: string | undefined) => Verdict) {
  const acceptedKeys = new LRUCache<string, string>({ maxSize: keysMax });
  return {
    /**
     * Counts one operation of the caller at this IP address. `credential` is a hash of the caller's key, never the key, '' without one. It
     * is read, and so computed, only after some key has been accepted.
     */
    take(address: string, caller: Pick<Caller, 'credential'>): Verdict {
      const key = acceptedKeys.size === 0 ? undefined : acceptedKeys.peek(caller.credential);
      return count(groupOf(address), key);
    },
    /** Reports that the service answered 2xx to a call made with this key. */
    accepted: (keyHash: string) => void acceptedKeys.set(keyHash, keyHash, { size: 1 }),
  };
}

/** A limiter of one process, which answers synchronously, by a monotonic clock. Refused operations are not counted. */
export function createRateLimiter(limit: number, now: () => number = () => performance.now()) {
  const byAddress = createWindows(now);
  const byKey = createWindows(now);
  return createLimiter((group, key) => {
    const ofAddress = byAddress.read(group);
    const ofKey = key === undefined ? ofAddress : byKey.read(key);
    const { used, resetMs } = ofKey.used > ofAddress.used ? ofKey : ofAddress;
    if (used < limit) byAddress.add(group);
    if (used < limit && key !== undefined) byKey.add(key);
    return verdictOf(limit, { used: used + 1, resetMs });
  });
}

/** A limiter over counts that other processes share. Refused operations are counted, too: this does not extend a window. */
export function createSharedRateLimiter(limit: number, counts: SharedCounts) {
  const countAddress = counts.counter('graph-address', limit);
  const countKey = counts.counter('graph-key', limit);
  return createLimiter(async (group, key) => {
    const ofAddress = countAddress(group);
    const states = await Promise.all(key === undefined ? [ofAddress] : [ofAddress, countKey(key)]);
    const most = states.reduce((one, other) => (other.used > one.used ? other : one));
    return verdictOf(limit, most);
  });
}
