/**
 * The gateway on a socket. What front ends send, a plain POST or GET of an operation, is read and written as node:http has it; any other
 * request becomes a WHATWG Request first, for Yoga. The same function replies to both.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { context } from '@opentelemetry/api';
import { createServerAdapter } from '@whatwg-node/server';
import { releaseAdmission } from '../../platform/server/admission/with-admission.ts';
import { writeReply } from '../../platform/server/http-reply.ts';
import { NodeRequest } from '../../platform/server/http-request.ts';
import type { NodeHandler } from '../../platform/server/listen.ts';
import { type BufferedBytes, countBody, UnreadReply } from '../../platform/server/buffered-bytes.ts';
import { memoize } from '../../platform/sync/memoize.ts';
import { andThen } from '../../platform/sync/maybe-promise.ts';
import { readPlainAccept } from './negotiation.ts';
import { endpoint } from './operation-request.ts';
import type { Server } from './server.ts';

/** The server as a handler of node:http. A body of more bytes than allowed is not read. */
export function createNodeHandler({ receive, fetch }: Server, bytesMax: number, unsent: BufferedBytes): NodeHandler {
  const handleAny = createServerAdapter<{ req?: IncomingMessage; res?: ServerResponse }>(
    async (request, { req, res }) => {
      const cut = () => void req?.socket.destroy(new UnreadReply());
      const response = await fetch(request, req?.socket.remoteAddress, cut);
      // A stream of events costs nothing while it waits: other requests may begin. The results of /mcp that have this header are no streams.
      const isStream = response.headers.get('x-accel-buffering') === 'no';
      // Not by the text of the address, which may be `/./graphql`.
      if (res && isStream && new URL(request.url).pathname === endpoint) releaseAdmission(res);
      return response;
    },
  );

  return (incoming, outgoing) => {
    if (!isPlain(incoming)) {
      if (hasBody(incoming.headers)) countBody(incoming, bytesMax);
      return handleAny(incoming, outgoing);
    }
    const search = incoming.url?.slice(endpoint.length + 1) ?? '';
    const request = new NodeRequest(incoming, outgoing, { pathname: endpoint, search });
    const reply = (): unknown => andThen(receive(request), (whole) => writeReply(whole, outgoing, unsent));
    if (request.method !== 'POST') return reply();
    // The span of HTTP instrumentation is active around a handler, not around its events. Without an SDK this is the function itself.
    request.collect(bytesMax, context.bind(context.active(), reply));
  };
}

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** After the path, an address that is the same text to a WHATWG URL. */
const plainSearch = /^\?[!"$-~]*$/;

const isPlainJson = memoize((contentType) => /^application\/json(?:; ?charset=utf-8)?$/i.test(contentType));

/**
 * Whether a request is plain: a POST of JSON of a stated length, uncoded, without a query, or a GET without a body; to be answered as JSON
 * of a type that its Accept header names plainly.
 */
function isPlain({ url = '', method, headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  const isOperation =
    method === 'POST'
      ? url === endpoint &&
        length !== undefined &&
        headers['content-encoding'] === undefined &&
        isPlainJson(headers['content-type'] ?? '')
      : (method === 'GET' || method === 'HEAD') &&
        url.startsWith(endpoint) &&
        plainSearch.test(url.slice(endpoint.length)) &&
        !hasBody(headers);
  return isOperation && readPlainAccept(headers.accept ?? '*/*') !== undefined;
}
