/** One DataLoader for all reads of an operation: equal reads are one call. */
import DataLoader from 'dataloader';

/** State shared by the loaders of one operation. The first load makes the DataLoader. */
export interface SharedLoading<Name> {
  load: (name: Name, query: never) => Promise<unknown>;
  loader: DataLoader<{ key: string; name: Name; query: never }, unknown, string> | undefined;
}

export class Loader<Query extends object, Value, Name = string> {
  readonly name: Name;
  readonly #keyOf: (query: Query) => string;
  readonly #shared: SharedLoading<Name>;
  /** Number of calls of `clearAll`: part of each key. */
  #clears = 0;

  constructor(name: Name, keyOf: (query: Query) => string, shared: SharedLoading<Name>) {
    this.name = name;
    this.#keyOf = keyOf;
    this.#shared = shared;
  }

  load(query: Query): Promise<Value> {
    const shared = this.#shared;
    // DataLoader resolves each value with its own promise, so that none waits for the others of the batch.
    shared.loader ??= new DataLoader(
      async (reads) => {
        const values = Array<unknown>(reads.length);
        let at = 0;
        for (const read of reads) values[at++] = shared.load(read.name, read.query);
        return values;
      },
      { cacheKeyFn: ({ key }) => key },
    );
    const own = this.#keyOf(query);
    const key = this.#clears === 0 ? own : `${this.#clears} ${own}`;
    return shared.loader.load({ key, name: this.name, query: query as never }) as Promise<Value>;
  }

  /** Clears all values: the next read of a query is a new call. */
  clearAll(): void {
    this.#clears += 1;
  }
}
