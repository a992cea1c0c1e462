/**
 * Reads the one operation of an HTTP request: POST of application/json, or GET for queries. Everything else that GraphQL
 * servers take (forms, files, bare documents, batches) is refused: browsers send some of it across origins unasked.
 */
import type { ErrorCode } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import type { OperationRequest } from '../operation/pipeline.ts';
import { readNamedDocument, type TextOfHash } from './named-document.ts';

/** What is read of a POST of any form. */
export interface BodySource {
  headers: { get(name: string): string | null };
  /** Where its length was not stated. */
  readonly body?: ReadableStream<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer | Uint8Array>;
}

/** How requests are read. */
export interface ReadOptions {
  bodyBytesMax: number;
  /** What documents may be named by; absent where none may. */
  textOfHash?: TextOfHash | undefined;
}

/** Throws a GatewayError that carries its HTTP status: 400, 405, 413 or 415. */
export async function readOperation(request: Request, options: ReadOptions): Promise<OperationRequest> {
  if (request.method === 'GET') return readQueryString(new URL(request.url).searchParams, options);
  if (request.method !== 'POST') throw refusal('METHOD_NOT_ALLOWED', 405, undefined, { allow: 'GET, POST' });
  if (!isJson(request.headers.get('content-type'))) throw refusal('UNSUPPORTED_MEDIA_TYPE', 415);
  return readParameters(parseJson(await readBody(request, options.bodyBytesMax), 'The body'), options);
}

/** A POST of JSON whose body is at hand: undefined where it ended early, or is longer than allowed and was not waited for. */
interface PlainPost {
  headers: { get(name: string): string | null };
  body: Uint8Array | undefined;
}

/** The same for a POST whose media type was looked at and whose length is stated. */
export function readPost({ headers, body }: PlainPost, options: ReadOptions): OperationRequest {
  const { bodyBytesMax } = options;
  if (Number(headers.get('content-length')) > bodyBytesMax) throw tooLarge(bodyBytesMax);
  return readParameters(parseJson(toText(body ?? endEarly()), 'The body'), options);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The body as text, never more of it than allowed: what is too large is refused before or while it arrives. Throws PAYLOAD_TOO_LARGE over
 * `bytesMax`, and BAD_USER_INPUT where the body ends early or is not UTF-8.
 */
export async function readBody(request: BodySource, bytesMax: number): Promise<string> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > bytesMax) throw tooLarge(bytesMax);
  // A declared length is kept by Node's HTTP parser, so only a body without one has to be counted as it comes.
  const bytes = declared === null ? await readCounted(request, bytesMax) : await request.arrayBuffer().catch(endEarly);
  if (bytes.byteLength > bytesMax) throw tooLarge(bytesMax);
  return toText(bytes);
}

function toText(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw bad('The body is not UTF-8.');
  }
}

async function readCounted({ body }: BodySource, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(endEarly);
    if (done) break;
    length += value.byteLength;
    // The rest is not waited for: the listener's own time limit ends a body that never does.
    if (length > bytesMax) throw tooLarge(bytesMax);
    chunks.push(value);
  }
  return Buffer.concat(chunks, length);
}

/** The same for the query of an address. */
export function readQueryString(parameters: URLSearchParams, options: ReadOptions): OperationRequest {
  const sent = {
    documentId: parameters.get('documentId') ?? undefined,
    query: parameters.get('query') ?? undefined,
    operationName: parameters.get('operationName') ?? undefined,
    variables: parseParameter(parameters, 'variables'),
    extensions: parseParameter(parameters, 'extensions'),
  };
  return readParameters(sent, options);
}

function parseParameter(parameters: URLSearchParams, name: string): unknown {
  const text = parameters.get(name);
  return text ? parseJson(text, name) : undefined;
}

/** V8's own message is not passed on: it quotes the body, which may hold anything. */
function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(`${place} is not JSON.`);
  }
}

function readParameters(sent: unknown, options: ReadOptions): OperationRequest {
  if (Array.isArray(sent)) throw bad('Send one operation in a request: lists of operations are not taken.');
  if (!isRecord(sent)) throw bad('The body must be a JSON object with the member "query" or "documentId".');
  const { operationName } = sent;
  const hasText = typeof sent.query === 'string' && sent.query !== '' && (sent.documentId ?? null) === null;
  const query = hasText ? (sent.query as string) : readNamedDocument(sent, options.textOfHash);
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw bad('"operationName" must be a string.');
  }
  // Unknown members are dropped.
  return {
    query,
    operationName: operationName || undefined,
    variables: readObject(sent, 'variables'),
    extensions: readObject(sent, 'extensions'),
  };
}

function readObject(sent: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  const value = sent[name] ?? undefined;
  if (value === undefined || isRecord(value)) return value;
  throw bad(`"${name}" must be a JSON object.`);
}

const jsonMediaType = /^application\/json\s*(;|$)/i;
const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i;

function isJson(contentType: string | null): boolean {
  if (contentType === null || !jsonMediaType.test(contentType)) return false;
  const [, named = 'utf-8'] = charset.exec(contentType) ?? [];
  return named.toLowerCase() === 'utf-8';
}

function endEarly(): never {
  throw bad('The body ended early.');
}

function tooLarge(bytesMax: number): GatewayError {
  const message = `The request body has more than ${bytesMax} bytes (BODY_BYTES_MAX). Send less in one operation.`;
  return refusal('PAYLOAD_TOO_LARGE', 413, message);
}

function bad(message: string): GatewayError {
  return refusal('BAD_USER_INPUT', 400, message);
}

function refusal(code: ErrorCode, status: number, message?: string, headers?: Record<string, string>): GatewayError {
  return new GatewayError(code, { message, http: { status, headers } });
}
