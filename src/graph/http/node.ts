/**
 * node:http in and out. What front ends send, a plain POST of an operation, is read and written as node:http has it; anything else becomes
 * a WHATWG Request first (bench/RESULTS.md, layers, shows what that costs). Both are received by the same function.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { context } from '@opentelemetry/api';
import { createServerAdapter } from '@whatwg-node/server';
import type { NodeHandler } from '../../platform/listen.ts';
import { andThen } from '../../platform/maybe-promise.ts';
import { NodeArrival } from './arrival.ts';
import { readPlain } from './negotiation.ts';
import { byteLengthOf, type Reply } from './reply.ts';
import { endpoint, type Server } from './server.ts';

/** The server as a handler of node:http. A body of more bytes than allowed is not read. */
export function createNodeHandler(
  { receive, fetch }: Pick<Server, 'receive' | 'fetch'>,
  bytesMax: number,
): NodeHandler {
  const handleAny = createServerAdapter<{ req?: IncomingMessage }>((request, { req }) =>
    fetch(request, req?.socket.remoteAddress),
  );

  return (incoming, outgoing) => {
    const mediaType = incoming.url === endpoint ? readPlain(incoming) : undefined;
    if (mediaType === undefined) return handleAny(incoming, outgoing);
    const arrival = new NodeArrival(incoming, outgoing, endpoint, mediaType);
    const reply = (): unknown => andThen(receive(arrival), (whole) => write(whole, outgoing));
    if (Number(incoming.headers['content-length']) > bytesMax) return reply();
    readBody(incoming, arrival, reply);
  };
}

/** Gives the arrival its body, whose length was stated and is kept by Node's parser, and goes on: without it where it ends early. */
function readBody(incoming: IncomingMessage, arrival: NodeArrival, goOn: () => void): void {
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

function write({ status, headers, body }: Reply, outgoing: ServerResponse): void {
  try {
    if (typeof body !== 'string' && !Array.isArray(body)) throw new TypeError('A plain POST has a whole reply.');
    const length = byteLengthOf(body);
    headers.push('content-length', String(length));
    outgoing.writeHead(status, headers);
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
