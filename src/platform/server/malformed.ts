/** The answer to what is no request that a handler could read: a minimal RFC 9457 problem, the same for every server. */
import { randomBytes } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The headers and the body of this status. Nothing of what was sent is echoed. */
function renderMalformed(status: number) {
  const requestId = `req_${randomBytes(12).toString('hex')}`;
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

/** Answers in a request's turn, and has the connection closed after it. */
export function answerMalformed(response: ServerResponse, status: number): void {
  const { headers, body } = renderMalformed(status);
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }).end(body);
}

/** The same where Node's parser gave up, so that there is no response to write to. */
export function writeMalformed(socket: Duplex, status: number): void {
  const { headers, body } = renderMalformed(status);
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () => socket.destroy());
}
