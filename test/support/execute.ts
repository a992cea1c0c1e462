/** Sends a typed document to a graph as a front end would: one POST of JSON, one JSON answer. */
import type { TypedDocumentString } from './documents/graphql.ts';

export interface GraphError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; [name: string]: unknown };
}

export interface GraphAnswer<Data> {
  data?: Data | null;
  errors?: GraphError[];
}

/** Anything that answers a Request: a gateway's `answer`, or `fetch` for an address. */
export type Answerer = (request: Request) => Promise<Response>;

/** Executes a document and gives its JSON body, whatever the status. */
export async function execute<Data, Variables>(
  answer: Answerer,
  document: TypedDocumentString<Data, Variables>,
  variables?: Variables,
  headers: Record<string, string> = {},
  url = 'http://graph.test/graphql',
): Promise<GraphAnswer<Data>> {
  const response = await answer(
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify({ query: document.toString(), variables }),
    }),
  );
  return (await response.json()) as GraphAnswer<Data>;
}
