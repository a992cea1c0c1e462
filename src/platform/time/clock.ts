/** Time for the layers, which a test can stop. Monotonic: a wall clock that jumps opens no breaker. */
export interface Clock {
  /** Milliseconds since an arbitrary moment; never goes back. */
  now(): number;
  /** Calls back once after `ms`, unless the returned function is called before. */
  after(ms: number, callback: () => void): () => void;
}

/** The clock of the process, in the terms of `performance.now()`. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** The wall clock, which may jump. */
export const wallClock = (): Date => new Date();
