/** The watches of one credential, and how often the service may be read for them. */
import type { Caller } from '../../operation/caller.ts';
import type { ListName } from './lists.ts';
import type { WatchGroup } from './watch-group.ts';

export class Account {
  readonly caller: Caller;
  /** By `keyOf`. */
  readonly groups = new Map<string, WatchGroup>();
  /** Reads that watches may make in a millisecond; unbounded where the service states no quota. */
  readsPerMs = Number.POSITIVE_INFINITY;
  /** Moment (wall clock, milliseconds) until which a list without a key is fresh. */
  readonly freshUntil = new Map<ListName, number>();

  constructor(caller: Caller) {
    this.caller = caller;
  }

  /** Takes note of the quota that the service states, if it does. */
  observe(policies: string | null): void {
    this.readsPerMs = readsPerMsBy(policies) ?? this.readsPerMs;
  }

  get size(): number {
    let size = 0;
    for (const { watches } of this.groups.values()) size += watches.size;
    return size;
  }
}

/** The name of a list in a period. */
export const keyOf = (list: ListName, period: number) => `${list} ${period}`;

/** The part of a quota that watches may use. */
const quotaShare = 0.1;

/** The share of the tightest quota that watches may use (draft-ietf-httpapi-ratelimit-headers); undefined where none is stated. */
function readsPerMsBy(policies: string | null): number | undefined {
  const parameter = (policy: string, name: string) => Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(policy)?.[1]);
  const rates = (policies ?? '')
    .split(',')
    .map((policy) => parameter(policy, 'q') / (parameter(policy, 'w') * 1_000))
    .filter(Number.isFinite);
  return rates.length > 0 ? quotaShare * Math.min(...rates) : undefined;
}
