/** A clock that stands still until a test moves it. */
import type { Clock } from '../../src/platform/time/clock.ts';

interface Timer {
  at: number;
  callback: () => void;
}

export class ManualClock implements Clock {
  /** Starts at the real time, so that deadlines of the process and moments of this clock compare. Whole, so that sums are exact. */
  #now = Math.trunc(performance.now());
  readonly #timers = new Set<Timer>();
  /** Every wait asked for, in order. */
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

  /** Moves on, runs what has come due, and lets everything it started settle. */
  async advance(ms: number): Promise<void> {
    this.#now += ms;
    for (const timer of this.#timers) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.callback();
    }
    await settled();
  }

  /** Moves on to each wait as it comes up, until the promise is settled. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    promise.then(over, over);
    await settled();
    while (!isOver) {
      if (this.#timers.size === 0) await settled();
      else await this.advance(Math.max(0, Math.min(...[...this.#timers].map((timer) => timer.at)) - this.#now));
    }
    return promise;
  }
}

/** Waits until every promise that could go on has gone on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
