/** A complete client for the graph in one function. It needs only `fetch`. */
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/**
 * One error. `path` is the field that is null because of it, `extensions.code` is for programs, and `message` for people. Only an error of
 * the graph has extensions for sure: one of a router or proxy may have none.
 */
export interface GraphError {
  message: string;
  path?: (string | number)[];
  extensions?: { code?: string; retryable?: boolean; retryAfterSeconds?: number; requestId?: string };
}

/** Data and errors together: if one field fails, the others still have data. */
export interface Answer<Data> {
  data: Data | null;
  errors: GraphError[];
}

/** A document of codegen's `documentMode: 'string'`: its text, with the types of its variables and its data. */
type TypedDocument<Data, Variables> = DocumentTypeDecoration<Data, Variables> & { toString(): string };

export interface Endpoint {
  url: string;
  headers: Record<string, string>;
}

/** More than the graph allows, so that its error arrives first: 30 seconds for the request to arrive, then 10 for the operation. */
const timeoutMs = 45_000;

/** Sends one operation. Rejects without a response of the graph: no network, a time-out, or the HTML page of a proxy. */
export async function request<Data, Variables>(
  { url, headers }: Endpoint,
  document: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Answer<Data>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/graphql-response+json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: document.toString(), variables }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = (await response.json()) as Partial<Answer<Data>>;
  if (body.data === undefined && !Array.isArray(body.errors))
    throw new Error('Something else than the graph answered.');
  return { data: body.data ?? null, errors: body.errors ?? [] };
}
