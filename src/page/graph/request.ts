/** One operation over HTTP. Network and HTTP failures are errors of the answer: nothing is thrown. */
import type { GraphError } from '../../../client/live.ts';
import type { TypedDocumentString } from '../__generated__/graphql.ts';

export type { GraphError };

/** The members of `extensions.receipt` that are shown; docs/explain.md describes all. Times are in milliseconds. */
export interface Receipt {
  calls: { made: number };
  durationMs: number;
  reads: {
    id: number;
    read: string;
    paths?: string[];
    outcome: string;
    code?: string;
    via: string[];
    startedMs: number;
    waitedMs: number;
    tookMs?: number;
  }[];
}

/** `data` is null where none of it can be shown; `errors` is empty on success. */
export interface Answer<Result> {
  data: Result | null;
  errors: GraphError[];
  /** Present if it was requested, and the graph returns receipts. */
  receipt?: Receipt | undefined;
}

/** Codes of our own, for failures on the way to the graph. */
export const noAnswer = 'NO_ANSWER';
export const lateAnswer = 'LATE_ANSWER';
export const notTheGraph = 'NOT_THE_GRAPH';

/** The graph's path. */
export const endpoint = '/graphql';
const timeoutMs = 30_000;

/** Headers of every request: this client by its name and version, and the person's key if there is one. */
export const headersOf = (apiKey: string | undefined): Record<string, string> => ({
  'graphql-client-name': 'field-page',
  // Tests of queries have no document.
  'graphql-client-version': globalThis.document?.documentElement.dataset.version ?? '',
  ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
});

/** Sends an operation to the graph that this page came from, with the person's key if there is one. `extensions` may request a receipt. */
export async function request<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  apiKey: string | undefined,
  extensions?: { receipt: true },
): Promise<Answer<Result>> {
  try {
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers: {
        ...headersOf(apiKey),
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
      },
      body: JSON.stringify({ query: document, variables, extensions }),
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await reply.text();
    return readAnswer(text) ?? failure(notTheGraph, `Status ${reply.status} without a GraphQL answer.`);
  } catch (error) {
    return failure(noAnswer, error instanceof Error ? error.message : String(error));
  }
}

function readAnswer<Result>(text: string): Answer<Result> | undefined {
  try {
    const reply: Partial<Answer<Result>> & { extensions?: { receipt?: Receipt } } = JSON.parse(text);
    const { data = null, errors = [], extensions } = reply;
    const isOfGraph = data === null ? errors.length > 0 : Object.keys(data as object).length > 0;
    // Frameworks and proxies write `errors` of other forms.
    if (!isOfGraph || !Array.isArray(errors) || errors.some(({ message }) => typeof message !== 'string'))
      return undefined;
    return { data, errors, receipt: extensions?.receipt };
  } catch {
    return undefined;
  }
}

function failure<Result>(code: string, message: string): Answer<Result> {
  return { data: null, errors: [{ message, extensions: { code, retryable: true } }] };
}

/** Whether the same request may succeed later. */
export const isPassing = ({ extensions }: GraphError): boolean => extensions?.retryable === true;

export const codeOf = ({ extensions }: GraphError): string => extensions?.code ?? 'UNKNOWN';
