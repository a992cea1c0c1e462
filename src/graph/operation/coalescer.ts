/**
 * Coalesces equal queries in flight: the same operation of a document with equal variables and credential is executed once. A query
 * subscribes only within 100 ms and before a list of the first has arrived, so that it gets nothing older than itself, but for a write by
 * REST or another gateway in that time. Nothing outlives its execution.
 * Saves work if callers send the same query: bench/RESULTS.md, layers, "without queries shared in flight".
 */
import { isDeepStrictEqual } from 'node:util';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { AbortSignalLike } from '../../platform/sync/abort-signal.ts';
import type { WholeBody } from '../../platform/server/http-reply.ts';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import type { OperationRecord } from '../telemetry/record.ts';
import { CallAbandoned } from '../upstream/lifetime.ts';
import type { Caller } from './caller.ts';
import type { Freshness } from './freshness.ts';
import type { KnownOperation } from './limits/cost.ts';

export interface Query {
  operation: KnownOperation;
  variables: Readonly<Record<string, unknown>>;
  caller: Caller;
  /** Aborted when its caller disconnects. */
  signal: AbortSignalLike;
  /** The log record of this query. */
  record: OperationRecord;
}

/** One execution, or a subscription to one. */
interface Execution {
  result: MaybePromise<ExecutionResult>;
  /** How long the result is fresh, once it has arrived. */
  freshness: Freshness;
}

/** Executes a query until the signal aborts; calls `onList` later, when a list of it has arrived or failed. */
export type Execute = (signal: AbortSignalLike, onList?: () => void) => Execution;

/** The oldest execution to subscribe to, in milliseconds, and as a part of the deadline: a subscriber loses no more of its time. */
const ageMsMax = 100;
const ageOfDeadlineMax = 0.1;
/** The longest variables of a key, in UTF-16 code units: callers cannot make keys of any size. */
const variablesMax = 4_096;

export class Coalescer {
  /** An operation has an entry once a query of it was asynchronous: only then is a key, which takes a hash, worth computing. */
  readonly #inFlight = new WeakMap<KnownOperation, Map<string, InFlight>>();
  readonly #ageMsMax: number;
  /** Part of each key, so that no query subscribes to one from before a change. */
  #changes = 0;

  /** `deadlineMs` is how long an operation may take. */
  constructor(deadlineMs: number) {
    this.#ageMsMax = Math.min(ageMsMax, deadlineMs * ageOfDeadlineMax);
  }

  /** Subscribes to an equal query in flight, or executes this one. A subscriber that disconnects does not affect the others. */
  run(query: Query, execute: Execute): Execution {
    const { operation, signal, record } = query;
    const equals = this.#inFlight.get(operation);
    const known = equals && this.#keyOf(query);
    const first = known === undefined ? undefined : equals?.get(known);
    if (first?.execution !== undefined && performance.now() - first.startedAt < this.#ageMsMax) {
      const result = first.subscribe(signal).then((shared) => {
        record.join(first.record);
        return underRequestId(shared, first.record.requestId, record.requestId);
      });
      return { result, freshness: first.execution.freshness };
    }
    const inFlight = new InFlight(record);
    const execution = execute(inFlight, inFlight.close);
    if (!(execution.result instanceof Promise)) return execution;
    const key = equals ? known : this.#keyOf(query);
    const others = key === undefined ? undefined : this.#inFlight.getOrInsert(operation, equals ?? new Map());
    const result = inFlight.start(execution, execution.result, signal, others, key);
    return { result, freshness: execution.freshness };
  }

  /** Call after each write, and before an event reports a change: later queries then ignore executions that may have read before it. */
  forget(): void {
    this.#changes += 1;
  }

  /** Undefined for long variables, and for `1e400`, of which JSON makes `null`: different values would get one key. */
  #keyOf({ caller, variables }: Query): string | undefined {
    const text = JSON.stringify(variables);
    if (text.length > variablesMax) return undefined;
    if (text.includes('null') && !isDeepStrictEqual(JSON.parse(text), variables)) return undefined;
    return `${this.#changes} ${caller.credential} ${text}`;
  }
}

/** One execution and its subscribers. It is the signal of the execution, which aborts when the last subscriber has disconnected. */
class InFlight implements AbortSignalLike {
  readonly record: OperationRecord;
  readonly startedAt = performance.now();
  aborted = false;
  #key = '';
  #equals: Map<string, InFlight> | undefined;
  execution: Execution | undefined;
  #result: Promise<ExecutionResult> | undefined;
  #onAbort: (() => void) | undefined;
  #subscribers = 0;

  constructor(record: OperationRecord) {
    this.record = record;
  }

  /** One listener: the lifetime of the execution's calls. */
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#onAbort = listener;
  }

  removeEventListener(): void {
    this.#onAbort = undefined;
  }

  /** Ends subscribing. */
  readonly close = (): void => {
    if (this.#equals?.get(this.#key) === this) this.#equals.delete(this.#key);
  };

  /** Adds the execution, and subscribes its own query. Under `key`, if there is one, equal queries may subscribe too. */
  start(
    execution: Execution,
    result: Promise<ExecutionResult>,
    signal: AbortSignalLike,
    equals: Map<string, InFlight> | undefined,
    key = '',
  ): Promise<ExecutionResult> {
    this.#equals = equals?.set(key, this);
    this.#key = key;
    this.execution = execution;
    result.then(this.close, this.close);
    this.#result = result.then((settled) => (this.#subscribers > 1 ? shared(settled) : settled));
    return this.subscribe(signal);
  }

  subscribe(signal: AbortSignalLike): Promise<ExecutionResult> {
    this.#subscribers += 1;
    const { promise, resolve, reject } = Promise.withResolvers<ExecutionResult>();
    const abandon = () => {
      done();
      reject(new CallAbandoned());
      this.#subscribers -= 1;
      if (this.#subscribers > 0) return;
      this.aborted = true;
      this.close();
      this.#onAbort?.();
    };
    const done = () => signal.removeEventListener('abort', abandon);
    signal.addEventListener('abort', abandon);
    this.#result?.then(resolve, reject).then(done);
    if (signal.aborted) abandon();
    return promise;
  }
}

/** A result that may have a faster way to its JSON than JSON.stringify. */
export interface StringifiedResult extends ExecutionResult {
  /** Adds the memory that only this JSON uses to `own`, which may be freed once it is sent. */
  stringify?: (result: ExecutionResult, own?: Uint8Array[]) => WholeBody;
}

/** The same result for several subscribers, so that none frees memory of it. Without errors, which differ, its JSON is made once. */
function shared(result: StringifiedResult): StringifiedResult {
  const stringify = (own: ExecutionResult) => result.stringify?.(own) ?? JSON.stringify(own);
  let text: WholeBody | undefined;
  return {
    ...result,
    stringify(own) {
      if (result.errors) return stringify(own);
      text ??= stringify(own);
      return text;
    },
  };
}

/** The same result, whose errors carry the request id of this caller in place of the first's. */
function underRequestId(result: ExecutionResult, first: string, own: string): ExecutionResult {
  if (result.errors === undefined) return result;
  const errors = result.errors.map((error) => {
    const { message, nodes, source, positions, path, originalError, extensions } = error;
    if (extensions.requestId !== first) return error;
    const ownExtensions = { ...extensions, requestId: own };
    return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions: ownExtensions });
  });
  return { ...result, errors };
}
