/**
 * The `data` of a list answer as bytes. Of the answer around it only the end is parsed, which holds `page` and `meta`; that the bytes
 * between are JSON is found out by whoever reads them.
 */

import { isUtf8 } from 'node:buffer';
import { isRecord } from '../../platform/json/is-record.ts';

interface Place {
  start: number;
  end: number;
  isCached: boolean;
}

/** Bytes between the brackets of a list. Callers that share a call share it. */
export class ListBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Whether the same bytes will be given again. */
  readonly isCached: boolean;
  readonly #parse: () => unknown;
  #value: unknown;

  constructor(bytes: Buffer, { start, end, isCached }: Place, parse: () => unknown) {
    this.bytes = bytes;
    this.isCached = isCached;
    this.start = start;
    this.end = end;
    this.#parse = parse;
  }

  /** The list, parsed now if it was not. Throws what parsing throws, and gives anything where the answer is no object with a list. */
  parse(): unknown {
    this.#value ??= (this.#parse() as { data?: unknown }).data;
    return this.#value;
  }
}

/** An answer whose `data` is not parsed. */
export interface ListPayload {
  readonly data: ListBytes;
  readonly [member: string]: unknown;
}

/** What stands behind the list, parsed, and where it begins. */
export interface Ending {
  members: Record<string, unknown>;
  start: number;
}

const opening = Buffer.from('{"data":[');
/** The members behind the list, by the contract. */
const closings = ['],"page":{', '],"meta":{'];
const endingMax = 512;

/** Beside bytes that will be given again: how they end, once that was looked at. */
export interface KeptEnding {
  ending?: Ending;
}

/**
 * The payload of bytes that look like a list answer as JSON.stringify writes it; `parse` reads the whole, and throws for what is no
 * JSON in UTF-8. Where the bytes as a whole are JSON, the members given here are those a parse would give. Bytes that come again bring what
 * is kept beside them.
 */
export function listPayload(bytes: Buffer, parse: () => unknown, kept?: KeptEnding): ListPayload | undefined {
  const ending = kept?.ending ?? endingOf(bytes);
  if (ending === undefined) return undefined;
  if (kept) kept.ending = ending;
  const place = { start: opening.length, end: ending.start, isCached: kept !== undefined };
  return { ...ending.members, data: new ListBytes(bytes, place, parse) };
}

/** How the bytes of a list answer end; undefined where they do not begin and end as JSON.stringify writes one. */
export function endingOf(bytes: Buffer): Ending | undefined {
  if (bytes.length < opening.length || opening.compare(bytes, 0, opening.length) !== 0) return undefined;
  if (!isUtf8(bytes)) return undefined;
  const from = Math.max(opening.length - 1, bytes.length - endingMax);
  const text = bytes.toString('latin1', from);
  for (const closing of closings) {
    const at = text.lastIndexOf(closing);
    const members = at < 0 ? undefined : parsed(`{${bytes.toString('utf8', from + at + '],'.length)}`);
    if (isRecord(members) && !('data' in members)) return { members, start: from + at };
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
