/**
 * A list of records, parsed and checked when somebody looks at them. The executor that can answer out of the bytes (bytes/) does not
 * look: it checks what it reads itself. Where the operation is long, all of it is done in turns.
 */
import { stepBytes, type Work } from '../platform/sync/turns.ts';
import { partEnd } from './bytes/parts.ts';

/** The bytes of a list from behind its bracket to before the other, and some bytes more behind that. */
export interface ListBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Whether the same bytes, in the same buffer, will be given again. */
  readonly isKept: boolean;
  /** The list, parsed. Throws what parsing throws, and gives anything where the bytes are none. */
  parse(): unknown;
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
   * Checks parsed items and returns the records among them; its errors reach the caller. Apart from `given` it checks only the kinds of
   * members, so that records like those it passed need no check.
   */
  check: (items: unknown) => Item[];
}

/** About what a parsed record takes as JSON: a list that was parsed no longer knows its bytes. */
const itemBytes = 800;

export class ByteList<Item> implements Iterable<Item> {
  #items: Item[] | undefined;
  readonly #unread: Unread<Item> | undefined;
  readonly #work: Work | undefined;
  #loading: Promise<void> | undefined;

  private constructor(items: Item[] | undefined, unread: Unread<Item> | undefined, work: Work | undefined) {
    this.#items = items;
    this.#unread = unread;
    this.#work = work;
  }

  static of<Item>(items: Item[], work?: Work): ByteList<Item> {
    return new ByteList(items, undefined, work);
  }

  static unread<Item>(unread: Unread<Item>, work?: Work): ByteList<Item> {
    return new ByteList<Item>(undefined, unread, work);
  }

  /** A list of other records in its place. */
  with<Other>(items: Other[]): ByteList<Other> {
    return new ByteList(items, undefined, this.#work);
  }

  /** Where its bytes are, and what records in them must be, as long as nobody has looked. */
  get unread(): Omit<Unread<Item>, 'check'> | undefined {
    return this.#unread;
  }

  /** Whether its bytes can be cut into parts: not where it was parsed, and not where it is cut by the number of its records. */
  get isUnparsed(): boolean {
    return this.#items === undefined && this.#unread?.countMax === Number.POSITIVE_INFINITY;
  }

  /**
   * The records in about a step of its bytes, from the place `at` of these on, and the place of the next. Undefined where they cannot be cut:
   * then `items` says what they are. Throws what `items` throws.
   */
  partOfBytes(at: number): { items: Item[]; next: number } | undefined {
    if (this.#unread === undefined) return undefined;
    const { data, check } = this.#unread;
    const start = data.start + at;
    const end = partEnd(data, start);
    const parsed = parsedPart(data.bytes.subarray(start, end));
    // A comma that nothing follows, or nothing precedes, is no JSON.
    if (parsed === undefined || parsed.length === 0 || end + 1 === data.end) return undefined;
    return { items: check(parsed), next: end + 1 - data.start };
  }

  /** Bytes of its JSON. */
  get size(): number {
    if (this.#unread) return this.#unread.data.end - this.#unread.data.start;
    return (this.#items?.length ?? 0) * itemBytes;
  }

  /** The work that it is part of, where that is long and the list too large for one step. */
  get longWork(): Work | undefined {
    return this.#work?.isLong && this.size > stepBytes ? this.#work : undefined;
  }

  /** Called before each use: waits where the operation is long. Rejects where it may not go on. */
  begin(): Promise<void> | undefined {
    return this.#work?.begin(this.size);
  }

  /** The same, and after it `items` need not parse. Rejects with what `items` throws. */
  load(): Promise<void> | undefined {
    const begun = this.begin();
    if (begun === undefined || this.#items !== undefined || this.longWork === undefined) return begun;
    return begun.then(() => this.parseInTurns());
  }

  /** Parses a long list step by step, once. */
  parseInTurns(): Promise<void> {
    this.#loading ??= this.#parseInTurns();
    return this.#loading;
  }

  /** The records. Throws what the check throws where the bytes are no such list. */
  items(): Item[] {
    this.#items ??= this.#unread ? this.#parse(this.#unread) : [];
    return this.#items;
  }

  /** As graphql-js takes lists. */
  [Symbol.iterator](): Iterator<Item> {
    // Only counted: this list is short, so it does not wait for a turn.
    this.begin()?.catch(() => {});
    return this.items()[Symbol.iterator]();
  }

  /** As graphql-js takes lists that come one by one: those of long operations. */
  get [Symbol.asyncIterator](): (() => AsyncGenerator<Item>) | undefined {
    const work = this.#work;
    return work && (work.isLong || this.size > stepBytes) ? () => this.#iterateInTurns(work) : undefined;
  }

  async *#iterateInTurns(work: Work): AsyncGenerator<Item> {
    await this.load();
    const items = this.items();
    for (let at = 0; at < items.length; at += itemsOfStep) {
      if (at > 0) await work.turn();
      yield* items.slice(at, at + itemsOfStep);
    }
  }

  async #parseInTurns(): Promise<void> {
    if (!this.isUnparsed) return;
    const items: Item[] = [];
    for (let at = 0; at < this.size; ) {
      const part = this.partOfBytes(at);
      // The parse of the whole says what it is.
      if (part === undefined) return;
      for (const item of part.items) items.push(item);
      at = part.next;
      await this.#work?.turn();
    }
    this.#items = items;
  }

  #parse({ data, check, countMax }: Unread<Item>): Item[] {
    const items = check(data.parse());
    return items.length > countMax ? items.slice(0, countMax) : items;
  }
}

/** Records that a step works on, where they are parsed. */
export const itemsOfStep = Math.ceil(stepBytes / itemBytes);

function parsedPart(part: Buffer): unknown[] | undefined {
  try {
    return JSON.parse(`[${part}]`);
  } catch {
    return undefined;
  }
}
