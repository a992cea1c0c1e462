/** How many of the things under way began longer ago than a time: counted by the slice of time they began in, so that none is held. */
const slices = 8;

export class AgeCounts {
  readonly #sliceMs: number;
  readonly #counts = new Array<number>(slices).fill(0);
  /** Number of the newest slice since the clock's zero. */
  #newest = 0;
  #old = 0;

  /** What is under way for `oldMs` is old; the precision is an eighth of it, to the later side. */
  constructor(oldMs: number) {
    // What began at the end of the oldest slice that is not old must not be old yet.
    this.#sliceMs = oldMs / (slices - 1);
  }

  /** Begins one now; gives what `end` is to be told. */
  begin(now: number): number {
    this.#move(now);
    const slot = this.#newest % slices;
    this.#counts[slot] = this.#at(slot) + 1;
    return this.#newest;
  }

  /** Ends one that began in this slice. */
  end(slice: number): void {
    if (this.#newest - slice >= slices) this.#old -= 1;
    else this.#counts[slice % slices] = this.#at(slice % slices) - 1;
  }

  /** How many that have not ended are old. */
  old(now: number): number {
    this.#move(now);
    return this.#old;
  }

  #move(now: number): void {
    const newest = Math.floor(now / this.#sliceMs);
    if (newest <= this.#newest) return;
    const passed = Math.min(newest - this.#newest, slices);
    for (let step = 1; step <= passed; step += 1) {
      const slot = (this.#newest + step) % slices;
      this.#old += this.#at(slot);
      this.#counts[slot] = 0;
    }
    this.#newest = newest;
  }

  #at(slot: number): number {
    return this.#counts[slot] ?? 0;
  }
}
