/**
 * A loader: one a REST read, made anew per request: calls of one tick are a batch, equal keys are one call, each key gets its own
 * value or its own error. A batch is a set of calls of one field each (that some of them may go together is for the way to the service to
 * know), as many of them at once as go on the wire of their endpoint: one that hangs keeps no other from its calls.
 */
import DataLoader from 'dataloader';
import { Semaphore } from '../../platform/sync/semaphore.ts';

/** A read on its way. In an object of its own, so that a batch is done when its calls are begun. */
interface Pending<Value> {
  answer: Promise<Value>;
}

/** A DataLoader, made once something is asked, whose values come one by one: no answer of a batch waits, and is held, for the slowest. */
export class Loader<Query extends object, Value> {
  readonly #cacheKeyFn: (query: Query) => string;
  readonly #load: (query: Query) => Promise<Value>;
  readonly #callsAtOnceMax: number;
  #loader: DataLoader<Query, Pending<Value>, string> | undefined;

  constructor(cacheKeyFn: (query: Query) => string, load: (query: Query) => Promise<Value>, callsAtOnceMax: number) {
    this.#cacheKeyFn = cacheKeyFn;
    this.#load = load;
    this.#callsAtOnceMax = callsAtOnceMax;
  }

  /** The value of a query; called once for equal queries, and for all of one tick together. */
  load(query: Query): Promise<Value> {
    this.#loader ??= this.#createLoader();
    return this.#loader.load(query).then(answerOf);
  }

  #createLoader(): DataLoader<Query, Pending<Value>, string> {
    const pace = new Semaphore(this.#callsAtOnceMax);
    const start = (query: Query): Pending<Value> => ({ answer: pace.run(() => this.#load(query)) });
    return new DataLoader(async (queries) => queries.map(start), { cacheKeyFn: this.#cacheKeyFn });
  }

  /** Forgets what was read: the next read of a query is a new call. */
  clearAll(): void {
    this.#loader?.clearAll();
  }
}

function answerOf<Value>({ answer }: Pending<Value>): Promise<Value> {
  return answer;
}
