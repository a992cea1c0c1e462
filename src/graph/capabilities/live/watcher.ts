/** One credential with its watches: how often the service may be read for them. */
import type { Caller } from '../../operation/caller.ts';
import type { Subject } from './cursor.ts';
import type { ListName } from './lists.ts';
import { fieldsMax, type WatchGroup } from './watch-group.ts';

const unchangedRoundsMin = 10;
/** Twelve days, half of the longest possible timer. */
const waitMsMax = 2 ** 30;
/** Backoff for a failed list that nobody requests: it starts at the first, and doubles up to the second. */
const retryMsMin = 1_000;
const retryMsMax = 30_000;
/** Times between polls differ by up to this part, so that gateways do not poll together. */
const jitter = 0.2;

export class Watcher {
  readonly caller: Caller;
  /** Whether the service has accepted the credential: anyone can make one up. */
  isAccepted: boolean;
  /** By `keyOf`. */
  readonly groups = new Map<string, WatchGroup>();
  /** Reads that watches may make in a millisecond; unbounded where the service states no quota. */
  readsPerMs = Number.POSITIVE_INFINITY;
  /** Moment (`performance.now()`, as the wall clock may be set back) until which a list without a key is fresh. */
  readonly #freshUntil = new Map<ListName, number>();

  constructor(caller: Caller) {
    this.caller = caller;
    this.isAccepted = caller.credential === '';
  }

  /** Records the quota that the service states, if it states one. */
  observe(policies: string | null): void {
    this.readsPerMs = readsPerMsBy(policies) ?? this.readsPerMs;
  }

  get size(): number {
    return this.groups.values().reduce((sum, { watches }) => sum + watches.size, 0);
  }

  /** Number of these lists that are not watched yet. */
  countUnwatched({ fieldIds, lists }: Subject, periods: readonly number[]): number {
    return lists.reduce((count, list, at) => {
      const watches = this.groups.get(keyOf(list, periods[at] as number))?.watches;
      return count + fieldIds.filter((fieldId) => !watches?.has(fieldId)).length;
    }, 0);
  }

  /** Time until a list that failed `failures` times is read again, in milliseconds. */
  retryMs(failures: number, pollMsMax: number): number {
    const quotaMs = Math.min(this.size / this.readsPerMs, pollMsMax);
    return Math.max(Math.min(retryMsMin * 2 ** failures, retryMsMax), quotaMs);
  }

  /** Time until a list whose field was not found is read again, in milliseconds. Anyone can make up ids: they must delay no other list. */
  missingMs(pollMsMax: number): number {
    return Math.min(Math.max(pollMsMax, this.size / this.readsPerMs), waitMsMax) * (1 - jitter * Math.random());
  }

  /** Says until when a list that was read is fresh. A key may be revoked, so its lists never are. */
  setFresh(list: ListName, until: number): void {
    if (this.caller.credential === '') this.#freshUntil.set(list, until);
  }

  /** How many of `size` watches of a list to read next, and when, in milliseconds. Each is read about every `intervalMs`. */
  pace(list: ListName, size: number, unchangedRounds: number, bounds: { pollMsMin: number; pollMsMax: number }) {
    const { pollMsMin, pollMsMax } = bounds;
    const doublings = Math.max(0, unchangedRounds - unchangedRoundsMin + 1);
    const freshMs = Math.min((this.#freshUntil.get(list) ?? 0) - performance.now(), waitMsMax);
    const polled = this.groups.values().reduce((sum, group) => sum + group.polled, 0);
    const quotaMs = Math.max(1, polled) / this.readsPerMs;
    // Waits are longer than this by up to `jitter`.
    const longestMs = pollMsMax / (1 + jitter);
    const doubledMs = polled === 0 ? longestMs : Math.min(pollMsMin * 2 ** doublings, longestMs);
    const intervalMs = Math.max(doubledMs, freshMs, quotaMs);
    // A revoked key must be noticed within `pollMsMax`, however small its quota.
    const fields = Math.max(1, Math.min(size, fieldsMax, Math.floor(this.readsPerMs * pollMsMax)));
    // Only lists that are read without a key are fresh for some time.
    const waitMs = Math.min(intervalMs / Math.max(1, Math.ceil(size / fields)), Math.max(longestMs, freshMs));
    return { fields, intervalMs, waitMs: waitMs * (1 + jitter * Math.random()) };
  }
}

/** The name of a list in a period. */
export const keyOf = (list: ListName, period: number) => `${list} ${period}`;

/** The part of a quota that watches may use. */
const quotaShare = 0.1;
/** Longer policies are ignored: each response of a batch repeats them. */
const policiesLengthMax = 1_000;

/** The share of the tightest quota that watches may use (draft-ietf-httpapi-ratelimit-headers); undefined where none is stated. */
function readsPerMsBy(policies: string | null): number | undefined {
  if (policies === null || policies.length > policiesLengthMax) return undefined;
  const parameter = (policy: string, form: RegExp) => Number(form.exec(policy)?.[1]);
  const rates = policies
    .split(',')
    .map((policy) => parameter(policy, /;\s*q=(\d+)/) / (parameter(policy, /;\s*w=(\d+)/) * 1_000))
    .filter(Number.isFinite);
  return rates.length > 0 ? quotaShare * Math.min(...rates) : undefined;
}
