/**
 * An answer as the JSON door writes it: status, headers as one flat list, and a body that is a text or the parts of one. The `http`
 * extension of its errors becomes status and headers, by the same rules as Yoga's, and is not shown.
 */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { AnswerMediaType } from './negotiation.ts';

/** A text, or its bytes in parts that stand one after the other. */
export type AnswerBody = string | Uint8Array[];

export interface Answer {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  body: AnswerBody;
}

/** A result that may know a faster way to its JSON than JSON.stringify. */
interface Result extends ExecutionResult {
  stringify?: (result: ExecutionResult) => AnswerBody;
}

/** The answer that tells a result. */
export function renderResult(result: Result, mediaType: AnswerMediaType): Answer {
  const stringify = result.stringify ?? JSON.stringify;
  const { errors } = result;
  const contentType = `${mediaType}; charset=utf-8`;
  if (errors === undefined) return { status: 200, headers: ['content-type', contentType], body: stringify(result) };
  const { status, headers } = readHttp(errors, mediaType);
  const shown = { ...result, errors: errors.map(withoutHttp) } as unknown as ExecutionResult;
  return { status, headers: ['content-type', contentType, ...headers], body: stringify(shown) };
}

/** The highest status that an error asks for. Under application/json those that say `spec` do not: there a GraphQL error is a 200. */
function readHttp(errors: readonly GraphQLError[], mediaType: AnswerMediaType): { status: number; headers: string[] } {
  let status = 0;
  const headers = new Map<string, string>();
  for (const { extensions } of errors) {
    const http = extensions.http as { status?: number; spec?: boolean; headers?: Record<string, string> } | undefined;
    for (const name in http?.headers) headers.set(name.toLowerCase(), http.headers[name] as string);
    if (http?.spec !== true || mediaType !== 'application/json') status = Math.max(status, http?.status ?? 0);
  }
  return { status: status || 200, headers: [...headers].flat() };
}

function withoutHttp(error: GraphQLError): object {
  const { http: _http, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}

/** The bytes that a body has. */
export function byteLengthOf(body: AnswerBody): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** A body in one piece. */
export function bytesOf(body: AnswerBody): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body);
}
