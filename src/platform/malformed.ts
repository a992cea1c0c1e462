/** The answer to what is no request that a handler could be given: a minimal RFC 9457 problem, the same for every server. */
import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';

interface MalformedAnswer {
  headers: Record<string, string>;
  body: string;
}

/** The headers and the body of this status. Nothing of what was sent is echoed. */
export function renderMalformed(status: number): MalformedAnswer {
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
