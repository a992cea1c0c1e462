/**
 * A list of records of the service, parsed and checked when somebody looks at them. The executor that can answer out of the bytes
 * (execution/scan) does not look: it checks what it reads itself.
 */
import type { ListBytes } from '../graph/upstream/list-bytes.ts';

/** What every record of a list must say of itself: names of members, and the strings they must hold. */
export interface Stated {
  /** The same object for lists of the same kind. */
  readonly names: readonly string[];
  readonly values: readonly string[];
}

interface Unread<Item> {
  data: ListBytes;
  stated: Stated;
  /** More records than this are not what was asked for. */
  countMax: number;
  /** The records, parsed and checked. May throw a GatewayError. */
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

  /** The records. Throws UPSTREAM_ERROR where the bytes are no such list. */
  items(): Item[] {
    this.#items ??= this.#unread?.read() ?? [];
    return this.#items;
  }

  /** As graphql-js takes lists. */
  [Symbol.iterator](): Iterator<Item> {
    return this.items()[Symbol.iterator]();
  }
}
