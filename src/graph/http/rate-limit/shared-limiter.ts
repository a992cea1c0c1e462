/** The limiter of a gateway that is one of several: the same counts per address and per accepted key, shared by all of them. */
import { addressGroup } from '../../../platform/server/rate-limit/address-group.ts';
import type { SharedCounts } from '../../../platform/server/rate-limit/shared-counts.ts';
import { memoize } from '../../../platform/sync/memoize.ts';
import { createAcceptedKeys } from './accepted-keys.ts';
import type { RateLimiter } from './limiter.ts';

const groupOf = memoize(addressGroup);

/** A limiter of `limitPerMinute` operations over shared counts. What is refused is counted too: it changes no window's end. */
export function createSharedRateLimiter(limitPerMinute: number, counts: SharedCounts): RateLimiter {
  const countAddress = counts.counter('graph-address', limitPerMinute);
  const countKey = counts.counter('graph-key', limitPerMinute);
  const acceptedKeys = createAcceptedKeys();

  return {
    async take(address, keyHash = () => '') {
      const key = acceptedKeys.isEmpty ? '' : keyHash();
      const counted = acceptedKeys.has(key)
        ? [countAddress(groupOf(address)), countKey(key)]
        : [countAddress(groupOf(address))];
      const states = await Promise.all(counted);
      const { used, resetMs } = states.reduce((most, state) => (state.used > most.used ? state : most));
      return {
        allowed: used <= limitPerMinute,
        limit: limitPerMinute,
        remaining: Math.max(0, limitPerMinute - used),
        resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
      };
    },
    accepted: (keyHash) => acceptedKeys.add(keyHash),
  };
}
