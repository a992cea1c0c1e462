/**
 * An answer of the service: status, headers and the whole body as bytes, decoded and parsed once, when first asked for.
 * Callers that share a call share this object and what it was parsed to: nobody may change the value.
 */
import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors/gateway-error.ts';
import { listPayload } from './list-bytes.ts';

/** Headers of an answer by lower-case name, as undici gives them. */
export type AnswerHeaders = Record<string, string | string[] | undefined>;

const jsonMediaType = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

export class UpstreamResponse {
  readonly status: number;
  /** The whole body. A body that did not change is the same object: what was made of it can be kept in a WeakMap. */
  readonly bytes: Buffer;
  readonly #headers: AnswerHeaders;
  #value: unknown;
  #isParsed = false;

  constructor(status: number, headers: AnswerHeaders, bytes: Buffer) {
    this.status = status;
    this.#headers = headers;
    this.bytes = bytes;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
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
  confirming(kept: AnswerHeaders, bytes: Buffer): UpstreamResponse {
    const headers = { ...kept, ...this.#headers, 'content-type': kept['content-type'], 'content-encoding': undefined };
    return new UpstreamResponse(200, headers, bytes);
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
      if (!jsonMediaType.test(this.get('content-type') ?? '')) throw this.#malformed();
      const parse = () => this.#parse();
      this.#value = listPayload(this.bytes, parse) ?? parse();
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
