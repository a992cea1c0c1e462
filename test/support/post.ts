/** Sends what no client library would: an operation as raw parameters, a body as raw bytes, or a request as raw text. */
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  /** The parsed body; undefined if it is empty. */
  body: { data?: unknown; errors?: { message: string; extensions: Record<string, unknown> }[] } | undefined;
}

/** Sends these parameters as one POST of JSON, with any headers. */
export function post(graphUrl: string, parameters: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return send(graphUrl, { method: 'POST', body: JSON.stringify(parameters), headers });
}

/** Sends one request to the endpoint of the graph; `search` begins with a question mark. */
export async function send(graphUrl: string, init: RequestInit, search = ''): Promise<RawAnswer> {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...init.headers };
  const response = await fetch(`${graphUrl}/graphql${search}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Shorter than servers wait for the rest of a request, but long enough for a busy machine. */
const silenceMsMax = 9_000;

/** Sends bytes on a new socket; returns what was received, and whether the socket stayed open and silent for 9 seconds. */
export function sendRaw(graphUrl: string, bytes: Uint8Array): Promise<{ received: string; hung: boolean }> {
  const { hostname, port } = new URL(graphUrl);
  const result = { received: '', hung: false };
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  socket.setTimeout(silenceMsMax, () => {
    result.hung = true;
    socket.destroy();
  });
  socket.on('data', (text) => (result.received += text));
  // A reset by the server is a valid end: the result has what was received before.
  socket.on('error', () => {});
  // Ends the sending side, so that the server must end everything that was begun.
  socket.end(bytes);
  return new Promise((resolve) => socket.on('close', () => resolve(result)));
}
