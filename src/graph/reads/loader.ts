/** DataLoader for one REST read, made per operation: the reads of one tick are a batch, and equal keys are one call. */
import DataLoader from 'dataloader';

/** In an object, so that DataLoader delivers each value when it arrives: the batch is done when its calls have begun. */
interface Pending<Value> {
  answer: Promise<Value>;
}

export class Loader<Query extends object, Value> {
  readonly #cacheKeyFn: (query: Query) => string;
  readonly #load: (query: Query) => Promise<Value>;
  #loader: DataLoader<Query, Pending<Value>, string> | undefined;

  constructor(cacheKeyFn: (query: Query) => string, load: (query: Query) => Promise<Value>) {
    this.#cacheKeyFn = cacheKeyFn;
    this.#load = load;
  }

  /** The value of a query. */
  load(query: Query): Promise<Value> {
    this.#loader ??= this.#createLoader();
    return this.#loader.load(query).then(answerOf);
  }

  #createLoader(): DataLoader<Query, Pending<Value>, string> {
    const start = (query: Query): Pending<Value> => ({ answer: this.#load(query) });
    return new DataLoader(async (queries) => queries.map(start), { cacheKeyFn: this.#cacheKeyFn });
  }

  /** Forgets all values: the next read of a query is a new call. */
  clearAll(): void {
    this.#loader?.clearAll();
  }
}

function answerOf<Value>({ answer }: Pending<Value>): Promise<Value> {
  return answer;
}
