/**
 * Reads the one operation of an HTTP request: POST of application/json, or GET for queries. Other forms that GraphQL servers accept (forms,
 * files, bare documents, batches) are refused: browsers send some of them across origins without a preflight.
 */
import { readBody } from '../../platform/server/fetch-request.ts';
import {
  BodyTooLargeError,
  isJsonType,
  type NodeRequest,
  type RequestBody,
} from '../../platform/server/http-request.ts';
import { type GatewayError, refusal } from '../errors/gateway-error.ts';
import { placeOfJsonError } from '../../platform/json/json-error.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import type { OperationRequest } from '../operation/declarations.ts';

/** The graph's path. */
export const endpoint = '/graphql';

/** How requests are read. */
export interface ReadOptions {
  readonly bodyBytesMax: number;
  /**
   * The text of the document that the parameters name, if they contain no text. Throws a GatewayError with its HTTP status. Set once all
   * capabilities are attached: read it for each request.
   */
  readNamedDocument?: ((sent: Readonly<Record<string, unknown>>) => string) | undefined;
}

/** Reads a plain request: a POST whose body has arrived, or a GET. Throws a GatewayError that carries its HTTP status: 400 or 413. */
export function readPlainOperation(request: NodeRequest, options: ReadOptions): OperationRequest {
  const { body } = request;
  return body === undefined ? readQueryString(request.searchParams, options) : readJson(body, options);
}

/** Reads any request. Throws a GatewayError that carries its HTTP status: 400, 405, 413 or 415. */
export async function readOperation(request: Request, options: ReadOptions): Promise<OperationRequest> {
  if (request.headers.get('upgrade')?.toLowerCase() === 'websocket')
    throw bad('There is no WebSocket here: subscriptions are Server-Sent Events.');
  if (request.method === 'GET') return readQueryString(new URL(request.url).searchParams, options);
  if (request.method !== 'POST') throw refusal('METHOD_NOT_ALLOWED', 405, undefined, { allow: 'GET, HEAD, POST' });
  if (!isJsonType(request.headers.get('content-type'))) throw refusal('UNSUPPORTED_MEDIA_TYPE', 415);
  refuseCoded(request);
  return readJson(await readBody(request, options.bodyBytesMax), options);
}

/** Throws a GatewayError, 415, for a body that is compressed. */
export function refuseCoded({ headers }: Request): void {
  const isPlain = /^(identity)?$/i.test(headers.get('content-encoding') ?? '');
  if (!isPlain) throw refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'Send the body uncompressed, without Content-Encoding.');
}

function readJson(body: RequestBody, options: ReadOptions): OperationRequest {
  return readParameters(parseJson(textOf(body, options.bodyBytesMax), 'The body'), options);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body. Throws PAYLOAD_TOO_LARGE above `bytesMax`, and BAD_USER_INPUT if the body ended early or is not UTF-8. */
export function textOf(body: RequestBody, bytesMax: number): string {
  if (body instanceof BodyTooLargeError) {
    const message = `The request body has more than ${bytesMax} bytes (BODY_BYTES_MAX). Send less in one operation.`;
    throw refusal('PAYLOAD_TOO_LARGE', 413, message);
  }
  if (body instanceof Error) throw bad('The body ended early.');
  try {
    return utf8.decode(body);
  } catch {
    throw bad('The body is not UTF-8.');
  }
}

function readQueryString(parameters: URLSearchParams, options: ReadOptions): OperationRequest {
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

/** Does not pass on V8's message: it quotes the body, which may contain anything. */
function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(`${place} is not JSON: see ${placeOfJsonError(text)}.`);
  }
}

function readParameters(sent: unknown, options: ReadOptions): OperationRequest {
  if (Array.isArray(sent)) throw bad('Send one operation in a request: lists of operations are not supported.');
  if (!isRecord(sent)) throw bad('The body must be a JSON object with the member "query" or "documentId".');
  const { operationName } = sent;
  const hasText = typeof sent.query === 'string' && sent.query !== '' && (sent.documentId ?? null) === null;
  const query = hasText ? (sent.query as string) : options.readNamedDocument?.(sent);
  if (query === undefined) throw bad('"query" must be a GraphQL document.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw bad('"operationName" must be a string.');
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

const bad = (message: string): GatewayError => refusal('BAD_USER_INPUT', 400, message);
