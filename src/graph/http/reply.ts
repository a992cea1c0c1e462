/**
 * What goes out: status, headers as one flat list, and a body that is whole or a stream. Whoever routes, limits or compresses sees this and
 * nothing of node:http or WHATWG, which a reply becomes at the very end.
 */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { GatewayError } from '../errors/gateway-error.ts';
import { type ReplyMediaType, refusalMediaType } from './negotiation.ts';

/** Headers as node:http writes them fastest: one flat list of names, in lower case, and values in turn. */
export type HeaderList = readonly string[];

/** A text, or its bytes in parts that stand one after the other. */
export type WholeBody = string | Uint8Array[];

/** Content codings of bodies. */
export type ContentCoding = 'br' | 'gzip';

export interface Reply {
  status: number;
  /** The reply's own: it is added to on the way out. Of a name that comes twice the last value counts. */
  headers: string[];
  /** An empty text is no body. */
  body: WholeBody | ReadableStream<Uint8Array>;
  /** Whether its body is in the coding that it goes out in. */
  isCoded?: true;
  /** The coding that a large body gets while it is sent. */
  coding?: ContentCoding;
  /** Whether caches may keep it for others: then nothing of the one request is added to it. */
  isPublic?: true;
  /** What Yoga calls the status, where it does. */
  statusText?: string;
}

/** A reply whose body is at hand. */
export interface WholeReply extends Reply {
  body: WholeBody;
}

/** A result that may know a faster way to its JSON than JSON.stringify. */
interface Result extends ExecutionResult {
  stringify?: (result: ExecutionResult) => WholeBody;
}

/** The reply that tells a result. The `http` extension of its errors becomes status and headers, as Yoga has it, and is not shown. */
export function render(result: Result, mediaType: ReplyMediaType): WholeReply {
  const stringify = result.stringify ?? JSON.stringify;
  const { errors } = result;
  const contentType = `${mediaType}; charset=utf-8`;
  if (errors === undefined) return { status: 200, headers: ['content-type', contentType], body: stringify(result) };
  const known = Object.isFrozen(result) ? repeated[mediaType].get(result) : undefined;
  if (known) return { ...known, headers: [...known.headers] };
  const { status, headers } = readHttp(errors, mediaType);
  const shown = { ...result, errors: errors.map(withoutHttp) } as unknown as ExecutionResult;
  const reply = { status, headers: ['content-type', contentType, ...headers], body: stringify(shown) };
  if (Object.isFrozen(result)) repeated[mediaType].set(result, { ...reply, headers: [...reply.headers] });
  return reply;
}

/** Replies to results that are frozen, which are told again and again: they live as long as those. */
const repeated: Record<ReplyMediaType, WeakMap<ExecutionResult, WholeReply>> = {
  'application/graphql-response+json': new WeakMap(),
  'application/json': new WeakMap(),
};

/** The same for what is refused before GraphQL sees it, by what the request accepts. */
export function refuse(error: GatewayError, accept: string | null): WholeReply {
  return render({ errors: [error] }, refusalMediaType(accept));
}

/** The highest status that an error asks for. Under application/json those that say `spec` do not: there a GraphQL error is a 200. */
function readHttp(errors: readonly GraphQLError[], mediaType: ReplyMediaType): { status: number; headers: string[] } {
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

/** A reply of plain JSON, with these headers beside its type. */
export function json(value: unknown, status = 200, headers: HeaderList = []): Reply {
  return { status, headers: ['content-type', 'application/json', ...headers], body: JSON.stringify(value) };
}

/** A reply without a body. */
export function empty(status: number, headers: HeaderList = []): Reply {
  return { status, headers: [...headers], body: '' };
}

/** The value of a header; undefined where it is not there. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const at = indexOf(headers, name);
  return at === -1 ? undefined : headers[at + 1];
}

/** Says that the reply depends on this header of a request. */
export function vary(headers: string[], name: string): void {
  const at = indexOf(headers, 'vary');
  if (at === -1) headers.push('vary', name);
  else if (!headers[at + 1]?.includes(name)) headers[at + 1] = `${headers[at + 1]}, ${name}`;
}

function indexOf(headers: HeaderList, name: string): number {
  for (let at = 0; at < headers.length; at += 2) if (headers[at] === name) return at;
  return -1;
}

/** The bytes that a body has. */
export function byteLengthOf(body: string | readonly Uint8Array[]): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  let length = 0;
  for (const { byteLength } of body) length += byteLength;
  return length;
}

/** A body in one piece. */
export function bytesOf(body: WholeBody): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  return body.length === 1 ? (body[0] as Uint8Array) : Buffer.concat(body);
}

/** The reply of a Response, whose body stays the stream that it is. */
export function fromResponse({ status, statusText, headers, body }: Response): Reply {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return { status, statusText, headers: list, body: body ?? '' };
}

/** The same in parts, without a copy of bytes. */
export function bytesIn(body: WholeBody): Uint8Array[] {
  return typeof body === 'string' ? [Buffer.from(body)] : body;
}

/** Whether a body is sent bit by bit as its reader takes it, without a validator. */
export function isLarge(body: WholeBody): boolean {
  return byteLengthOf(body) > largeBytesMin;
}

const largeBytesMin = 1024 * 1024;
