/** One request in the service, and the answer that a route gives: plain values, made into a reply once. */
import { createETag, etagMatcher } from '../../platform/server/etag.ts';
import type { HttpRequest } from '../../platform/server/http-request.ts';
import { problemFacts, renderProblem, type ServiceProblem } from '../records/errors.ts';
import type { Scope } from '../records/keys.ts';
import type { KnownCaller } from './caller.ts';

/** A request before routing. */
export interface RequestContext {
  request: HttpRequest;
  requestId: string;
  /** Whether it is a call of a gateway, which bounds its calls itself: in the same process, or of an address without a quota. */
  isExempt: boolean;
  /**
   * Lets the request in: checks its key, its scope and its quota, in this order.
   * Throws the problem that refuses it. Routes call it before they look at anything else; `requests` is what it counts as, 1 by default.
   */
  admit(scope: Scope, requests?: number): Promise<KnownCaller>;
}

/** The answer of a route. The server adds the headers that every answer has. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** A route: one method on one path. */
export interface Route {
  method: 'GET' | 'POST';
  /** A path, as URLPattern has them: `/problems/:code`. */
  path: string;
  handle(context: RequestContext, parameters: Readonly<Record<string, string>>): Promise<Answer> | Answer;
}

/** 200 with a strong validator of the very bytes, made here unless one is passed, or 304 where the caller has them already. */
export function answerWithETag(
  { request }: RequestContext,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  etag = typeof body === 'string' ? createETag(body) : etagsOfBytes.getOrInsertComputed(body, createETag),
): Answer {
  const isKnown = etagMatcher(request.headers.get('if-none-match'));
  if (isKnown(etag)) return { status: 304, headers: { ...headers, etag }, body: null };
  return { status: 200, headers: { 'content-type': 'application/json', ...headers, etag }, body };
}

/** Renders a problem as an answer. */
export function refusal(problem: ServiceProblem, requestId: string, path: string): Answer {
  return {
    status: problemFacts[problem.code].status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...problem.headers },
    body: renderProblem(problem, requestId, path),
  };
}

/** Bytes are documents that many answers share: each is hashed once. */
const etagsOfBytes = new WeakMap<Uint8Array, string>();
