/**
 * Equal queries in flight are one run: the same operation of a document, asked with the same variables under the same credential within
 * a moment of the first, before a list of that has come. Whoever joins is told of nothing that had come before it asked: after a write or
 * a revocation elsewhere it may still be told what was on its way then, as of a single read that is shared. What is held is what is in flight.
 *
 * What it saves where callers ask the same: bench/RESULTS.md, layers, "without queries shared in flight".
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { AbortSignalLike } from '../../platform/sync/abort-signal.ts';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { Caller } from './caller.ts';
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
  /** What is told of it. */
  record: Operation;
}

/** A run that has begun, and what it counts. */
interface Begun {
  result: MaybePromise<ExecutionResult>;
  counts: Operation['counts'];
}

/** Begins a run that the signal ends; `onList` is told when a list of it has come or failed. */
export type Begin = (signal: AbortSignalLike, onList?: () => void) => Begun;

/** The longest that a run may have gone on, in milliseconds. */
const joinMsMax = 100;
/** The part of its time that who joins may lose: the run's time is over so much sooner. */
const lostMax = 0.1;
/** The longest text of variables, in UTF-16 code units, that a run is found by: what a caller sends beside is not held twice. */
const variablesMax = 4_096;

export class SharedRuns {
  #inFlight = new WeakMap<KnownOperation, Map<string, SharedRun>>();
  readonly #joinMsMax: number;

  /** `deadlineMs` is how long an operation may take. */
  constructor(deadlineMs: number) {
    this.#joinMsMax = Math.min(joinMsMax, deadlineMs * lostMax);
  }

  /**
   * The result of an equal query in flight, or of the run that `begin` starts. Who goes away disturbs nobody: a run is given up when the
   * last who waits for it has gone.
   */
  share(asked: Asked, begin: Begin): MaybePromise<ExecutionResult> {
    const { operation, signal, record } = asked;
    // What was never seen to wait has no key made for it, which takes a hash.
    const known = operation.isAwaited ? keyOf(asked) : undefined;
    const current = known === undefined ? undefined : this.#find(operation, known);
    if (current !== undefined) {
      return current.join(signal).then((result) => {
        record.join(current.first);
        return underRequestId(result, current.first.requestId, record.requestId);
      });
    }
    const run = new SharedRun(record);
    const { result, counts } = begin(run, run.close);
    record.counts = counts;
    if (!(result instanceof Promise)) return result;
    const key = operation.isAwaited ? known : keyOf(asked);
    operation.isAwaited = true;
    if (key !== undefined) this.#add(operation, key, run);
    const answer = run.join(signal);
    run.settleWith(result);
    return answer;
  }

  /** A write was answered: who asks from now on joins no query that may have read before it. */
  forget(): void {
    this.#inFlight = new WeakMap();
  }

  #find(operation: KnownOperation, key: string): SharedRun | undefined {
    const run = this.#inFlight.get(operation)?.get(key);
    return run !== undefined && performance.now() - run.startedAt < this.#joinMsMax ? run : undefined;
  }

  #add(operation: KnownOperation, key: string, run: SharedRun): void {
    const runs = this.#inFlight.get(operation) ?? new Map<string, SharedRun>();
    this.#inFlight.set(operation, runs);
    runs.set(key, run);
    run.onOver = () => {
      if (runs.get(key) === run) runs.delete(key);
    };
  }
}

/** The same result, whose errors name the request of this caller in place of the first's. */
function underRequestId(result: ExecutionResult, first: string, own: string): ExecutionResult {
  if (result.errors === undefined) return result;
  const errors = result.errors.map((error) => {
    const { message, nodes, source, positions, path, originalError, extensions } = error;
    if (extensions.requestId !== first) return error;
    const named = { ...extensions, requestId: own };
    return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions: named });
  });
  return { ...result, errors };
}

/** Equal for equal queries alone; undefined where the variables are long, or their text may be that of others: of `1e400` JSON makes a null. */
function keyOf({ caller, variables }: Asked): string | undefined {
  const text = JSON.stringify(variables);
  return text.length > variablesMax || text.includes('null') ? undefined : `${caller.credential} ${text}`;
}
