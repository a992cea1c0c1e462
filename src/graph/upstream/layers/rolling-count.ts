/** How often something happened in the last seconds, counted in slices, so that its memory does not grow with the traffic. */
const slices = 10;

export class RollingCount {
  readonly #sliceMs: number;
  readonly #counts = new Array<number>(slices).fill(0);
  /** Number of the newest slice since the clock's zero. */
  #newest = 0;
  #total = 0;

  constructor(windowMs: number) {
    this.#sliceMs = windowMs / slices;
  }

  add(now: number): void {
    this.#forgetOld(now);
    const slot = this.#newest % slices;
    this.#counts[slot] = this.#at(slot) + 1;
    this.#total += 1;
  }

  /** What was added within the window, to a slice's precision. */
  total(now: number): number {
    this.#forgetOld(now);
    return this.#total;
  }

  #forgetOld(now: number): void {
    const newest = Math.floor(now / this.#sliceMs);
    const passed = Math.min(newest - this.#newest, slices);
    for (let step = 1; step <= passed; step += 1) {
      const slot = (this.#newest + step) % slices;
      this.#total -= this.#at(slot);
      this.#counts[slot] = 0;
    }
    if (passed > 0) this.#newest = newest;
  }

  #at(slot: number): number {
    return this.#counts[slot] ?? 0;
  }
}
