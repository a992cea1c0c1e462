/**
 * node:http in and out. What front ends send, a plain POST or GET of an operation, is read and written as node:http has it; anything else becomes
 * a WHATWG Request first (bench/RESULTS.md, layers, shows what that costs). Both are received by the same function.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { context } from '@opentelemetry/api';
import { createServerAdapter } from '@whatwg-node/server';
import type { NodeHandler } from '../../platform/server/listen.ts';
import { andThen } from '../../platform/sync/maybe-promise.ts';
import { NodeHttpRequest, type PlainTarget } from './http-request.ts';
import { readPlain } from './negotiation.ts';
import { byteLengthOf, bytesIn, isLarge, type Reply } from './reply.ts';
import { type CountUnsent, streamOf } from './send.ts';
import { endpoint, type Server } from './server.ts';

/** The server as a handler of node:http. A body of more bytes than allowed is not read. */
export function createNodeHandler(
  { receive, fetch }: Pick<Server, 'receive' | 'fetch'>,
  bytesMax: number,
  countUnsent: CountUnsent,
): NodeHandler {
  const handleAny = createServerAdapter<{ req?: IncomingMessage }>((request, { req }) =>
    fetch(request, req?.socket.remoteAddress),
  );

  return (incoming, outgoing) => {
    const target = targetOf(incoming);
    if (target === undefined) return handleAny(incoming, outgoing);
    const arrival = new NodeHttpRequest(incoming, outgoing, target);
    const reply = (): unknown => andThen(receive(arrival), (whole) => write(whole, outgoing, countUnsent));
    if (arrival.method !== 'POST' || Number(incoming.headers['content-length']) > bytesMax) return reply();
    readBody(incoming, arrival, reply);
  };
}

/** Behind the path, an address that is the same text to a WHATWG URL. */
const plainSearch = /^\?[!"$-~]*$/;

/** What a plain request asks for; undefined for any other one. A POST has no query, a GET has one. */
function targetOf(incoming: IncomingMessage): PlainTarget | undefined {
  const { url = '', method } = incoming;
  const isPlain =
    method === 'POST' ? url === endpoint : url.startsWith(endpoint) && plainSearch.test(url.slice(endpoint.length));
  const mediaType = isPlain ? readPlain(incoming) : undefined;
  return mediaType && { pathname: endpoint, search: url.slice(endpoint.length + 1), mediaType };
}

/** Gives the arrival its body, whose length was stated and is kept by Node's parser, and goes on: without it where it ends early. */
function readBody(incoming: IncomingMessage, arrival: NodeHttpRequest, goOn: () => void): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The span of HTTP instrumentation is active around a handler, not around its events. Without an SDK this is the function itself.
  const inContext = context.bind(context.active(), goOn);
  incoming.on('end', () => {
    arrival.body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    inContext();
  });
  incoming.on('error', () => {
    if (arrival.body === undefined) inContext();
  });
}

function write(reply: Reply, outgoing: ServerResponse, countUnsent: CountUnsent): void {
  const { status, headers, body, coding } = reply;
  if (outgoing.destroyed) return;
  try {
    if (typeof body !== 'string' && !Array.isArray(body)) throw new TypeError('A plain request has a whole reply.');
    const length = byteLengthOf(body);
    // A 304 sends no body, and the length of a coded body is not known yet.
    if (status !== 304 && coding === undefined) headers.push('content-length', String(length));
    outgoing.writeHead(status, headers);
    if (isLarge(body)) {
      pipeline(streamOf(bytesIn(body), coding, countUnsent), outgoing, () => {});
      return;
    }
    if (typeof body === 'string') {
      // A text goes out with the head in one piece, and as Latin-1 it need not be encoded.
      outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
      return;
    }
    outgoing.cork();
    for (const part of body.slice(0, -1)) outgoing.write(part);
    outgoing.end(body.at(-1));
  } catch {
    outgoing.destroy();
  }
}
