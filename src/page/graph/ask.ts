/** One operation over HTTP: what came of it as data and errors, or that nothing came. It never throws. */
import type { TypedDocumentString } from '../__generated__/graphql.ts';

/** A GraphQL error as the graph sends it. */
export interface GraphFault {
  message: string;
  path?: (string | number)[];
  extensions?: { code?: string; retryable?: boolean; retryAfterSeconds?: number; requestId?: string };
}

/** `data` is null where nothing of it can be shown; `errors` is empty where all went well. */
export interface Answer<Result> {
  data: Result | null;
  errors: GraphFault[];
}

/** Codes of our own, for what no graph said. */
export const noAnswer = 'NO_ANSWER';
export const notTheGraph = 'NOT_THE_GRAPH';

const endpoint = '/graphql';
const timeoutMs = 30_000;

/** Asks the graph that this page came from, with the person's key where there is one. */
export async function ask<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  apiKey: string | undefined,
): Promise<Answer<Result>> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
  };
  if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`;
  try {
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: document.toString(), variables }),
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await reply.text();
    return readAnswer(text) ?? fault(notTheGraph, `Status ${reply.status} without a GraphQL answer.`);
  } catch (error) {
    return fault(noAnswer, error instanceof Error ? error.message : String(error));
  }
}

function readAnswer<Result>(text: string): Answer<Result> | undefined {
  try {
    const { data = null, errors = [] } = JSON.parse(text) as Partial<Answer<Result>>;
    return data === null && errors.length === 0 ? undefined : { data, errors };
  } catch {
    return undefined;
  }
}

function fault<Result>(code: string, message: string): Answer<Result> {
  return { data: null, errors: [{ message, extensions: { code, retryable: true } }] };
}

/** What programs know an error by. */
export function codeOf({ extensions }: GraphFault): string {
  return extensions?.code ?? 'UNKNOWN';
}
