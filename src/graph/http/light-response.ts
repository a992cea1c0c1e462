/**
 * What Yoga makes instead of a WHATWG Response: a text, a status and headers, until somebody needs more. Given to Yoga as its
 * `fetchAPI.Response`, so that every door answers with the same object; callers of `gateway.fetch` get the real thing made of it.
 */
import { LightHeaders } from './light-headers.ts';

export class LightResponse {
  readonly status: number;
  readonly headers: LightHeaders;
  readonly body: BodyInit | null;

  constructor(body: BodyInit | null, init: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body;
    this.status = init.status ?? 200;
    this.headers = new LightHeaders(init.headers);
  }

  /** The bytes of the body. */
  async arrayBuffer(): Promise<Uint8Array | ArrayBuffer> {
    return typeof this.body === 'string' ? Buffer.from(this.body) : new Response(this.body).arrayBuffer();
  }
}

/** The same answer as a WHATWG Response. */
export function toResponse(response: Response | LightResponse): Response {
  if (!(response instanceof LightResponse)) return response;
  const { body, status, headers } = response;
  return new Response(body, { status, headers: [...headers] });
}
