/**
 * An answer of the service: status, headers and the whole body as bytes, decoded and parsed once, when first asked for.
 * Callers that share a call share this object and what it was parsed to: nobody may change the value.
 */
import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors/gateway-error.ts';
import { type KeptEnding, listPayload } from './list-bytes.ts';

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
    this.#headers = headers;
    this.bytes = bytes;
    this.#kept = kept;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** Whether it says that its body is JSON. */
  get isJson(): boolean {
    return jsonMediaType.test(this.get('content-type') ?? '');
  }

  /** The part of a WHATWG Response's headers that openapi-fetch reads. */
  get headers(): { get(name: string): string | null } {
    return this;
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
