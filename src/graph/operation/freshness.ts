/**
 * How long the answer to an operation is true for everybody: as long as the list of it that ends first. Lists come here from the one place
 * that hands them to an operation (reads/read.ts), whoever had them: the service, another operation's call, what was kept of an earlier one.
 */
import type { ListFreshness } from '../upstream/call.ts';

/** Of one operation. One that asked for no list, or for one that did not come, has nothing that caches may be told. */
export class Freshness implements ListFreshness {
  #asked = 0;
  #taken = 0;
  #until = Number.POSITIVE_INFINITY;

  ask(): void {
    this.#asked += 1;
  }

  take(freshUntil: number): void {
    this.#taken += 1;
    this.endBy(freshUntil);
  }

  /** The answer depends on the clock, and is another one from this moment (wall clock, milliseconds). */
  endBy(moment: number): void {
    this.#until = Math.min(this.#until, moment);
  }

  /** Whole seconds that are left at a moment (wall clock, milliseconds); 0 where nobody else may be given the answer. */
  secondsLeft(now: number): number {
    if (this.#taken === 0 || this.#taken < this.#asked) return 0;
    return Math.max(0, Math.floor((this.#until - now) / 1_000));
  }
}
