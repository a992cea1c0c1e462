/** Calls of the upstream seam for tests, made as openapi-fetch would make them. */
import { backgroundScope, type CallScope, type Endpoint, UpstreamRequest } from '../../src/graph/upstream/call.ts';

/** Calls that a test leaves open must not end while other tests of the same worker run. */
export const callScope = ({ deadlineMs = 3_600_000, ...own }: Partial<CallScope> & { deadlineMs?: number } = {}) =>
  backgroundScope(deadlineMs, own);

export interface CallOptions {
  scope?: CallScope;
  endpoint?: Endpoint;
  path?: string;
  headers?: Record<string, string>;
}

export function read(baseUrl: string, { scope = callScope(), endpoint = 'weather', path, headers }: CallOptions = {}) {
  const url = `${baseUrl}${path ?? `/api/v1/${endpoint}?field_id=fld_1`}`;
  return new UpstreamRequest(url, { method: 'GET', headers: new Headers(headers), scope, endpoint });
}

export function write(baseUrl: string, { scope = callScope(), headers = {} }: CallOptions = {}): UpstreamRequest {
  return new UpstreamRequest(`${baseUrl}/api/v1/observations`, {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json', 'idempotency-key': 'key-1', ...headers }),
    body: '{"field_id":"fld_1","text":"hail"}',
    scope,
    endpoint: 'add-observation',
  });
}

/** The error with which a promise rejects; fails if it does not reject. */
export async function rejection(
  promise: Promise<unknown>,
): Promise<Error & { code?: string; extensions?: Record<string, unknown> }> {
  return promise.then(
    () => Promise.reject(new Error('expected a rejection')),
    (error) => error,
  );
}
