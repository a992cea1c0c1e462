/** A request in the service, and the response of its route as plain values. The service makes the reply from them once. */
import { createETag, etagMatcher } from '../../platform/server/etag.ts';
import type { HttpRequest } from '../../platform/server/http-request.ts';
import { problemFacts, renderProblem, type ServiceProblem } from '../records/errors.ts';
import type { Scope } from '../records/keys.ts';
import type { KnownCaller } from './caller.ts';

/** A request before routing. */
export interface RequestContext {
  request: HttpRequest;
  requestId: string;
  /** Whether a gateway sent the request: in the same process, or from an address without a quota. Gateways limit their own calls. */
  isExempt: boolean;
  /** Names the caller: its key once it is admitted, else its address. */
  callerName(): string;
  /**
   * Admits the request: checks its key, scope and quota, in this order, and throws the problem that refuses it. Only the size of a body may
   * be checked before. The request counts as `requests`, 1 by default.
   */
  admit(scope: Scope, requests?: number): Promise<KnownCaller>;
}

/** As text, or as bytes. */
type Content = string | Uint8Array<ArrayBuffer>;
type Headers = Record<string, string>;

/** The response of a route. The server adds the headers that every response has. */
export interface ServiceResponse {
  status: number;
  headers: Headers;
  body: Content | null;
  /** Memory of the body that nothing else uses. It is freed once it is sent. */
  own?: readonly Uint8Array[] | undefined;
}

/** A route: one method on one path. */
export interface Route {
  method: 'GET' | 'POST';
  path: string;
  handle(context: RequestContext): Promise<ServiceResponse> | ServiceResponse;
}

/** Responds with 200 and a strong ETag of the exact bytes, computed here unless one is passed. Responds with 304 if the caller has them. */
export function responseWithETag(
  { request }: RequestContext,
  body: Content,
  headers: Headers,
  etag = createETag(body),
): ServiceResponse {
  const isKnown = etagMatcher(request.headers.get('if-none-match'));
  if (isKnown(etag)) return { status: 304, headers: { ...headers, etag }, body: null };
  return { status: 200, headers: { 'content-type': 'application/json', ...headers, etag }, body };
}

/** The route of a document that is the same for everyone. It is made at its first request, as few callers need most of them. */
export function createDocumentRoute(path: string, make: () => Content, headers: Headers = {}): Route {
  let body: ReturnType<typeof make> | undefined;
  let etag: string | undefined;
  const handle: Route['handle'] = (context) => {
    body ??= make();
    etag ??= createETag(body);
    return responseWithETag(context, body, { 'cache-control': 'public, max-age=300', ...headers }, etag);
  };
  return { method: 'GET', path, handle };
}

/** A JSON response that no cache may store. */
export function uncachedResponse(status: number, body: Content | null, headers: Headers = {}): ServiceResponse {
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }, body };
}

/** Renders a problem as a response. */
export function refusal(problem: ServiceProblem, requestId: string, path: string): ServiceResponse {
  const headers = { 'content-type': 'application/problem+json', ...problem.headers };
  return uncachedResponse(problemFacts[problem.code].status, renderProblem(problem, requestId, path), headers);
}
