/**
 * A set that mostly holds one: what waits for a call, and who. A Set is made for the second alone; made for each call, two of
 * them were a tenth of what the call costs above the wire.
 */
export class SmallSet<Item extends object> {
  #only: Item | undefined;
  #all: Set<Item> | undefined;

  get size(): number {
    if (this.#all) return this.#all.size;
    return this.#only === undefined ? 0 : 1;
  }

  add(item: Item): void {
    if (this.#all) this.#all.add(item);
    else if (this.#only === undefined || this.#only === item) this.#only = item;
    else this.#all = new Set([this.#only, item]);
  }

  delete(item: Item): void {
    if (this.#all) this.#all.delete(item);
    else if (this.#only === item) this.#only = undefined;
  }

  /** Calls back for each that is still in it when its turn comes. */
  each(callback: (item: Item) => void): void {
    if (this.#all) this.#all.forEach(callback);
    else if (this.#only) callback(this.#only);
  }
}
