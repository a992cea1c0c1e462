/** How long the result of an operation is fresh for any caller: until the first of its lists expires. */
export class Freshness {
  /** Lists that were requested. */
  requested = 0;
  #arrived = 0;
  #until = Number.POSITIVE_INFINITY;
  /** The time by which the operation's calendar is older than the wall clock. */
  calendarLagMs = 0;

  onList(freshUntil: number): void {
    this.#arrived += 1;
    this.#until = Math.min(this.#until, freshUntil);
  }

  /** Call if a value depends on the calendar: it may change at this moment of the calendar (milliseconds). */
  endBy(moment: number): void {
    this.#until = Math.min(this.#until, moment + this.calendarLagMs);
  }

  /** Moment (wall clock, milliseconds) until which caches may store the result; 0 without a list, or if one is missing. */
  get until(): number {
    return this.#arrived === 0 || this.#arrived < this.requested ? 0 : this.#until;
  }
}
