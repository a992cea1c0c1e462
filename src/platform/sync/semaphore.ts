/**
 * A semaphore: bounds the calls at a time, and queues the others in order. The queue may be bounded, and a call may leave it at any
 * time. A caller may be limited to a share of slots and queue, so that the others always find some.
 */

/** Something that waits for a slot. */
export interface SemaphoreWaiter {
  /** Who will use the slot, in a semaphore with shares. */
  readonly caller?: string;
  /** Called once it has a slot and has left the queue. */
  onAcquire(): void;
}

/** Slots and places in the queue that one caller uses. */
interface Used {
  slots: number;
  places: number;
}

export class Semaphore<Each extends SemaphoreWaiter = SemaphoreWaiter> {
  readonly #slotsMax: number;
  readonly #queueMax: number;
  readonly #slotsOfCallerMax: number;
  readonly #placesOfCallerMax: number;
  #inUse = 0;
  // Most semaphores of an operation never have a waiter.
  #queue: Queue<Each> | undefined;
  /** Those whose turn came while their caller had its share of slots. They are all of one caller, as a share is more than half. */
  #passed: Queue<Each> | undefined;
  readonly #used: Map<string, Used> | undefined;

  /**
   * Has `slotsMax` slots and a queue of at most `queueMax`; without `queueMax` any number may wait. One caller uses at most `share` of
   * both, rounded up. `share` is more than half; 1 counts no callers.
   */
  constructor(slotsMax: number, queueMax = Number.POSITIVE_INFINITY, share = 1) {
    this.#slotsMax = slotsMax;
    this.#queueMax = queueMax;
    this.#slotsOfCallerMax = Math.ceil(slotsMax * share);
    this.#placesOfCallerMax = Math.ceil(queueMax * share);
    this.#used = share < 1 ? new Map() : undefined;
  }

  /** Slots in use. */
  get inUse(): number {
    return this.#inUse;
  }

  /** How many are in the queue. */
  get waiting(): number {
    return (this.#queue?.size ?? 0) + (this.#passed?.size ?? 0);
  }

  /** Those in the queue. */
  get queued(): Each[] {
    return [...(this.#passed ?? []), ...(this.#queue ?? [])];
  }

  /** Takes a slot if one is free. `extra` counts slots that only some calls may take; the queue never gets them. */
  tryAcquire(extra = 0, caller = ''): boolean {
    if (this.#inUse >= this.#slotsMax + extra) return false;
    if (this.#used !== undefined) {
      const own = this.#used.get(caller);
      if (own === undefined) this.#used.set(caller, { slots: 1, places: 0 });
      else if (own.slots < this.#slotsOfCallerMax + extra) own.slots += 1;
      else return false;
    }
    this.#inUse += 1;
    return true;
  }

  /** Joins the queue; false if it is full, or its caller has its share of it. */
  tryWait(waiting: Each): boolean {
    if (this.waiting >= this.#queueMax) return false;
    const { caller = '' } = waiting;
    const own = this.#used?.getOrInsert(caller, { slots: 0, places: 0 });
    if (own && own.places >= this.#placesOfCallerMax) return false;
    if (own) own.places += 1;
    this.#queue ??= new Queue();
    this.#queue.add(waiting);
    return true;
  }

  /** Leaves the queue, without a slot. */
  abandon(waiting: Each): void {
    if (this.#queue?.delete(waiting) || this.#passed?.delete(waiting)) this.#leave(waiting);
  }

  /** Returns a slot: the first in the queue whose caller has less than its share gets it at once. */
  release(caller = ''): void {
    this.#inUse -= 1;
    const own = this.#used?.get(caller);
    if (own !== undefined) {
      own.slots -= 1;
      if (own.slots + own.places === 0) this.#used?.delete(caller);
    }
    if (this.#queue === undefined || this.#inUse >= this.#slotsMax) return;
    const next = this.#next(this.#queue);
    if (next === undefined) return;
    this.#inUse += 1;
    const its = this.#used?.get(next.caller ?? '');
    if (its !== undefined) its.slots += 1;
    this.#leave(next);
    next.onAcquire();
  }

  /** Makes a call once it has a slot, and settles as the call does. For a queue without a bound. */
  run<Value, Input>(this: Semaphore, call: (input: Input) => Promise<Value>, input?: Input): Promise<Value> {
    const answer = this.tryAcquire()
      ? call(input as Input)
      : new Promise<Value>((resolve) => void this.tryWait({ onAcquire: () => resolve(call(input as Input)) }));
    const release = () => this.release();
    answer.then(release, release);
    return answer;
  }

  #next(queue: Queue<Each>): Each | undefined {
    if (this.#passed?.size && !this.#hasShare(this.#passed.caller)) return this.#passed.shift();
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { caller = '' } = next;
      if (!this.#hasShare(caller)) return next;
      if (!this.#passed?.size) this.#passed = new Queue(caller);
      this.#passed.add(next);
    }
    return undefined;
  }

  #hasShare(caller: string): boolean {
    const own = this.#used?.get(caller);
    return own !== undefined && own.slots >= this.#slotsOfCallerMax;
  }

  /** Counts that it is no longer in the queue. */
  #leave({ caller = '' }: Each): void {
    const own = this.#used?.get(caller);
    if (own === undefined) return;
    own.places -= 1;
    if (own.slots + own.places === 0) this.#used?.delete(caller);
  }
}

/** A set in order. Iterates over it once: a new iterator would pass the deleted entries of all that have left. */
class Queue<Each> {
  /** Whose they all are, if they are of one caller. */
  readonly caller: string;
  readonly #all = new Set<Each>();
  #order: Iterator<Each, undefined> = this.#all.values();

  constructor(caller = '') {
    this.caller = caller;
  }

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): Iterator<Each> {
    return this.#all.values();
  }

  add(waiting: Each): void {
    this.#all.add(waiting);
  }

  delete(waiting: Each): boolean {
    return this.#all.delete(waiting);
  }

  /** Removes the first. */
  shift(): Each | undefined {
    let first = this.#order.next().value;
    if (first === undefined) {
      // The iterator ended before these were queued.
      this.#order = this.#all.values();
      first = this.#order.next().value;
    }
    if (first !== undefined) this.#all.delete(first);
    return first;
  }
}
