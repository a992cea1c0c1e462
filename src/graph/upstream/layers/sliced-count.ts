/** Counts events by slices of time, so that its memory does not grow with the traffic. */
export class SlicedCount {
  readonly #sliceMs: number;
  readonly #counts: number[];
  /** Number of the newest slice since the clock's zero. */
  #newest = 0;
  #recent = 0;
  #older = 0;

  /** `recent` covers so many slices of `sliceMs`: by default, the last 10 seconds. */
  constructor(slices = 10, sliceMs = 1_000) {
    this.#sliceMs = sliceMs;
    this.#counts = new Array<number>(slices).fill(0);
  }

  /** Counts an event; returns its slice, for `remove`. */
  add(now: number): number {
    this.#advance(now);
    const slot = this.#newest % this.#counts.length;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
    this.#recent += 1;
    return this.#newest;
  }

  /** Takes back an event of this slice. */
  remove(slice: number): void {
    const slices = this.#counts.length;
    if (this.#newest - slice >= slices) this.#older -= 1;
    else {
      this.#counts[slice % slices] = (this.#counts[slice % slices] ?? 0) - 1;
      this.#recent -= 1;
    }
  }

  /** Events of the newest slices. */
  recent(now: number): number {
    this.#advance(now);
    return this.#recent;
  }

  /** Events before these that were not removed. */
  older(now: number): number {
    this.#advance(now);
    return this.#older;
  }

  #advance(now: number): void {
    const newest = Math.floor(now / this.#sliceMs);
    const slices = this.#counts.length;
    for (let step = 1; step <= Math.min(newest - this.#newest, slices); step += 1) {
      const slot = (this.#newest + step) % slices;
      this.#recent -= this.#counts[slot] ?? 0;
      this.#older += this.#counts[slot] ?? 0;
      this.#counts[slot] = 0;
    }
    this.#newest = Math.max(this.#newest, newest);
  }
}
