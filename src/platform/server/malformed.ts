/** The response to a request that no handler can read: a minimal RFC 9457 problem, the same for every server. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { readRequestId } from './http-request.ts';

/** Renders the headers and the body of this status. Echoes nothing of the request but a well-formed id. */
function renderMalformed(status: number, sentId?: string | string[]) {
  const requestId = readRequestId(typeof sentId === 'string' ? sentId : null);
  const title = STATUS_CODES[status] ?? 'Bad Request';
  return {
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    },
    body: JSON.stringify({ type: 'about:blank', title, status, request_id: requestId }),
  };
}

/** Responds in the request's turn, and closes the connection after it. */
export function answerMalformed(response: ServerResponse, status: number): void {
  const { headers, body } = renderMalformed(status, response.req.headers['x-request-id']);
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }).end(body);
}

/** Like answerMalformed, for a request that Node's parser refused: there is no response to write to. */
export function writeMalformed(socket: Duplex, status: number): void {
  const { headers, body } = renderMalformed(status);
  const date = new Date().toUTCString();
  const lines = Object.entries({ date, ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () => socket.destroy());
}
