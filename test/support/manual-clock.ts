/** A clock that stands still until a test moves it. */
import type { Clock } from '../../src/platform/time/clock.ts';

export class ManualClock implements Clock {
  /** Starts at the real time, for comparisons with deadlines of the process. An integer, so that sums are exact. */
  #now = Math.trunc(performance.now());
  readonly #timers = new Set<{ at: number; callback: () => void }>();
  /** Every requested wait, in order. */
  readonly waits: number[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    this.waits.push(ms);
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** Advances the time, runs the timers that are due, and waits until their effects have settled. */
  async advance(ms: number): Promise<void> {
    this.#now += ms;
    for (const timer of this.#timers) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.callback();
    }
    await settled();
  }

  /** Advances to each next timer until the promise is settled. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => (isOver = true);
    promise.then(over, over);
    await settled();
    while (!isOver) {
      if (this.#timers.size === 0) await settled();
      else await this.advance(Math.max(0, Math.min(...[...this.#timers].map((timer) => timer.at)) - this.#now));
    }
    return promise;
  }
}

/** Waits until all pending microtasks have run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
