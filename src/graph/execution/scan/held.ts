/** What is held for documents beyond their text: so many at most, the longest unused let go first. Documents are many and small; programs are not. */

export interface Held {
  /** Lets go of what is held; it is made again when it is wanted. */
  release(): void;
}

export class HeldList {
  /** In the order of their last use. */
  readonly #held = new Set<Held>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Notes a use of what is held, or begins to hold it. */
  use(held: Held): void {
    this.#held.delete(held);
    this.#held.add(held);
    if (this.#held.size <= this.#max) return;
    const [oldest] = this.#held;
    if (oldest === undefined) return;
    this.#held.delete(oldest);
    oldest.release();
  }
}
