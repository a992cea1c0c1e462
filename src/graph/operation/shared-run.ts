/** One run of a query and who waits for its result. To the run they are one caller, who has gone away when the last of them has. */
import type { ExecutionResult } from 'graphql';
import type { AbortSignalLike } from '../../platform/sync/abort-signal.ts';
import { SmallSet } from '../../platform/sync/small-set.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Operation } from '../telemetry/record.ts';

/** A result that may know a faster way to its JSON than JSON.stringify. */
interface ToldResult extends ExecutionResult {
  stringify?: (result: ExecutionResult) => unknown;
}

export class SharedRun implements AbortSignalLike {
  /** What is told of who began it. */
  readonly first: Operation;
  /** Told when nobody may join it any more. */
  onOver: (() => void) | undefined;
  /** When it began (`performance.now()`). */
  readonly startedAt = performance.now();
  readonly #waiting = new SmallSet<Waiting>();
  #onAbort: (() => void) | undefined;
  #isAbandoned = false;

  constructor(first: Operation) {
    this.first = first;
  }

  /** Whether everybody who waited has gone. */
  get aborted(): boolean {
    return this.#isAbandoned;
  }

  /** One listener: the time of the run's calls. */
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#onAbort = listener;
  }

  removeEventListener(): void {
    this.#onAbort = undefined;
  }

  /** A list of it has come or failed, which who asks from now on may not be told of. */
  readonly close = (): void => {
    this.onOver?.();
  };

  /** The result, or for a caller who goes away before it is there an error that nobody reads. */
  join(signal: AbortSignalLike): Promise<ExecutionResult> {
    return new Promise((resolve, reject) => {
      const waiting = new Waiting(this, signal, resolve, reject);
      this.#waiting.add(waiting);
      if (signal.aborted) waiting.leave();
    });
  }

  settleWith(result: Promise<ExecutionResult>): void {
    result.then(
      (settled) => {
        this.onOver?.();
        const told = this.#waiting.size > 1 ? writtenOnce(settled) : settled;
        this.#waiting.each((each) => each.resolve(told));
      },
      (error: unknown) => {
        this.onOver?.();
        this.#waiting.each((each) => each.reject(error));
      },
    );
  }

  /** One caller fewer; without any the run is given up. */
  abandon(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    if (this.#waiting.size > 0) return;
    this.#isAbandoned = true;
    this.onOver?.();
    this.#onAbort?.();
  }
}

/** One caller's place at a run. */
class Waiting {
  readonly #run: SharedRun;
  readonly #signal: AbortSignalLike;
  readonly #resolve: (result: ExecutionResult) => void;
  readonly #reject: (error: unknown) => void;
  readonly leave = (): void => {
    this.#run.abandon(this);
    this.reject(new GatewayError('UPSTREAM_TIMEOUT', { message: 'The caller went away before the answer came.' }));
  };

  constructor(
    run: SharedRun,
    signal: AbortSignalLike,
    resolve: (result: ExecutionResult) => void,
    reject: (error: unknown) => void,
  ) {
    this.#run = run;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    signal.addEventListener('abort', this.leave);
  }

  resolve(result: ExecutionResult): void {
    this.#signal.removeEventListener('abort', this.leave);
    this.#resolve(result);
  }

  reject(error: unknown): void {
    this.#signal.removeEventListener('abort', this.leave);
    this.#reject(error);
  }
}

/** The same result, whose JSON is made for the first who writes it. */
function writtenOnce(result: ToldResult): ToldResult {
  if (result.errors) return result;
  const { stringify = JSON.stringify } = result;
  let text: unknown;
  return {
    ...result,
    stringify(told) {
      text ??= stringify(told);
      return text;
    },
  };
}
