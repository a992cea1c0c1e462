/**
 * A semaphore: so many things at a time, and the others in a queue, in the order in which they came. The queue may be bounded, and
 * who waits may leave it at any time. It knows nothing of what passes: who holds a place gives it back.
 */

/** Something that waits for a place. */
export interface SemaphoreWaiter {
  /** It holds a place now, and is out of the queue. */
  enter(): void;
}

export class Semaphore<Each extends SemaphoreWaiter = SemaphoreWaiter> {
  readonly #placesMax: number;
  readonly #queueMax: number;
  #held = 0;
  readonly #queue = new Set<Each>();
  // Goes along the queue once: from the front anew it would pass the places of all that have left.
  #order: Iterator<Each, undefined> | undefined;

  /** At most `placesMax` hold a place at a time, and at most `queueMax` wait for one: however many come, where it is left out. */
  constructor(placesMax: number, queueMax = Number.POSITIVE_INFINITY) {
    this.#placesMax = placesMax;
    this.#queueMax = queueMax;
  }

  /** How many hold a place. */
  get held(): number {
    return this.#held;
  }

  /** Those in the queue, in order. */
  get waiting(): ReadonlySet<Each> {
    return this.#queue;
  }

  /** Takes a place where one is free; `beyond` counts places that only some may take, and that are not handed on. */
  tryEnter(beyond = 0): boolean {
    if (this.#held >= this.#placesMax + beyond) return false;
    this.#held += 1;
    return true;
  }

  /** Joins the queue; false where it is full. */
  tryWait(waiting: Each): boolean {
    if (this.#queue.size >= this.#queueMax) return false;
    this.#queue.add(waiting);
    return true;
  }

  /** Leaves the queue, without a place. */
  abandon(waiting: Each): void {
    this.#queue.delete(waiting);
  }

  /** Gives a place back: the first in the queue has it at once. */
  leave(): void {
    const isHandedOn = this.#queue.size > 0 && this.#held <= this.#placesMax;
    const first = isHandedOn ? this.#first() : undefined;
    if (first === undefined) {
      this.#held -= 1;
      return;
    }
    this.#queue.delete(first);
    first.enter();
  }

  /** Starts a call as soon as there is room, in the order in which they came; settles as the call does. For a queue without a bound. */
  run<Value>(this: Semaphore, call: () => Promise<Value>): Promise<Value> {
    if (this.tryEnter()) return this.#start(call);
    return new Promise((resolve, reject) => {
      const waits = this.tryWait({ enter: () => resolve(this.#start(call)) });
      if (!waits) reject(new Error('The queue of the gate is full.'));
    });
  }

  #first(): Each | undefined {
    const next = this.#order?.next().value;
    if (next !== undefined) return next;
    // It had reached the end before these came.
    this.#order = this.#queue.values();
    return this.#order.next().value;
  }

  #start<Value>(call: () => Promise<Value>): Promise<Value> {
    const answer = call();
    answer.then(this.#end, this.#end);
    return answer;
  }

  readonly #end = (): void => this.leave();
}
