/** The reply that carries a result of GraphQL, or a refusal in the form of one. */
import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import type { WholeReply } from '../../platform/server/http-reply.ts';
import { memoize } from '../../platform/sync/memoize.ts';
import type { GatewayError } from '../errors/gateway-error.ts';
import type { StringifiedResult } from '../operation/coalescer.ts';
import { type ReplyMediaType, refusalMediaType } from './negotiation.ts';

/** Headers of a stream of events, which proxies must not buffer. */
export const streamHeaders = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };

/** Memoized: a new text would be hashed again wherever it is looked up. */
const contentTypeOf = memoize((mediaType) => `${mediaType}; charset=utf-8`);

/** The reply with this result. The `http` extension of its errors becomes status and headers, as in Yoga, and is not shown. */
export function render(result: StringifiedResult, mediaType: ReplyMediaType): WholeReply {
  const { errors, stringify } = result;
  const own: Uint8Array[] | undefined = stringify && [];
  const contentType = contentTypeOf(mediaType);
  if (errors === undefined) {
    const body = stringify?.(result, own) ?? JSON.stringify(result);
    return { status: 200, headers: ['content-type', contentType], body, own };
  }
  const known = Object.isFrozen(result) ? repeated[mediaType].get(result) : undefined;
  if (known) return { ...known, headers: [...known.headers] };
  const { status, headers } = readHttp(errors, mediaType);
  const shown = {
    ...result,
    errors: errors.map((error) => (error.extensions.http ? withoutHttp(error) : error)),
  } as unknown as ExecutionResult;
  const body = stringify?.(shown, own) ?? JSON.stringify(shown);
  const reply = { status, headers: ['content-type', contentType, ...headers], body, own };
  if (Object.isFrozen(result)) repeated[mediaType].set(result, { ...reply, headers: [...reply.headers] });
  return reply;
}

/** Replies to frozen results, which are sent repeatedly. They live as long as the results. */
const repeated: Record<ReplyMediaType, WeakMap<ExecutionResult, WholeReply>> = {
  'application/graphql-response+json': new WeakMap(),
  'application/json': new WeakMap(),
};

/** The reply to a request that is refused before GraphQL, in a media type that the request accepts. */
export function refuse(error: GatewayError, accept: string | null): WholeReply {
  return render({ errors: [error] }, refusalMediaType(accept));
}

/** The highest status of the errors. Under application/json those with `spec` do not count: there a GraphQL error is a 200. */
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

/** An error as callers see it: without the `http` extension. */
export function withoutHttp(error: GraphQLError): GraphQLFormattedError {
  const { http: _http, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}
