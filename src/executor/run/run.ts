/** One execution of a plan: what its resolvers are called with, what is still awaited, and the errors of fields that may be null. */
import { type FieldNode, type GraphQLError, locatedError } from 'graphql';
import { ResultTooLarge, type Work } from '../../platform/sync/turns.ts';
import type { Arguments } from '../plan/argument-values.ts';

/** Where a value stands in the answer, innermost first: an array is made of it only for an error. */
export interface Path {
  parent: Path | undefined;
  key: string | number;
}

/** Limits of a run. */
export interface RunOptions {
  /** The operation's work, where somebody counts it. */
  work: Work | undefined;
  /** Bytes of the result's JSON. */
  resultBytesMax: number;
}

export class Run {
  /** Set before anything is called. */
  arguments: readonly Arguments[] = [];
  readonly context: unknown;
  readonly work: Work | undefined;
  readonly errors: GraphQLError[] = [];
  /** The objects and lists that steps made: where fragments may stand. */
  readonly composites = new Set<unknown>();
  hasFragments = false;
  // The first is the pass that starts everything, so that nothing is over before all is begun.
  #awaited = 1;
  #isOver = false;
  #end: PromiseWithResolvers<void> | undefined;

  #bytesLeft: number;

  constructor(context: unknown, { work, resultBytesMax }: RunOptions) {
    this.context = context;
    this.work = work;
    this.#bytesLeft = resultBytesMax;
  }

  /** Counts bytes of the result. Throws ResultTooLarge. */
  count(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new ResultTooLarge();
  }

  /** Calls one of both when the promise settles. What they throw ends the run. */
  wait(promise: PromiseLike<unknown>, onValue: (value: unknown) => void, onError: (error: unknown) => void): void {
    this.#awaited++;
    promise.then(
      (value) => this.#settle(onValue, value),
      (error) => this.#settle(onError, error),
    );
  }

  #settle(settle: (outcome: unknown) => void, outcome: unknown): void {
    if (this.#isOver) return;
    try {
      settle(outcome);
    } catch (error) {
      this.#isOver = true;
      this.#end?.reject(error);
      return;
    }
    if (--this.#awaited === 0) this.#end?.resolve();
  }

  /** Forgets what is still awaited: the run was given up in its first pass. */
  abandon(): void {
    this.#isOver = true;
  }

  /** After the first pass: the outcome, at once if nothing is awaited. `bailOut` where something awaited cannot be answered. */
  finish<Outcome>(
    done: () => Outcome,
    bailOut: (reason?: unknown) => Outcome | Promise<Outcome>,
  ): Outcome | Promise<Outcome> {
    if (this.#isOver) return bailOut();
    if (--this.#awaited === 0) return done();
    this.#end = Promise.withResolvers();
    return this.#end.promise.then(done, bailOut);
  }

  /** Notes the error of a field or item that may be null, and gives the null. */
  fail(error: unknown, nodes: FieldNode[], path: Path): null {
    this.errors.push(locatedError(error, nodes, toArray(path)));
    return null;
  }
}

function toArray(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at; at = at.parent) keys.push(at.key);
  return keys.reverse();
}
