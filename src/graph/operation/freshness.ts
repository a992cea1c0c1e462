/** How long the result of an operation is fresh for any caller: as long as the list of it that expires first. */
export class Freshness {
  #requested = 0;
  #arrived = 0;
  #until = Number.POSITIVE_INFINITY;
  /** By how much the calendar of the operation is older than the wall clock. */
  calendarLagMs = 0;

  onRequest(): void {
    this.#requested += 1;
  }

  onList(freshUntil: number): void {
    this.#arrived += 1;
    this.#until = Math.min(this.#until, freshUntil);
  }

  /** Call where a value depends on the calendar: it may be another one from this moment of it (milliseconds). */
  endBy(moment: number): void {
    this.#until = Math.min(this.#until, moment + this.calendarLagMs);
  }

  /** Moment (wall clock, milliseconds) until which caches may keep the result; 0 without a list, or if one is missing. */
  get until(): number {
    return this.#arrived === 0 || this.#arrived < this.#requested ? 0 : this.#until;
  }
}
