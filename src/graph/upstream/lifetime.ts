/**
 * How long a call may be waited for: until its deadline, or until nobody wants the answer.
 * One timer and one abort listener serve all calls of an operation: per call they cost as much as the call's own bookkeeping.
 */
import { GatewayError } from '../errors.ts';

/** Something that waits: told once, with the error to reject with, when waiting has no point any more. */
export interface Waiter {
  giveUp(reason: GatewayError): void;
}

/** The caller went away. Nobody reads this error, and it says nothing about the service. */
export class CallAbandoned extends GatewayError {
  constructor() {
    super('UPSTREAM_TIMEOUT', { message: 'The caller went away before the answer came.' });
  }
}

/** The time a call, or all calls of an operation, may take. */
export class Lifetime {
  /** Moment (`performance.now()`) after which no answer is worth anything. */
  readonly deadlineAt: number;
  readonly #signal: AbortSignal | undefined;
  readonly #waiters = new Set<Waiter>();
  readonly #onAbort = (): void => this.end(new CallAbandoned());
  #timer: NodeJS.Timeout | undefined;
  #ended: GatewayError | undefined;

  constructor(deadlineAt: number, signal?: AbortSignal) {
    this.deadlineAt = deadlineAt;
    this.#signal = signal;
  }

  /** Why it is over, or undefined while it is not. */
  get ended(): GatewayError | undefined {
    if (this.#ended === undefined) {
      if (this.#signal?.aborted) this.#ended = new CallAbandoned();
      else if (performance.now() >= this.deadlineAt) this.#ended = new GatewayError('UPSTREAM_TIMEOUT');
    }
    return this.#ended;
  }

  /** Tells the waiter when it is over, unless it leaves before. The caller has looked at `ended` first. */
  enter(waiter: Waiter): void {
    this.#waiters.add(waiter);
    if (this.#waiters.size > 1) return;
    const remainingMs = Math.max(0, this.deadlineAt - performance.now());
    this.#timer = setTimeout(() => this.end(new GatewayError('UPSTREAM_TIMEOUT')), remainingMs);
    this.#signal?.addEventListener('abort', this.#onAbort);
  }

  leave(waiter: Waiter): void {
    if (this.#waiters.delete(waiter) && this.#waiters.size === 0) this.#disarm();
  }

  /** Ends it now: every waiter is told, later ones find `ended`. */
  end(reason: GatewayError): void {
    if (this.#ended !== undefined && this.#waiters.size === 0) return;
    this.#ended ??= reason;
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    this.#disarm();
    for (const waiter of waiters) waiter.giveUp(this.#ended);
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}
