/** A DataLoader for one read, made for each operation: equal keys are one call. */
import DataLoader from 'dataloader';

/** An object, so that DataLoader does not wait for all promises of its batch before it delivers the first value. */
interface Pending<Value> {
  response: Promise<Value>;
}

export class Loader<Query extends object, Value> {
  readonly #cacheKeyFn: (query: Query) => string;
  readonly #load: (query: Query) => Promise<Value>;
  #loader: DataLoader<Query, Pending<Value>, string> | undefined;

  constructor(cacheKeyFn: (query: Query) => string, load: (query: Query) => Promise<Value>) {
    this.#cacheKeyFn = cacheKeyFn;
    this.#load = load;
  }

  load(query: Query): Promise<Value> {
    this.#loader ??= new DataLoader(async (queries) => queries.map((each) => ({ response: this.#load(each) })), {
      cacheKeyFn: this.#cacheKeyFn,
    });
    return this.#loader.load(query).then(responseOf);
  }

  /** Forgets all values: the next read of a query is a new call. */
  clearAll(): void {
    this.#loader?.clearAll();
  }
}

function responseOf<Value>({ response }: Pending<Value>): Promise<Value> {
  return response;
}
