/**
 * A semaphore: bounds the calls at a time, and queues the others. Callers in the queue take turns, each with its calls in order. The queue
 * may be bounded, and a call may leave it at any time. One caller may be limited to a share of the slots. The last eighth of them is then for
 * callers that have fewer than two, so that several callers whose calls hang leave some to all others.
 */

/** Something that waits for a slot. */
export interface SemaphoreWaiter {
  /** Whose turn it is; all without one are one caller. */
  readonly caller?: string;
  /** Called once it has a slot and has left the queue. */
  onAcquire(): void;
}

const lastShare = 1 / 8;
/** A caller with fewer slots may have one of the last. */
const fewSlots = 2;

/** The queues of a semaphore that has never had a waiter, as most of an operation have not. */
const noQueues = new Map<string, never>();

export class Semaphore<Each extends SemaphoreWaiter = SemaphoreWaiter> {
  readonly #slotsMax: number;
  readonly #queueMax: number;
  readonly #slotsOfCallerMax: number;
  /** Slots before the last, which are only for callers with few. */
  readonly #slotsOfAll: number;
  #inUse = 0;
  #waiting = 0;
  /** Slots of each caller. Undefined without shares. */
  readonly #slots: Map<string, number> | undefined;
  /** The queue of each caller that waits: the first had its turn longest ago. */
  #queues: Map<string, Waiters<Each>> = noQueues;

  /**
   * Has `slotsMax` slots and a queue of at most `queueMax`; without `queueMax` any number may wait. One caller uses at most `share` of the
   * slots, rounded up. With a `share` below 1, it also uses at most half of the queue that others leave.
   */
  constructor(slotsMax: number, queueMax = Number.POSITIVE_INFINITY, share = 1) {
    this.#slotsMax = slotsMax;
    this.#queueMax = queueMax;
    this.#slotsOfCallerMax = Math.ceil(slotsMax * share);
    this.#slotsOfAll = Math.ceil(slotsMax * (1 - lastShare));
    this.#slots = share < 1 ? new Map() : undefined;
  }

  /** Slots in use. */
  get inUse(): number {
    return this.#inUse;
  }

  /** Slots that others than this caller use; all in use with a share of 1. */
  others(caller: string): number {
    return this.#inUse - (this.#slots?.get(caller) ?? 0);
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Those that wait, by caller. */
  get queued(): Each[] {
    return [...this.#queues.values()].flatMap((queue) => [...queue]);
  }

  /** Takes a slot if one is free. `extra` counts slots that only some calls may take; the queue never gets them. */
  tryAcquire(extra = 0, caller = ''): boolean {
    if (this.#inUse >= this.#slotsMax + extra) return false;
    if (this.#slots !== undefined) {
      const own = this.#slots.get(caller) ?? 0;
      if (own >= this.#slotsOfCallerMax + extra) return false;
      if (own >= fewSlots && this.#inUse >= this.#slotsOfAll + extra) return false;
      this.#slots.set(caller, own + 1);
    }
    this.#inUse += 1;
    return true;
  }

  /** Whether a call of this caller would get a slot, or may wait. */
  canAcquireOrWait(caller: string): boolean {
    const own = this.#slots?.get(caller) ?? 0;
    const slotsMax = own < fewSlots ? this.#slotsMax : this.#slotsOfAll;
    if (this.#inUse < slotsMax && own < this.#slotsOfCallerMax) return true;
    return this.#mayWait(this.#queues.get(caller)?.size ?? 0);
  }

  #mayWait(own: number): boolean {
    return this.#queueMax - this.#waiting > (this.#slots === undefined ? 0 : own);
  }

  /** Joins the queue. False if it is full, or its caller has half of what others leave. */
  tryWait(waiting: Each): boolean {
    const { caller = '' } = waiting;
    if (this.#queues === noQueues) this.#queues = new Map();
    if (!this.#mayWait(this.#queues.get(caller)?.size ?? 0)) return false;
    this.#queues.getOrInsertComputed(caller, () => new Waiters()).add(waiting);
    this.#waiting += 1;
    return true;
  }

  /** Leaves the queue, without a slot. */
  abandon(waiting: Each): void {
    const { caller = '' } = waiting;
    const queue = this.#queues.get(caller);
    if (!queue?.delete(waiting)) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(caller);
  }

  /** Returns a slot. Callers in the queue get it at once, and also the reserved slots that its caller may now use. */
  release(caller = ''): void {
    this.#inUse -= 1;
    if (this.#slots !== undefined) {
      const own = (this.#slots.get(caller) ?? 0) - 1;
      if (own === 0) this.#slots.delete(caller);
      else this.#slots.set(caller, own);
    }
    // With one slot less, its caller may have one of the last.
    while (this.#waiting && this.#inUse < this.#slotsMax) {
      const next = this.#next();
      if (next === undefined) return;
      next.onAcquire();
    }
  }

  /** Makes a call once it has a slot, and settles as the call does. Check `canAcquireOrWait` first if the queue has a bound. */
  run<Value, Input>(
    this: Semaphore,
    call: (input: Input) => Promise<Value>,
    input?: Input,
    caller?: string,
  ): Promise<Value> {
    const answer = this.tryAcquire(0, caller)
      ? call(input as Input)
      : new Promise<Value>((resolve) => void this.tryWait({ caller, onAcquire: () => resolve(call(input as Input)) }));
    const release = () => this.release(caller);
    answer.then(release, release);
    return answer;
  }

  /** Takes a slot for the first of the caller whose turn it is. */
  #next(): Each | undefined {
    for (const [caller, queue] of this.#queues) {
      if (!this.tryAcquire(0, caller)) continue;
      this.#queues.delete(caller);
      const next = queue.shift();
      if (queue.size > 0) this.#queues.set(caller, queue);
      this.#waiting -= 1;
      return next;
    }
    return undefined;
  }
}

/** A set in order. Iterates over it once: a new iterator would pass the deleted entries of all that have left. */
class Waiters<Each> {
  readonly #all = new Set<Each>();
  readonly #order: Iterator<Each> = this.#all.values();

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

  /** Removes the first. There must be one: an iterator that has ended passes nothing that is added later. */
  shift(): Each {
    const first: Each = this.#order.next().value;
    this.#all.delete(first);
    return first;
  }
}
