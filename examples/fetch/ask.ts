/** A whole client for the graph in one function, on nothing but `fetch`. */
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/** One fault: `path` says which field is null because of it, `extensions.code` is for programs, `message` for people. */
export interface GraphError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; retryable: boolean; retryAfterSeconds?: number; requestId?: string };
}

/** Data and errors side by side: one field that failed leaves its neighbours as they are. */
export interface Answer<Data> {
  data: Data | null;
  errors: GraphError[];
}

/** A document of codegen's `documentMode: 'string'`: its text, and the types of what goes in and comes out. */
type TypedDocument<Data, Variables> = DocumentTypeDecoration<Data, Variables> & { toString(): string };

export interface Endpoint {
  url: string;
  headers: Record<string, string>;
}

/** A little more than the gateway's own deadline, so that its coded error comes before our own. */
const timeoutMs = 12_000;

/** Sends one operation. Rejects where no answer of the graph came: no network, a time-out, a proxy's page of HTML. */
export async function ask<Data, Variables>(
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
