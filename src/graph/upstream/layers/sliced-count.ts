/** Counts the events of the last 10 seconds, so that its memory does not grow with the traffic: by slices of time, or by caller. */
import type { LRUCache } from 'lru-cache';

const slices = 10;
const sliceMs = 1_000;

export class SlicedCount {
  readonly #counts: number[] = [];
  /** Number of the newest slice since the clock's zero. */
  #newest = 0;
  #recent = 0;

  /** Events of the newest slices. */
  recent(now: number): number {
    return this.add(now, 0);
  }

  /** Counts one event, or as many as it says. Returns those of the newest slices. */
  add(now: number, events = 1): number {
    const newest = Math.floor(now / sliceMs);
    for (let step = 1; step <= Math.min(newest - this.#newest, slices); step += 1) {
      const slot = (this.#newest + step) % slices;
      this.#recent -= this.#counts[slot] ?? 0;
      this.#counts[slot] = 0;
    }
    this.#newest = Math.max(this.#newest, newest);
    const slot = this.#newest % slices;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + events;
    this.#recent += events;
    return this.#recent;
  }
}

/** How many calls of a caller got data and how many failed, in seconds from `since` to `last`. A count of slices would take more memory. */
export interface CallerCounts {
  since: number;
  last: number;
  served: number;
  failed: number;
}

/** Counts a call. The counts of a caller begin anew every ten seconds. */
export function count(callers: LRUCache<string, CallerCounts>, caller: string, of: 'served' | 'failed', now: number) {
  const second = Math.floor(now / sliceMs);
  let counts = callers.get(caller);
  if (counts === undefined || second - counts.since >= slices) {
    counts = { since: second, last: second, served: 0, failed: 0 };
    callers.set(caller, counts);
  }
  counts.last = second;
  counts[of] += 1;
}

/** The callers with a call in the last ten seconds. */
export const recentOf = (callers: LRUCache<string, CallerCounts>, now: number) =>
  [...callers]
    .map(([caller, counts]) => ({ caller, ...counts }))
    .filter(({ last }) => Math.floor(now / sliceMs) - last < slices);
