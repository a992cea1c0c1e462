/**
 * A list of records, parsed and checked on first use. Where it can, the executor answers from the bytes (bytes/) and checks what it reads
 * itself. Long operations do all of this in turns of the event loop.
 */
import { stepBytes, type Work } from '../platform/sync/turns.ts';
import { skippedSpace, skippedString } from './bytes/json-values.ts';

/** The bytes of a list between its brackets: from `start` to before `end`, where its last record ends. The buffer continues after `end`. */
export interface ListBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Whether the same buffer is returned again for the same bytes. */
  readonly isCached: boolean;
  /** Parses the list. Throws the errors of parsing. Returns any value if the response is no object with a list. */
  parse(): unknown;
}

/** Members that every record of a list must have, and their values. */
export interface ExpectedMembers {
  /** The same object for lists of the same kind. */
  readonly names: readonly string[];
  readonly values: readonly string[];
}

interface Unread<Item> {
  data: ListBytes;
  expected: ExpectedMembers;
  /** Throws if the JSON of a part of the list, one step and one record, is too large to be parsed in a turn. Callers see its error. */
  assertPart: (bytes: number) => void;
  /**
   * Checks parsed items and returns the records among them; callers see its errors. Besides `expected` it checks only the kinds of members,
   * so records like those that passed need no check. Returns undefined for a part of the list that shows an error only in the whole list.
   */
  check: (items: unknown, isPart?: boolean) => Item[] | undefined;
}

/** Estimated JSON size of a record that never had bytes. */
const itemBytes = 800;

export class ByteList<Item> implements Iterable<Item> {
  /** Its bytes, and what the records in them must be. Undefined for a list made of records. */
  readonly unread: Unread<Item> | undefined;
  #items: Item[] | undefined;
  readonly #work: Work | undefined;
  readonly #estimate: number;
  #loading: Promise<void> | undefined;

  /** `estimate` is the JSON size of a record in a list made of records, which has no bytes. */
  constructor(source: Item[] | Unread<Item>, work?: Work, estimate = itemBytes) {
    if (Array.isArray(source)) this.#items = source;
    else this.unread = source;
    this.#work = work;
    this.#estimate = estimate;
  }

  /** Returns a list of other records as part of the same work, each about as large as a record of this list. */
  with<Other>(items: Other[]): ByteList<Other> {
    return new ByteList(items, this.#work, this.#itemBytes);
  }

  get #itemBytes(): number {
    const count = this.unread && this.#items?.length;
    return count ? this.size / count : this.#estimate;
  }

  /** Parsed records that one step works on. */
  get itemsOfStep(): number {
    return Math.ceil(stepBytes / this.#itemBytes);
  }

  /** Whether the bytes can be split into parts: false once they are parsed. */
  get isUnparsed(): boolean {
    return this.#items === undefined && this.unread !== undefined;
  }

  /**
   * Returns the requested records in about one step of bytes from `at` on, and the position of the next. Undefined if the bytes cannot be
   * split, or have an error: `items` then parses them all. Throws if a record is too large.
   */
  partOfBytes(at: number): { items: Item[]; next: number } | undefined {
    if (this.unread === undefined) return undefined;
    const { data, assertPart, check } = this.unread;
    const start = data.start + at;
    const end = partEnd(data, start);
    if (end === undefined) return undefined;
    assertPart(end - start);
    const parsed = parsedPart(data.bytes.subarray(start, end));
    const next = end < data.end ? skippedSpace(data.bytes, end + 1) : end;
    // A comma without a value before it is not valid JSON.
    if (parsed === undefined || parsed.length === 0) return undefined;
    const items = check(parsed, true);
    return items && { items, next: next - data.start };
  }

  /** Bytes of its JSON; an estimate for a list made of records. */
  get size(): number {
    if (this.unread) return this.unread.data.end - this.unread.data.start;
    return (this.#items?.length ?? 0) * this.#estimate;
  }

  /** The work that the list belongs to, if that work is long and the list exceeds one step. */
  get longWork(): Work | undefined {
    return this.#work?.isLong && this.size > stepBytes ? this.#work : undefined;
  }

  /** Call before each use. In a long operation, it resolves at the list's turn. Rejects if the operation must stop. */
  begin(): Promise<void> | undefined {
    return this.#work?.begin(this.size);
  }

  /** Like `begin`, and parses the list of a long operation, so that `items` need not. Also rejects with the errors of `items`. */
  load(): Promise<void> | undefined {
    const begun = this.begin();
    if (begun === undefined || this.#items !== undefined || this.longWork === undefined) return begun;
    return begun.then(async () => {
      if (this.#items !== undefined) return;
      await this.parseInTurns();
      // Otherwise all callers that wait for this list would continue in the same turn.
      await this.#work?.turn();
    });
  }

  /** The records, once they are loaded. Rejects with what `items` throws. */
  async loadItems(): Promise<Item[]> {
    await this.load();
    return this.items();
  }

  /** Parses a long list step by step, once. */
  parseInTurns(): Promise<void> {
    this.#loading ??= this.#parseInTurns();
    return this.#loading;
  }

  /** The records. Throws the errors of `parse` and `check`. */
  items(): Item[] {
    if (this.#items === undefined && this.unread !== undefined) {
      const { data, check } = this.unread;
      this.#items = check(data.parse());
    }
    return this.#items ?? [];
  }

  /** For graphql-js. */
  [Symbol.iterator](): Iterator<Item> {
    // Count the list without waiting for a turn: it is short.
    this.begin()?.catch(() => {});
    return this.items()[Symbol.iterator]();
  }

  /** For graphql-js, in long operations. */
  get [Symbol.asyncIterator](): (() => AsyncGenerator<Item>) | undefined {
    const work = this.#work;
    return work && (work.isLong || this.size > stepBytes) ? () => this.#iterateInTurns(work) : undefined;
  }

  async *#iterateInTurns(work: Work): AsyncGenerator<Item> {
    const items = await this.loadItems();
    const { itemsOfStep } = this;
    for (let at = 0; at < items.length; at += itemsOfStep) {
      if (at > 0) await work.turn();
      yield* items.slice(at, at + itemsOfStep);
    }
  }

  async #parseInTurns(): Promise<void> {
    if (this.#items !== undefined || this.unread === undefined) return;
    const items: Item[] = [];
    for (let at = 0; at < this.size; ) {
      const part = this.partOfBytes(at);
      // `items` then parses the whole list and reports any error.
      if (part === undefined) return;
      for (const item of part.items) items.push(item);
      at = part.next;
      await this.#work?.turn();
    }
    this.#items = items;
  }
}

function parsedPart(part: Buffer): unknown[] | undefined {
  try {
    return JSON.parse(`[${part}]`);
  } catch {
    return undefined;
  }
}

const [quote, comma, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('",[]{}');

/** The first comma between two items at least a step after `start`, else the end of the list. Undefined if it ends within an item. */
function partEnd({ bytes, end }: ListBytes, start: number): number | undefined {
  const least = start + stepBytes;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at = skippedString(bytes, at) - 1;
      if (at < 0) return undefined;
    } else if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === comma && depth === 0 && at >= least) return at;
  }
  return depth === 0 ? end : undefined;
}
