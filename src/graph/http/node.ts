/**
 * The gateway on a socket. A plain POST or GET of an operation, as front ends send it, is read and written by node:http. Any other request
 * first becomes a WHATWG Request, for Yoga. The same function replies to both.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { context } from '@opentelemetry/api';
import { createServerAdapter } from '@whatwg-node/server';
import { releaseAdmission } from '../../platform/server/admission/admission.ts';
import { writeReply } from '../../platform/server/http-reply.ts';
import { bodyRead, NodeRequest } from '../../platform/server/http-request.ts';
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
      // A stream of events costs nothing while it waits, so other requests may start. Results of /mcp with this header are no streams.
      const isStream = response.headers.get('x-accel-buffering') === 'no';
      // Compare the parsed path: the URL may be written as `/./graphql`.
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
    const reply = (): unknown =>
      andThen(receive(request), (whole) => {
        request.body = bodyRead;
        if (whole.body instanceof ReadableStream) releaseAdmission(outgoing);
        writeReply(whole, outgoing, unsent);
      });
    if (request.method !== 'POST') return reply();
    // The span of HTTP instrumentation is active in a handler, not in its events. Without an SDK, `bind` returns the function itself.
    request.collect(bytesMax, context.bind(context.active(), reply));
  };
}

/** Whether GraphiQL may be the reply. */
const mayWantPage = ({ accept }: IncomingHttpHeaders): boolean => accept?.toLowerCase().includes('text/html') === true;

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** A query string whose text a WHATWG URL does not change. */
const plainSearch = /^\?[!"$-~]*$/;

const isPlainJson = memoize((contentType) => /^application\/json(?: ?; ?charset=("?)utf-?8\1)?$/i.test(contentType));

/**
 * Whether a request is plain: a POST of JSON with a length and without encoding; or a GET or HEAD without a body. Its Accept header must name
 * a JSON type plainly.
 */
function isPlain({ url = '', method, headers }: IncomingMessage): boolean {
  const hasSearch = url !== endpoint && url.startsWith(endpoint) && plainSearch.test(url.slice(endpoint.length));
  const isOperation =
    method === 'POST'
      ? (url === endpoint || hasSearch) &&
        headers['content-length'] !== undefined &&
        (headers['content-encoding'] ?? 'identity') === 'identity' &&
        isPlainJson(headers['content-type'] ?? '')
      : (method === 'GET' || method === 'HEAD') && hasSearch && !hasBody(headers) && !mayWantPage(headers);
  return isOperation && readPlainAccept(headers.accept ?? '*/*') !== undefined;
}
