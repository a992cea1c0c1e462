/**
 * A list of records, parsed and checked on first use. The executor answers out of the bytes where it can (bytes/), and checks what it
 * reads itself. In long operations all of it is done in turns.
 */
import { stepBytes, type Work } from '../platform/sync/turns.ts';
import { skippedString, spaces } from './bytes/json-values.ts';

/** The bytes between the brackets of a list, and some bytes more after them. */
export interface ListBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Whether the same buffer is returned again for the same bytes. */
  readonly isCached: boolean;
  /** The list, parsed. Throws what parsing throws, and returns anything where the bytes are no list. */
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
  /** With more records than this, the list is cut. */
  countMax: number;
  /**
   * Checks parsed items and returns the records among them; its errors reach the caller. Apart from `expected` it checks only the kinds
   * of members, so records like those it passed need no check.
   */
  check: (items: unknown) => Item[];
}

/** Estimated JSON size of a parsed record: a parsed list no longer knows its bytes. */
const itemBytes = 800;
/** Parsed records that one step works on. */
export const itemsOfStep = Math.ceil(stepBytes / itemBytes);

export class ByteList<Item> implements Iterable<Item> {
  /** Its bytes, and what the records in them must be. Undefined for a list made of records. */
  readonly unread: Unread<Item> | undefined;
  #items: Item[] | undefined;
  readonly #work: Work | undefined;
  #loading: Promise<void> | undefined;

  constructor(source: Item[] | Unread<Item>, work?: Work) {
    if (Array.isArray(source)) this.#items = source;
    else this.unread = source;
    this.#work = work;
  }

  /** A list of other records in its place. */
  with<Other>(items: Other[]): ByteList<Other> {
    return new ByteList(items, this.#work);
  }

  /** Whether its bytes can be split into parts: not once it is parsed, and not where it is cut by the number of its records. */
  get isUnparsed(): boolean {
    return this.#items === undefined && this.unread?.countMax === Number.POSITIVE_INFINITY;
  }

  /**
   * The records in about a step of its bytes from `at` on, and the place of the next. Undefined where the bytes cannot be split: then
   * `items` says what they are. Throws what `items` throws.
   */
  partOfBytes(at: number): { items: Item[]; next: number } | undefined {
    if (this.unread === undefined) return undefined;
    const { data, check } = this.unread;
    const start = data.start + at;
    const end = partEnd(data, start);
    const parsed = parsedPart(data.bytes.subarray(start, end));
    const next = end < data.end ? afterSpace(data, end + 1) : end;
    // A comma that nothing follows, or nothing precedes, is no JSON.
    if (parsed === undefined || parsed.length === 0 || (end < data.end && next >= data.end)) return undefined;
    return { items: check(parsed), next: next - data.start };
  }

  /** Bytes of its JSON. */
  get size(): number {
    if (this.unread) return this.unread.data.end - this.unread.data.start;
    return (this.#items?.length ?? 0) * itemBytes;
  }

  /** The work that it is part of, where that is long and the list too large for one step. */
  get longWork(): Work | undefined {
    return this.#work?.isLong && this.size > stepBytes ? this.#work : undefined;
  }

  /** Call it before each use: in a long operation it waits for its turn. Rejects where the operation must stop. */
  begin(): Promise<void> | undefined {
    return this.#work?.begin(this.size);
  }

  /** As `begin`; afterwards `items` need not parse. Rejects with what `items` throws. */
  load(): Promise<void> | undefined {
    const begun = this.begin();
    if (begun === undefined || this.#items !== undefined || this.longWork === undefined) return begun;
    return begun.then(async () => {
      if (this.#items !== undefined) return;
      await this.parseInTurns();
      // All that waited for this list would go on in one turn.
      await this.#work?.turn();
    });
  }

  /** Parses a long list step by step, once. */
  parseInTurns(): Promise<void> {
    this.#loading ??= this.#parseInTurns();
    return this.#loading;
  }

  /** The records. Throws what the check throws where the bytes are no such list. */
  items(): Item[] {
    if (this.#items === undefined && this.unread !== undefined) {
      const { data, check, countMax } = this.unread;
      const items = check(data.parse());
      this.#items = items.length > countMax ? items.slice(0, countMax) : items;
    }
    return this.#items ?? [];
  }

  /** For graphql-js. */
  [Symbol.iterator](): Iterator<Item> {
    // Only counted: this list is short, so it does not wait for a turn.
    this.begin()?.catch(() => {});
    return this.items()[Symbol.iterator]();
  }

  /** For graphql-js, in long operations. */
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
    if (this.#items !== undefined || this.unread === undefined) return;
    const { countMax } = this.unread;
    const items: Item[] = [];
    for (let at = 0; at < this.size; ) {
      const part = this.partOfBytes(at);
      // `items` parses the whole, and says what it is.
      if (part === undefined) return;
      for (const item of part.items) if (items.length < countMax) items.push(item);
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

/** The first place from `at` on that has no white space. */
function afterSpace({ bytes, end }: ListBytes, at: number): number {
  let place = at;
  while (place < end && spaces[bytes[place] as number] === 1) place++;
  return place;
}

const [quote, comma, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('",[]{}');

/** The first comma between two items at least a step after `start`; the end of the list where there is none. */
function partEnd({ bytes, end }: ListBytes, start: number): number {
  const least = start + stepBytes;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at = skippedString(bytes, at) - 1;
      if (at < 0) return end;
    } else if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === comma && depth === 0 && at >= least) return at;
  }
  return end;
}
