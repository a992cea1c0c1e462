/**
 * A list of records, parsed and checked when somebody looks at them. The executor that can answer out of the bytes (bytes/) does not
 * look: it checks what it reads itself.
 */

/** The bytes of a list from behind its bracket to before the other, and some bytes more behind that. */
export interface ListBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Whether the same bytes, in the same buffer, will be given again. */
  readonly isKept: boolean;
}

/** What every record of a list must say of itself: names of members, and the strings they must hold. */
export interface Given {
  /** The same object for lists of the same kind. */
  readonly names: readonly string[];
  readonly values: readonly string[];
}

interface Unread<Item> {
  data: ListBytes;
  given: Given;
  /** More records than this are not what was asked for. */
  countMax: number;
  /**
   * The records, parsed and checked. May throw what the caller is told. Beside `given` and `countMax` it judges of what kind the members
   * of a record are and nothing more: records that are like those it passed are answered without it.
   */
  read: () => Item[];
}

export class ByteList<Item> implements Iterable<Item> {
  #items: Item[] | undefined;
  readonly #unread: Unread<Item> | undefined;

  private constructor(items: Item[] | undefined, unread: Unread<Item> | undefined) {
    this.#items = items;
    this.#unread = unread;
  }

  static of<Item>(items: Item[]): ByteList<Item> {
    return new ByteList(items, undefined);
  }

  static unread<Item>(unread: Unread<Item>): ByteList<Item> {
    return new ByteList<Item>(undefined, unread);
  }

  /** Where its bytes are, and what records in them must be, as long as nobody has looked. */
  get unread(): Omit<Unread<Item>, 'read'> | undefined {
    return this.#unread;
  }

  /** The records. Throws what `read` throws where the bytes are no such list. */
  items(): Item[] {
    this.#items ??= this.#unread?.read() ?? [];
    return this.#items;
  }

  /** As graphql-js takes lists. */
  [Symbol.iterator](): Iterator<Item> {
    return this.items()[Symbol.iterator]();
  }
}
