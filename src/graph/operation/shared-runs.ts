/**
 * Equal queries in flight are one run: the same operation of a document, asked with the same variables under the same credential while
 * the first of them is being answered. Nothing is remembered, so nothing can be stale; what is held is what is in flight.
 *
 * What it saves where callers ask the same: bench/RESULTS.md, layers, "without queries shared in flight".
 */
import type { ExecutionResult } from 'graphql';
import type { AbortSignalLike } from '../../platform/abort-signal.ts';
import type { MaybePromise } from '../../platform/maybe-promise.ts';
import type { Caller } from '../request/caller.ts';
import type { Operation } from '../telemetry/record.ts';
import type { KnownOperation } from './limits/cost.ts';
import { SharedRun } from './shared-run.ts';

/** One query that came. */
export interface Asked {
  operation: KnownOperation;
  variables: Readonly<Record<string, unknown>>;
  caller: Caller;
  /** Aborted when its caller goes away. */
  signal: AbortSignalLike;
  /** Moment (`performance.now()`) after which its caller is told of no more than has come by then. */
  deadlineAt: number;
  /** What is told of it. */
  record: Operation;
}

/** A run that has begun, and what it counts. */
export interface Begun {
  result: MaybePromise<ExecutionResult>;
  counts: Operation['counts'];
}

export class SharedRuns {
  #inFlight = new WeakMap<KnownOperation, Map<string, SharedRun>>();

  /**
   * The result of an equal query in flight, or of the run that `begin` starts. Who goes away disturbs nobody: a run is given up when the
   * last who waits for it has gone. Whose time is longer than that of the run is not told that the run's was over.
   */
  share(asked: Asked, begin: (signal: AbortSignalLike) => Begun): MaybePromise<ExecutionResult> {
    const { operation, signal, deadlineAt, record } = asked;
    const current = operation.isAwaited ? this.#find(asked) : undefined;
    if (current !== undefined) {
      return current.join(signal).then((result) => {
        if (result.errors && current.isOver && performance.now() < deadlineAt) return this.share(asked, begin);
        record.join(current.counts);
        return result;
      });
    }
    const run = new SharedRun(deadlineAt);
    const { result, counts } = begin(run);
    record.counts = counts;
    if (!(result instanceof Promise)) return result;
    run.counts = counts;
    operation.isAwaited = true;
    const answer = run.join(signal);
    this.#add(asked, run);
    run.settleWith(result);
    return answer;
  }

  /** A write was answered: who asks from now on joins no query that may have read before it. */
  forget(): void {
    this.#inFlight = new WeakMap();
  }

  #find(asked: Asked): SharedRun | undefined {
    const key = keyOf(asked);
    return key === undefined ? undefined : this.#inFlight.get(asked.operation)?.get(key);
  }

  #add(asked: Asked, run: SharedRun): void {
    const key = keyOf(asked);
    if (key === undefined) return;
    const runs = this.#inFlight.get(asked.operation) ?? new Map<string, SharedRun>();
    this.#inFlight.set(asked.operation, runs);
    runs.set(key, run);
    run.onOver = () => {
      if (runs.get(key) === run) runs.delete(key);
    };
  }
}

/** Equal for equal queries alone; undefined where the text of the variables may be that of others: of `1e400` JSON makes a null. */
function keyOf({ caller, variables }: Asked): string | undefined {
  const text = JSON.stringify(variables);
  return text.includes('null') ? undefined : `${caller.credential} ${text}`;
}
