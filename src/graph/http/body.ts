/** Reads a request's body as text, never more of it than allowed: what is too large is refused before or while it arrives. */
import { GatewayError } from '../errors/gateway-error.ts';

/** What is read of a request: a Request has it, and so has the JSON door's own. */
export interface BodySource {
  headers: { get(name: string): string | null };
  /** Where its length was not stated. */
  readonly body?: ReadableStream<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer | Uint8Array>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws PAYLOAD_TOO_LARGE over `bytesMax`, and BAD_USER_INPUT where the body ends early or is not UTF-8. */
export async function readBody(request: BodySource, bytesMax: number): Promise<string> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > bytesMax) throw tooLarge(bytesMax);
  // A declared length is kept by Node's HTTP parser, so only a body without one has to be counted as it comes.
  const bytes = declared === null ? await readCounted(request, bytesMax) : await request.arrayBuffer().catch(refuse);
  if (bytes.byteLength > bytesMax) throw tooLarge(bytesMax);
  try {
    return utf8.decode(bytes);
  } catch {
    throw badBody('The body is not UTF-8.');
  }
}

async function readCounted({ body }: BodySource, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(refuse);
    if (done) break;
    length += value.byteLength;
    // The rest is not waited for: the listener's own time limit ends a body that never does.
    if (length > bytesMax) throw tooLarge(bytesMax);
    chunks.push(value);
  }
  return Buffer.concat(chunks, length);
}

function refuse(): never {
  throw badBody('The body ended early.');
}

function badBody(message: string): GatewayError {
  return new GatewayError('BAD_USER_INPUT', { message, http: { status: 400 } });
}

function tooLarge(bytesMax: number): GatewayError {
  return new GatewayError('PAYLOAD_TOO_LARGE', {
    message: `The request body has more than ${bytesMax} bytes (BODY_BYTES_MAX). Send less in one operation.`,
    http: { status: 413 },
  });
}
