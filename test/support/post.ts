/** Sends what no client library would: an operation as raw parameters, a body as raw bytes, a request as raw text. */
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  /** The parsed body; undefined where it is empty. */
  body: { data?: unknown; errors?: { message: string; extensions: Record<string, unknown> }[] } | undefined;
}

/** One POST of these parameters as JSON, with any headers. */
export function post(graphUrl: string, parameters: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return send(graphUrl, { method: 'POST', body: JSON.stringify(parameters), headers });
}

/** One request to the graph's endpoint; `search` begins with a question mark. */
export async function send(graphUrl: string, init: RequestInit, search = ''): Promise<RawAnswer> {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...init.headers };
  const response = await fetch(`${graphUrl}/graphql${search}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Less than servers wait for the rest of a request, and else enough for a busy machine. */
const silenceMsMax = 9_000;

/** What came back on a socket of its own for these bytes, and whether it stayed open without a word for 9 seconds. */
export function exchange(graphUrl: string, bytes: Uint8Array): Promise<{ received: string; hung: boolean }> {
  const { hostname, port } = new URL(graphUrl);
  const result = { received: '', hung: false };
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  socket.setTimeout(silenceMsMax, () => {
    result.hung = true;
    socket.destroy();
  });
  socket.on('data', (text) => (result.received += text));
  // A reset by the server is an answer too; what came before it is given.
  socket.on('error', () => {});
  // Closing our half tells the server that no more will come: whatever was begun has to end now.
  socket.end(bytes);
  return new Promise((resolve) => socket.on('close', () => resolve(result)));
}
