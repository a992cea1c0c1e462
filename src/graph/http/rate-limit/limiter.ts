/**
 * Limits the operations of a caller per minute: always counted per address, and per key once the service has accepted the key. A new random
 * key per request therefore gains nothing and is not even stored.
 */
import { addressGroup } from '../../../platform/server/rate-limit/address-group.ts';
import { createWindows, type RateVerdict, verdictOf } from '../../../platform/server/rate-limit/count-windows.ts';
import type { SharedCounts } from '../../../platform/server/rate-limit/shared-counts.ts';
import { memoize } from '../../../platform/sync/memoize.ts';

const groupOf = memoize(addressGroup);

/** Counts one operation for an IP address and for a key: the hash of one that the service has accepted, '' for none. */
type Limiter<Verdict> = (address: string, key: string) => Verdict;

/** A limiter of one process, which answers synchronously, by a monotonic clock. Refused operations are not counted. */
export function createRateLimiter(limit: number, now: () => number = () => performance.now()): Limiter<RateVerdict> {
  const byAddress = createWindows(now);
  const byKey = createWindows(now);
  return (address, key) => {
    const group = groupOf(address);
    const ofAddress = byAddress.read(group);
    const ofKey = byKey.read(key);
    const { used, resetMs } = ofKey.used > ofAddress.used ? ofKey : ofAddress;
    if (used < limit) byAddress.add(group);
    if (used < limit && key !== '') byKey.add(key);
    return verdictOf(limit, { used: used + 1, resetMs });
  };
}

/** A limiter over counts that other processes share. Refused operations are counted, too: this does not extend a window. */
export function createSharedRateLimiter(limit: number, counts: SharedCounts): Limiter<Promise<RateVerdict>> {
  const countAddress = counts.counter('graph-address', limit);
  const countKey = counts.counter('graph-key', limit);
  return async (address, key) => {
    const ofAddress = countAddress(groupOf(address));
    const states = await Promise.all(key === '' ? [ofAddress] : [ofAddress, countKey(key)]);
    const most = states.reduce((one, other) => (other.used > one.used ? other : one));
    return verdictOf(limit, most);
  };
}
