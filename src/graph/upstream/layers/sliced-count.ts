/** Counts the events of the last 10 seconds by slices of time, so that its memory does not grow with the traffic. */

const slices = 10;
const sliceMs = 1_000;
/** How long an event counts as recent. */
export const recentMs = slices * sliceMs;

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
