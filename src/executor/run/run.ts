/** One execution of a plan: the arguments and context of its resolvers, the pending promises, and the errors of fields that may be null. */
import { type FieldNode, GraphQLError, locatedError } from 'graphql';
import type { MaybePromise } from '../../platform/sync/maybe-promise.ts';
import { ResultTooLarge, type Work } from '../../platform/sync/turns.ts';
import type { Arguments } from '../plan/argument-values.ts';
import type { Surroundings } from '../plan/projection.ts';

/** Path of a value in the result, as a linked list from the innermost key: only errors need it as an array. */
export interface Path {
  parent: Path | undefined;
  key: string | number;
}

/** The surroundings of one list. Its text is cached for all callers only if no resolver read the context. */
export class ListSurroundings implements Surroundings {
  readonly arguments: readonly Arguments[];
  listBytesLeft: number;
  isOfCaller = false;
  readonly #context: unknown;

  constructor({ arguments: values, listBytesLeft, context }: Run) {
    this.arguments = values;
    this.listBytesLeft = listBytesLeft;
    this.#context = context;
  }

  get context(): unknown {
    this.isOfCaller = true;
    return this.#context;
  }
}

/** The object in which a step sets its answer. */
export type Target = Record<string, unknown>;

/** Answers what a promise resolved to or rejected with, at the place that waited for it. */
type Settle = (outcome: unknown, target: Target, run: Run, path: Path) => void;

/** Made once for each step, not for each promise: thousands may wait at once. */
export interface Waiting {
  onValue: Settle;
  onError: Settle;
}

type Place = Pick<GraphQLError, 'nodes' | 'source' | 'positions' | 'locations'>;

/** Locations of fields in their document, cached: graphql-js would search the text for line ends again at each error. */
const places = new WeakMap<FieldNode[], Place>();

function placeOf(fields: FieldNode[]): Place {
  const { nodes, source, positions, locations } = new GraphQLError('', { nodes: fields });
  return { nodes, source, positions, locations };
}

/** Like `locatedError`, but without a constructor: its stack costs more than the rest, and one list may cause thousands of errors. */
function locate(error: GraphQLError, nodes: FieldNode[], path: (string | number)[]): GraphQLError {
  const { message, extensions } = error;
  const place = places.getOrInsertComputed(nodes, placeOf);
  return Object.assign(Object.create(GraphQLError.prototype), place, {
    message,
    extensions,
    path,
    originalError: error,
  });
}

/** `bytes` less the bytes of a value's JSON; negative if they do not fit. Escapes in texts are not counted. */
export function bytesLeft(value: unknown, bytes: number): number {
  if (typeof value === 'string') return bytes - Buffer.byteLength(value) - quotesBytes;
  if (value === undefined) return bytes;
  if (typeof value !== 'object' || value === null) return bytes - String(value).length;
  const isList = Array.isArray(value);
  let left = bytes - bracketBytes;
  // `for…in` is safe: lists and objects of a result inherit no members.
  for (const name in value) {
    if (left < 0) break;
    const before = isList ? commaBytes : name.length + memberBytes;
    left = bytesLeft((value as Record<string, unknown>)[name], left - before);
  }
  return left;
}

/** The members of an error that the result shows. */
export function shownOf({ message, locations, path, extensions }: GraphQLError) {
  return { message, locations, path, extensions };
}

/** Punctuation of JSON. The last item or member has no comma, and so its byte is that of the other bracket. */
const quotesBytes = 2;
const bracketBytes = 1;
const commaBytes = 1;
const memberBytes = 4;

export class Run {
  /** Set before any resolver is called. */
  arguments: readonly Arguments[] = [];
  readonly context: unknown;
  readonly work: Work | undefined;
  /** Only of lists that belong to no ByteList: each of those has its own. */
  listBytesLeft: number;
  readonly errors: GraphQLError[] = [];
  /** The objects and lists that steps made, which may contain texts (JsonText). */
  readonly composites = new Set<unknown>();
  /** Whether a part of the result is text. */
  hasTexts = false;
  // Counts the first pass, too, so that the run does not end before everything has started.
  #pending = 1;
  #isOver = false;
  #end: PromiseWithResolvers<void> | undefined;
  #bytesLeft: number;

  /** `resultBytesMax` bounds the bytes of the result's JSON. */
  constructor(context: unknown, work: Work | undefined, resultBytesMax: number) {
    this.context = context;
    this.work = work;
    this.listBytesLeft = resultBytesMax;
    this.#bytesLeft = resultBytesMax;
  }

  /** Counts a text as part of the result. Throws ResultTooLarge. */
  counted<Text extends { length: number }>(text: Text): Text {
    this.#bytesLeft -= text.length;
    if (this.#bytesLeft < 0) throw new ResultTooLarge();
    return text;
  }

  /** Counts the JSON of a value as part of the result. Throws ResultTooLarge. */
  countedIn<Value>(value: Value): Value {
    this.#bytesLeft = bytesLeft(value, this.#bytesLeft);
    if (this.#bytesLeft < 0) throw new ResultTooLarge();
    return value;
  }

  /** Throws ResultTooLarge if an unfinished text, or a value before it is turned into text, has more bytes than the result has left. */
  assertFits(bytes: number, value?: unknown): void {
    if (bytesLeft(value, this.#bytesLeft - bytes) < 0) throw new ResultTooLarge();
  }

  /** Calls `onValue` or `onError` with the outcome of a promise and the place that waits for it. If that throws, the run ends. */
  wait(promise: PromiseLike<unknown>, target: Target, path: Path, { onValue, onError }: Waiting): void {
    this.#pending++;
    promise.then(
      (value) => this.#settle(onValue, value, target, path),
      (error) => this.#settle(onError, error, target, path),
    );
  }

  #settle(settle: Settle, outcome: unknown, target: Target, path: Path): void {
    if (this.#isOver) return;
    try {
      settle(outcome, target, this, path);
    } catch (error) {
      this.#isOver = true;
      this.#end?.reject(error);
      return;
    }
    if (--this.#pending === 0) this.#end?.resolve();
  }

  /** Ignores pending promises: the run bailed out in its first pass. */
  abandon(): void {
    this.#isOver = true;
  }

  /** Call after the first pass. Returns `done()`, at once if nothing is pending, or `bailOut` if a pending value cannot be answered. */
  finish<Outcome>(done: () => Outcome, bailOut: (reason?: unknown) => MaybePromise<Outcome>): MaybePromise<Outcome> {
    if (--this.#pending === 0) return done();
    this.#end = Promise.withResolvers();
    return this.#end.promise.then(done, bailOut);
  }

  /** Records the error of a field or item that may be null, and returns the null. Throws ResultTooLarge. */
  fail(error: unknown, nodes: FieldNode[], path: Path): null {
    const keys: (string | number)[] = [];
    for (let at: Path | undefined = path; at; at = at.parent) keys.unshift(at.key);
    const isPlaced = !(error instanceof GraphQLError) || error.path !== undefined || error.locations !== undefined;
    const located = isPlaced ? locatedError(error, nodes, keys) : locate(error, nodes, keys);
    this.countedIn(shownOf(located));
    this.errors.push(located);
    return null;
  }
}
