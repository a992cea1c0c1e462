/**
 * How long a call may be waited for: until its deadline, or until nobody wants the answer.
 * One timer and one abort listener serve all calls of an operation: per call they cost as much as the call's own bookkeeping.
 */
import { GatewayError } from '../errors/gateway-error.ts';
import type { AbortSignalLike } from '../../platform/sync/abort-signal.ts';

/** Something that waits: told once, with the error to reject with, when waiting has no point any more. */
export interface Waiter {
  bailOut(reason: GatewayError): void;
}

/** The caller went away. Nobody reads this error, and it says nothing about the service. */
export class CallAbandoned extends GatewayError {
  constructor() {
    super('UPSTREAM_TIMEOUT', { message: 'The caller went away before the answer came.' });
  }
}

/** A time that ends when its owner says so. */
export class Lifetime {
  /** Moment (`performance.now()`) after which no answer is worth anything. */
  deadlineAt: number;
  protected readonly waiters = new Set<Waiter>();
  protected reason: GatewayError | undefined;

  constructor(deadlineAt: number) {
    this.deadlineAt = deadlineAt;
  }

  /** Why it is over, or undefined while it is not. */
  get ended(): GatewayError | undefined {
    return this.reason;
  }

  /** Tells the waiter when it is over, unless it leaves before. The caller has looked at `ended` first. */
  enter(waiter: Waiter): void {
    this.waiters.add(waiter);
  }

  leave(waiter: Waiter): void {
    this.waiters.delete(waiter);
  }

  /** Ends it now: every waiter is told, later ones find `ended`. */
  end(reason: GatewayError): void {
    const ended = this.reason ?? reason;
    this.reason = ended;
    for (const waiter of this.waiters) {
      this.leave(waiter);
      waiter.bailOut(ended);
    }
  }
}

/** The time of one operation: it ends at the deadline or when the caller's signal aborts, whether anybody waits or not. */
export class OperationLifetime extends Lifetime {
  readonly #signal: AbortSignalLike;
  readonly #onAbort = (): void => this.end(new CallAbandoned());
  readonly #onDeadline = (): void => this.end(new GatewayError('UPSTREAM_TIMEOUT'));
  #timer: NodeJS.Timeout | undefined;

  constructor(deadlineAt: number, signal: AbortSignalLike) {
    super(deadlineAt);
    this.#signal = signal;
  }

  override get ended(): GatewayError | undefined {
    if (this.reason === undefined) {
      if (this.#signal.aborted) this.#onAbort();
      else if (performance.now() >= this.deadlineAt) this.#onDeadline();
    }
    return this.reason;
  }

  override enter(waiter: Waiter): void {
    this.waiters.add(waiter);
    if (this.waiters.size > 1) return;
    this.#timer = setTimeout(this.#onDeadline, Math.max(0, this.deadlineAt - performance.now()));
    this.#signal.addEventListener('abort', this.#onAbort);
  }

  override leave(waiter: Waiter): void {
    this.waiters.delete(waiter);
    if (this.waiters.size > 0) return;
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}
