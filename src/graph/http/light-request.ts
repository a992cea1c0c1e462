/**
 * A POST of JSON as the pipeline reads it, over node:http's own request: method, URL, headers by name, the body once, and a signal
 * for a caller who goes away. What a WHATWG Request has beyond that costs more than most operations.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export class LightRequest {
  readonly method = 'POST';
  readonly url: string;
  /** Aborted when the connection closes before the answer was written. */
  readonly signal: AbortSignal;
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming;
    // The name of the host is whatever the caller wrote, and nothing may depend on it.
    this.url = `http://localhost${incoming.url}`;
    const controller = new AbortController();
    this.signal = controller.signal;
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) controller.abort();
    });
  }

  /** The part of WHATWG's Headers that reads one. */
  get headers(): Pick<Headers, 'get' | 'has'> {
    return this;
  }

  get(name: string): string | null {
    const value = this.#incoming.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  has(name: string): boolean {
    return this.#incoming.headers[name.toLowerCase()] !== undefined;
  }

  /** The bytes of the body, whose number was stated and is kept by Node's parser. Rejects where the body ends early. */
  arrayBuffer(): Promise<Uint8Array> {
    const incoming = this.#incoming;
    const chunks: Buffer[] = [];
    return new Promise((resolve, reject) => {
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', () => resolve(Buffer.concat(chunks)));
      incoming.once('error', reject);
    });
  }
}
