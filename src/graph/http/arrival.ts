/**
 * A POST of JSON as the pipeline reads it, over node:http's own request: method, headers by name, the body once, and a signal
 * for a caller who goes away. What a WHATWG Request has beyond that costs more than most operations.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallerSignal, isGone } from './caller-signal.ts';

export class LightRequest {
  readonly method = 'POST';
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #signal: CallerSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  /** Whether the connection closed before the answer was written. */
  get isGone(): boolean {
    return isGone(this.#outgoing);
  }

  /** Aborted when that happens. */
  get signal(): AbortSignal {
    this.#signal ??= new CallerSignal(this.#outgoing);
    return this.#signal as unknown as AbortSignal;
  }

  /** The part of WHATWG's Headers that reads one, its name in lower case. */
  get headers(): Pick<Headers, 'get'> {
    return this;
  }

  get(name: string): string | null {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  /** The bytes of the body, whose number was stated and is kept by Node's parser. Rejects where the body ends early. */
  arrayBuffer(): Promise<Uint8Array> {
    const incoming = this.#incoming;
    const chunks: Buffer[] = [];
    return new Promise((resolve, reject) => {
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
      incoming.on('error', reject);
    });
  }
}
