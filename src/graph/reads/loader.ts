/** A DataLoader for one read, made for each operation: equal keys are one call. */
import DataLoader from 'dataloader';

export class Loader<Query extends object, Value, Name = string> {
  readonly #name: Name;
  readonly #cacheKeyFn: (query: Query) => string;
  readonly #load: (name: Name, query: Query) => Promise<Value>;
  #loader: DataLoader<Query, Value, string> | undefined;

  constructor(name: Name, cacheKeyFn: (query: Query) => string, load: (name: Name, query: Query) => Promise<Value>) {
    this.#name = name;
    this.#cacheKeyFn = cacheKeyFn;
    this.#load = load;
  }

  load(query: Query): Promise<Value> {
    // DataLoader resolves each value with its own promise, so that none waits for the others of the batch.
    this.#loader ??= new DataLoader(
      async (queries) => {
        const values: unknown[] = [];
        for (const each of queries) values.push(this.#load(this.#name, each));
        return values as Value[];
      },
      { cacheKeyFn: this.#cacheKeyFn },
    );
    return this.#loader.load(query);
  }

  /** Forgets all values: the next read of a query is a new call. */
  clearAll(): void {
    this.#loader?.clearAll();
  }
}
