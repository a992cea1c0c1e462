/** Sends a typed document to a graph like a front end: one POST of JSON, one JSON response. */
import type { Document } from './documents/documents.ts';

export interface GraphError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; [name: string]: unknown };
}

export interface GraphAnswer<Data> {
  data?: Data | null;
  errors?: GraphError[];
}

/** Anything that responds to a Request: `answer` of a gateway, or `fetch` for an address. */
export type Answerer = (request: Request) => Promise<Response>;

const graphUrl = 'http://graph.test/graphql';

/** The POST of these parameters; a string is a query. */
export function postOf(parameters: object | string, headers: Record<string, string> = {}, url = graphUrl): Request {
  const body = JSON.stringify(typeof parameters === 'string' ? { query: parameters } : parameters);
  return new Request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

/** The JSON of the response, for any status. */
export const requestJson = async (answer: Answerer, ...args: Parameters<typeof postOf>) =>
  (await answer(postOf(...args))).json();

/** Executes a document and returns the JSON body, for any status. */
export function execute<Data, Variables>(
  answer: Answerer,
  document: Document<Data, Variables>,
  variables?: Variables,
  headers: Record<string, string> = {},
  url = graphUrl,
): Promise<GraphAnswer<Data>> {
  return requestJson(answer, { query: document, variables }, { accept: 'application/json', ...headers }, url);
}
