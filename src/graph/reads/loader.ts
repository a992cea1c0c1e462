/** The values of one read, loaded once for each key. It is made for each operation, and ends with it. */
export class Loader<Query extends object, Value, Name = string> {
  readonly #name: Name;
  readonly #keyOf: (query: Query) => string;
  readonly #load: (name: Name, query: Query) => Promise<Value>;
  // Most operations never use each of their loaders.
  #values: Map<string, Promise<Value>> | undefined;

  constructor(name: Name, keyOf: (query: Query) => string, load: (name: Name, query: Query) => Promise<Value>) {
    this.#name = name;
    this.#keyOf = keyOf;
    this.#load = load;
  }

  /** Equal keys are one call. */
  load(query: Query): Promise<Value> {
    this.#values ??= new Map();
    return this.#values.getOrInsertComputed(this.#keyOf(query), () => this.#load(this.#name, query));
  }

  /** Forgets all values: the next read of a query is a new call. */
  clearAll(): void {
    this.#values = undefined;
  }
}
