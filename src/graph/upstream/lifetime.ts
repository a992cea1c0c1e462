/**
 * The time for which callers wait for a call: until its deadline, or until nobody wants the response. All calls of an operation share one
 * timer and one abort listener: one for each call would cost as much as the rest of its bookkeeping.
 */
import type { ErrorCode } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { AbortSignalLike } from '../../platform/sync/abort-signal.ts';

/** Something that waits. It is notified once, with the error to reject with, when its time ends. */
export interface Waiter {
  abort(reason: GatewayError): void;
}

/** The caller disconnected. Nobody reads this error, and it says nothing about the service. */
export class CallAbandoned extends GatewayError {
  constructor() {
    super('UPSTREAM_TIMEOUT', { message: 'The caller disconnected before the result was ready.', isAbandoned: true });
  }
}

/** The outcome in metrics and spans of a call without a response. */
export const outcomeOf = (error: unknown): ErrorCode | 'ABANDONED' =>
  error instanceof CallAbandoned ? 'ABANDONED' : (error as GatewayError).code;

/** A time that its owner ends. */
export class Lifetime {
  /** Moment (`performance.now()`) after which a response is of no use. */
  deadlineAt: number;
  protected readonly waiters = new Set<Waiter>();
  protected reason: GatewayError | undefined;

  constructor(deadlineAt: number) {
    this.deadlineAt = deadlineAt;
  }

  /** The reason why it ended; undefined while it has not. */
  get ended(): GatewayError | undefined {
    return this.reason;
  }

  /** Whether it has ended, as in an AbortSignal. */
  get aborted(): boolean {
    return this.ended !== undefined;
  }

  /** Notifies the waiter when the time is over, unless it is deleted before. Check `ended` first. */
  add(waiter: Waiter): void {
    this.waiters.add(waiter);
  }

  delete(waiter: Waiter): void {
    this.waiters.delete(waiter);
  }

  /** Ends it now: notifies every waiter. */
  end(reason: GatewayError): void {
    this.reason ??= reason;
    for (const waiter of this.waiters) {
      this.delete(waiter);
      waiter.abort(this.reason);
    }
  }
}

/** The operations that wait for calls now, the last one first. */
export interface WaitingOperations {
  first: OperationLifetime | undefined;
}

/** The time of one operation: it ends at the deadline or when the caller's signal aborts, with or without waiters. */
export class OperationLifetime extends Lifetime {
  readonly #signal: AbortSignalLike;
  readonly #onAbort = (): void => this.end(new CallAbandoned());
  readonly #onDeadline = (): void => this.end(new GatewayError('UPSTREAM_TIMEOUT'));
  readonly #waiting: WaitingOperations | undefined;
  /** Its neighbours in `waiting`. A set would keep the memory of those that have left until it grows. */
  #before: OperationLifetime | undefined;
  #after: OperationLifetime | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** It is in `waiting` while it has waiters. */
  constructor(deadlineAt: number, signal: AbortSignalLike, waiting?: WaitingOperations) {
    super(deadlineAt);
    this.#signal = signal;
    this.#waiting = waiting;
  }

  override get ended(): GatewayError | undefined {
    if (this.reason === undefined) {
      if (this.#signal.aborted) this.#onAbort();
      else if (performance.now() >= this.deadlineAt) this.#onDeadline();
    }
    return this.reason;
  }

  override add(waiter: Waiter): void {
    this.waiters.add(waiter);
    if (this.waiters.size > 1) return;
    if (this.#waiting && this.#waiting.first !== this && this.#before === undefined) {
      this.#after = this.#waiting.first;
      if (this.#after) this.#after.#before = this;
      this.#waiting.first = this;
    }
    this.#timer = setTimeout(this.#onDeadline, Math.max(0, this.deadlineAt - performance.now()));
    this.#signal.addEventListener('abort', this.#onAbort);
  }

  override delete(waiter: Waiter): void {
    this.waiters.delete(waiter);
    if (this.waiters.size > 0) return;
    if (this.#before) this.#before.#after = this.#after;
    else if (this.#waiting?.first === this) this.#waiting.first = this.#after;
    if (this.#after) this.#after.#before = this.#before;
    this.#before = undefined;
    this.#after = undefined;
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}
