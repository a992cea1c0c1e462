/** The way between a client and the graph, at an address that stays: it loses requests and answers as the test says. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from './serve.ts';

/** What befalls one request. `forward` asks the graph and gives its answer, which nothing has passed on yet. */
export type Mishap = (request: IncomingMessage, response: ServerResponse, forward: () => Promise<Response>) => unknown;

export const mishaps = {
  none: async (_request, response, forward) => {
    const answer = await forward();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  },
  /** The request never arrives. */
  requestLost: (request) => request.socket.destroy(),
  /** The graph has done what was asked, and the caller does not hear of it. */
  answerLost: async (request, _response, forward) => {
    await forward();
    request.socket.destroy();
  },
  /** A hotel's network wants a room number. */
  captivePortal: (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  badGateway: (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>'),
} satisfies Record<string, Mishap>;

export async function startBrokenWay(target: string) {
  const server = await serve(async (request, response) => {
    const body = await buffer(request);
    way.operations.push(operationName(request, body));
    const forward = () =>
      fetch(`${way.target}${request.url}`, {
        method: request.method,
        headers: passedOn(request),
        body: request.method === 'POST' ? body : undefined,
      });
    const mishap = way.mishaps.shift() ?? mishaps.none;
    try {
      await mishap(request, response, forward);
    } catch {
      // The graph is not there: neither is an answer.
      request.socket.destroy();
    }
  });
  const way = {
    ...server,
    /** What befalls the next requests, first to last; when it is empty all is well. */
    mishaps: [] as Mishap[],
    /** The operation of each request that came, by its name. */
    operations: [] as (string | undefined)[],
    /** Where the graph is now. */
    target,
  };
  return way;
}

/** Every header of the caller but those of the connection itself. */
function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const { host: _, connection: _c, 'content-length': _l, 'transfer-encoding': _t, ...others } = headers;
  return others as Record<string, string>;
}

/** Some clients send queries as GET, the operation in the address. */
function operationName(request: IncomingMessage, body: Buffer): string | undefined {
  if (request.method === 'POST') return JSON.parse(body.toString()).operationName;
  return new URL(request.url ?? '', 'http://way').searchParams.get('operationName') ?? undefined;
}
