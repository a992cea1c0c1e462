/**
 * An answer of the service: status, headers and the whole body as bytes, decoded and parsed once, when first asked for.
 * Callers that share a call share this object and what it was parsed to: nobody may change the value.
 */
import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/json/is-record.ts';

/** Headers of an answer by lower-case name, as undici gives them. */
export type ResponseHeaders = Record<string, string | string[] | undefined>;

/** What a 304 confirms. */
interface ConfirmedAnswer {
  headers: ResponseHeaders;
  bytes: Buffer;
  ending: KeptEnding;
}

const jsonMediaType = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

export class UpstreamResponse {
  readonly status: number;
  readonly ok: boolean;
  /** The part of a WHATWG Response's headers that openapi-fetch reads. */
  readonly headers: { get(name: string): string | null } = this;
  /** The whole body. A body that did not change is the same object: what was made of it can be kept in a WeakMap. */
  readonly bytes: Buffer;
  /** Moment (wall clock, milliseconds) until which anybody may be given it without the service being asked again; 0 where nobody may. */
  freshUntil = 0;
  readonly #headers: ResponseHeaders;
  readonly #kept: KeptEnding | undefined;
  #value: unknown;
  #isParsed = false;

  /** `kept` stands beside bytes that will be given again. */
  constructor(status: number, headers: ResponseHeaders, bytes: Buffer, kept?: KeptEnding) {
    this.status = status;
    this.ok = status >= 200 && status < 300;
    this.#headers = headers;
    this.bytes = bytes;
    this.#kept = kept;
  }

  /** Whether it says that its body is JSON. */
  get isJson(): boolean {
    return jsonMediaType.test(this.get('content-type') ?? '');
  }

  /** The value of a header, several joined by a comma. The length is always known: openapi-fetch then takes `json()`. */
  get(name: string): string | null {
    const key = name.toLowerCase();
    if (key === 'content-length') return String(this.bytes.length);
    const value = this.#headers[key];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  /**
   * The answer that this one, a 304, says still holds: under the headers of both. What the body is (its type, its coding) is told by the
   * kept answer alone, whose body it is (RFC 9111, 3.2).
   */
  confirming({ headers, bytes, ending }: ConfirmedAnswer): UpstreamResponse {
    const own = { 'content-type': headers['content-type'], 'content-encoding': undefined };
    return new UpstreamResponse(200, { ...headers, ...this.#headers, ...own }, bytes, ending);
  }

  async text(): Promise<string> {
    return this.bytes.toString();
  }

  /**
   * The parsed body, with an ListBytes for its `data` where it is a list.
   * Throws UPSTREAM_ERROR where it is not JSON in UTF-8 under JSON's media type.
   */
  async json(): Promise<unknown> {
    if (!this.#isParsed) {
      if (!this.isJson) throw this.#malformed();
      const parse = () => this.#parse();
      this.#value = listPayload(this.bytes, parse, this.#kept) ?? parse();
      this.#isParsed = true;
    }
    return this.#value;
  }

  #parse(): unknown {
    if (!isUtf8(this.bytes)) throw this.#malformed();
    try {
      return JSON.parse(this.bytes.toString());
    } catch (cause) {
      throw this.#malformed(cause);
    }
  }

  #malformed(cause?: unknown): GatewayError {
    return new GatewayError('UPSTREAM_ERROR', {
      message: 'The Field Data Service answered with something that is not JSON.',
      status: this.status,
      cause,
    });
  }
}

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
