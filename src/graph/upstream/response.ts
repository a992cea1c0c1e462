/**
 * A response of the service: status, headers and the whole body as bytes, parsed once on first use. Several callers may share a response:
 * do not change its value.
 */
import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors/gateway-error.ts';
import { parseRecord } from '../../platform/json/is-record.ts';
import { type Envelope, otherEnvelope } from './other-envelope.ts';
import { placeOfJsonError } from '../../platform/json/json-error.ts';
import { tryOr } from '../../platform/sync/try-or.ts';

/** Headers of a response by lower-case name, as undici supplies them. */
export type ResponseHeaders = Record<string, string | string[] | undefined>;

const capital = /[A-Z]/;
const problemBytesMax = 65_536;
/** In a longer text, an error is not located: that would block the process. */
const locatedMax = 1_048_576;
/** The first two, where a proxy repeats the header. */
const mediaType = /^[\w.+/-]{1,80}(?:, ?[\w.+/-]{1,80})?/;
/** If the header is repeated, its last value counts, as in the fetch standard. */
const jsonMediaType = /^(?:.*,\s*)??application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

export class UpstreamResponse {
  readonly status: number;
  /** Whether its status is a success of the contract. A 206 has only a part of the list. */
  readonly ok: boolean;
  /** The part of a WHATWG Response's headers that openapi-fetch reads. */
  readonly headers: { get(name: string): string | null } = this;
  /** The whole body. An unchanged body is the same object, so that a WeakMap can cache what was made of it. */
  readonly bytes: Buffer;
  /** Moment (wall clock, milliseconds) until which any caller may get it without a request; 0 for never. */
  freshUntil = 0;
  /** Whether the cache returned it without a request. Other lists may be newer. */
  isUnconfirmed = false;
  readonly #headers: ResponseHeaders;
  readonly #envelope: CachedEnvelope | undefined;
  /** The result of `json`; undefined before its first call. */
  #value: unknown;

  /** Pass `envelope` only with cached bytes. */
  constructor(status: number, headers: ResponseHeaders, bytes: Buffer, envelope?: CachedEnvelope) {
    this.status = status;
    this.ok = status === 200 || status === 201;
    this.#headers = headers;
    // Like fetch: some services begin with a byte order mark, which JSON.parse refuses.
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.bytes = hasMark ? bytes.subarray(3) : bytes;
    this.#envelope = envelope;
  }

  get isJson(): boolean {
    return jsonMediaType.test(this.get('content-type') ?? '');
  }

  /** The value of a header; several values are joined by a comma. A length is always present, so that openapi-fetch calls `json()`. */
  get(name: string): string | null {
    const key = capital.test(name) ? name.toLowerCase() : name;
    if (key === 'content-length') return String(this.bytes.length);
    const value = this.#headers[key];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  /** The cached response that this 304 confirms, with the headers of both. Type and coding are those of the cached body (RFC 9111, 3.2). */
  confirming({ headers, bytes, envelope }: { headers: ResponseHeaders; bytes: Buffer; envelope: CachedEnvelope }) {
    const own = { 'content-type': headers['content-type'], 'content-encoding': undefined };
    return new UpstreamResponse(200, { ...headers, ...this.#headers, ...own }, bytes, envelope);
  }

  /** For openapi-fetch, which parses the body of a refusal, in a batch once per field. A longer body is no problem of RFC 9457. */
  async text(): Promise<string> {
    return this.ok || this.bytes.length <= problemBytesMax ? this.bytes.toString() : '';
  }

  /**
   * The parsed body, with a ResponseList for its `data` if that is a list.
   * Throws UPSTREAM_ERROR unless it is JSON in UTF-8 under JSON's media type, or if the members after the list are too long.
   */
  json(): unknown {
    if (this.#value === undefined) {
      if (!this.isJson)
        throw this.#malformed(`its Content-Type is ${mediaType.exec(this.get('content-type') ?? '') ?? 'missing'}`);
      this.#value = listPayload(this.bytes, this, this.#envelope) ?? this.parse();
    }
    return this.#value;
  }

  /** The parsed body; undefined where `json` throws. */
  tryJson(): unknown {
    return tryOr(() => this.json(), undefined);
  }

  /** The whole body, parsed anew. Throws UPSTREAM_ERROR unless it is JSON in UTF-8. */
  parse(): unknown {
    if (!isUtf8(this.bytes)) throw this.#malformed('it is not UTF-8');
    const text = this.bytes.toString();
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw this.#malformed(
        text.length > locatedMax ? 'its error is not located in so long a text' : `see ${placeOfJsonError(text)}`,
        cause,
      );
    }
  }

  #malformed(how: string, cause?: unknown): GatewayError {
    if (this.#envelope) this.#envelope.isMalformed = true;
    return new GatewayError('UPSTREAM_ERROR', {
      message: `The response of the Field Data Service is not JSON: ${how}.`,
      status: this.status,
      cause,
    });
  }
}

/** Parses all bytes of a response. */
type WholeBody = Pick<UpstreamResponse, 'parse'>;

/** The list of a response: the bytes between its brackets. Several callers may share it. */
export class ResponseList {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly isCached: boolean;
  readonly #body: WholeBody;
  #value: unknown;

  constructor(bytes: Buffer, { start, end }: Envelope, isCached: boolean, body: WholeBody) {
    this.bytes = bytes;
    this.isCached = isCached;
    this.start = start;
    this.end = end;
    this.#body = body;
  }

  /** The parsed list. Throws the errors of parsing. Returns any value if the response is no object with a list. */
  parse(): unknown {
    this.#value ??= (this.#body.parse() as { data?: unknown }).data;
    return this.#value;
  }

  /** A member of the response that the payload lacks, because another list is between it and the end. Searches all bytes. */
  findMember(name: string): unknown {
    const isThere = mayHaveMember(this.bytes.subarray(this.start, this.end), name);
    return isThere ? (this.#body.parse() as Record<string, unknown>)[name] : undefined;
  }
}

const compactOpening = Buffer.from('{"data":[');
/** Bytes around the list of a cached response up to which its members stay parsed: the cache counts so many for each. */
const cachedAroundMax = 2_048;
/** The members after the list, by the contract. */
const closings = ['],"page":{', '],"meta":{'].map((text) => Buffer.from(text));
/** Bytes of a compact response that are inspected for the end of its list. */
const endingMax = 512;
const ending = Buffer.alloc(endingMax);
const [openingBrace, comma] = Buffer.from('{,') as unknown as [number, number];

/** Facts about cached bytes: their envelope once it was read, or that they are not JSON. The cache then requests them again. */
export interface CachedEnvelope {
  envelope?: Envelope;
  isMalformed?: true;
  /** Moment (wall clock, milliseconds) until which the cache does not revalidate them, because that failed. */
  plainUntil?: number;
}

/**
 * The payload of bytes that begin and end like a list. `body` parses all of them.
 * If the bytes are JSON, the members are those that a parse would return. Only a `page` may be missing: ResponseList finds it.
 */
export function listPayload(bytes: Buffer, body: WholeBody, cached?: CachedEnvelope) {
  const envelope = cached?.envelope ?? compactEnvelope(bytes) ?? checkedEnvelope(bytes);
  if (envelope === undefined) return undefined;
  const { start, end } = envelope;
  if (cached && bytes.length - (end - start) <= cachedAroundMax) cached.envelope = envelope;
  return { ...envelope.members, data: new ResponseList(bytes, envelope, cached !== undefined, body) };
}

/** Whether a body begins as JSON.stringify writes a list. */
export const beginsCompact = (bytes: Buffer): boolean =>
  bytes.length >= compactOpening.length && compactOpening.compare(bytes, 0, compactOpening.length) === 0;

/** The envelope of a list in the format of JSON.stringify; undefined for other bytes. Copies only the ending. */
export function compactEnvelope(bytes: Buffer): Envelope | undefined {
  if (!beginsCompact(bytes) || !isUtf8(bytes)) return undefined;
  const from = Math.max(compactOpening.length - 1, bytes.length - endingMax);
  const length = bytes.copy(ending, 0, from);
  let first: Envelope | undefined;
  for (const closing of closings) {
    const at = ending.lastIndexOf(closing, length - closing.length);
    if (at < 0) continue;
    // The comma after the list becomes the brace of an object with the members.
    ending[at + 1] = openingBrace;
    const members = parseRecord(ending.toString('utf8', at + 1, length));
    ending[at + 1] = comma;
    // The earliest closing counts: a later one may end another list.
    if (members && !('data' in members) && from + at < (first?.end ?? bytes.length))
      first = { members, start: compactOpening.length, end: from + at };
  }
  return first && endsRecords(first, bytes) ? first : undefined;
}

const closingBrace = 0x7d;

/** Whether the list of an envelope can be that of the records, and not another one after `meta`. */
function endsRecords({ members, start, end }: Envelope, bytes: Buffer): boolean {
  if (end > start && bytes[end - 1] !== closingBrace) return false;
  return 'meta' in members || !mayHaveMember(bytes.subarray(start, end), 'meta');
}

/** The envelope of a list in another format; undefined for other bytes. Throws UPSTREAM_ERROR if the members after it are too long. */
export function checkedEnvelope(bytes: Buffer): Envelope | undefined {
  const envelope = otherEnvelope(bytes);
  return envelope && endsRecords(envelope, bytes) ? envelope : undefined;
}

/** Searches without the first quote: JSON has so many quotes that they would take most of the time. */
export const mayHaveMember = (bytes: Buffer, name: string): boolean => bytes.includes(`${name}"`);
