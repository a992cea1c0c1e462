/** Headers as the pipeline uses them: one text a name, names in lower case, nothing checked that Node checks when it writes them. */

export class LightHeaders {
  readonly #values = new Map<string, string>();

  constructor(init: Record<string, string> = {}) {
    for (const name in init) this.#values.set(name.toLowerCase(), init[name] ?? '');
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value);
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}
