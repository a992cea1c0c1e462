/** Handwritten messages of the Model Context Protocol 2026-07-28, so that tests can also send what no client library would. */
import type { ToolResult } from '../../src/graph/capabilities/mcp/tool-result.ts';
import type { Answerer } from './execute.ts';

export const protocolVersion = '2026-07-28';

/** The response to a message. */
export interface Replied<Result> {
  status: number;
  headers: Headers;
  /** The body. */
  text: string;
  id?: unknown;
  result?: Result;
  error?: { code: number; message: string; data?: unknown };
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Sends one message of a method, with the headers that repeat its content. */
export async function send<Result>(
  sendRequest: Answerer,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Replied<Result>> {
  const name = params.name ?? params.uri;
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } };
  const named: Record<string, string> = typeof name === 'string' ? { 'mcp-name': name } : {};
  const own = { 'mcp-protocol-version': protocolVersion, 'mcp-method': method, ...named, ...headers };
  return post(sendRequest, message, own);
}

/** Sends any body. */
export async function post<Result>(
  sendRequest: Answerer,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Replied<Result>> {
  const response = await sendRequest(
    new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      body: typeof message === 'string' ? message : JSON.stringify(message),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    }),
  );
  const text = await response.text();
  const body = text.startsWith('{') ? JSON.parse(text) : {};
  return { ...body, status: response.status, headers: response.headers, text };
}

/** The result of a request. Throws if the response is an error. */
async function resultOf<Result>(...request: Parameters<typeof send>): Promise<Result> {
  const { result, error, status } = await send<Result>(...request);
  if (!result) throw new Error(`${status}: ${JSON.stringify(error)}`);
  return result;
}

/** Calls a tool and returns its result, which a model reads. */
export const callTool = (
  sendRequest: Answerer,
  name: string,
  args: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => resultOf<ToolResult>(sendRequest, 'tools/call', { name, arguments: args }, headers);

/** The list of tools, and the body that it came in. */
export async function listTools(sendRequest: Answerer) {
  const { text, result } = await send<{ tools: { name: string; annotations: object }[] }>(sendRequest, 'tools/list');
  if (!result) throw new Error(text);
  return { text, tools: result.tools };
}
