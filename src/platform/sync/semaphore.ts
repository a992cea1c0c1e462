/**
 * A semaphore: bounds the calls at a time, and queues the others in order. The queue may be bounded, and a call may leave it at any
 * time.
 */

/** Something that waits for a slot. */
export interface SemaphoreWaiter {
  /** Called once it has a slot and has left the queue. */
  onAcquire(): void;
}

const none: ReadonlySet<never> = new Set();

export class Semaphore<Each extends SemaphoreWaiter = SemaphoreWaiter> {
  readonly #slotsMax: number;
  readonly #queueMax: number;
  #inUse = 0;
  // Most semaphores of an operation never have a waiter.
  #queue: Set<Each> | undefined;
  // Iterates over the queue once: a new iterator would pass the deleted entries of all calls that have left.
  #order: Iterator<Each, undefined> | undefined;

  /** Has `slotsMax` slots and a queue of at most `queueMax`; without `queueMax` any number may wait. */
  constructor(slotsMax: number, queueMax = Number.POSITIVE_INFINITY) {
    this.#slotsMax = slotsMax;
    this.#queueMax = queueMax;
  }

  /** Slots in use. */
  get inUse(): number {
    return this.#inUse;
  }

  /** The queue, in order. */
  get waiting(): ReadonlySet<Each> {
    return this.#queue ?? none;
  }

  /** Takes a slot if one is free. `extra` counts slots that only some calls may take; the queue never gets them. */
  tryAcquire(extra = 0): boolean {
    if (this.#inUse >= this.#slotsMax + extra) return false;
    this.#inUse += 1;
    return true;
  }

  /** Joins the queue; false if it is full. */
  tryWait(waiting: Each): boolean {
    this.#queue ??= new Set();
    if (this.#queue.size >= this.#queueMax) return false;
    this.#queue.add(waiting);
    return true;
  }

  /** Leaves the queue, without a slot. */
  abandon(waiting: Each): void {
    this.#queue?.delete(waiting);
  }

  /** Returns a slot: the first in the queue gets it at once. */
  readonly release = (): void => {
    const queue = this.#queue;
    const first = queue && queue.size > 0 && this.#inUse <= this.#slotsMax ? this.#first(queue) : undefined;
    if (first === undefined) {
      this.#inUse -= 1;
      return;
    }
    queue?.delete(first);
    first.onAcquire();
  };

  /** Makes a call once it has a slot, and settles as the call does. For a queue without a bound. */
  run<Value, Input>(this: Semaphore, call: (input: Input) => Promise<Value>, input?: Input): Promise<Value> {
    const answer = this.tryAcquire()
      ? call(input as Input)
      : new Promise<Value>((resolve) => void this.tryWait({ onAcquire: () => resolve(call(input as Input)) }));
    answer.then(this.release, this.release);
    return answer;
  }

  #first(queue: Set<Each>): Each | undefined {
    const next = this.#order?.next().value;
    if (next !== undefined) return next;
    // The iterator ended before these were queued.
    this.#order = queue.values();
    return this.#order.next().value;
  }
}
