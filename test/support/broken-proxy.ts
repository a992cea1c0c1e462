/** A proxy between a client and the graph, at a fixed address: it loses requests and responses as the test defines. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from './serve.ts';

/** Handles one request. `forward` sends it to the graph and returns the response, which is not passed on yet. */
export type Mishap = (request: IncomingMessage, response: ServerResponse, forward: () => Promise<Response>) => unknown;

export const mishaps = {
  none: async (_request, response, forward) => {
    const answer = await forward();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  },
  /** The request never arrives. */
  requestLost: (request) => request.socket.destroy(),
  /** The graph has executed the request, but the caller gets no response. */
  answerLost: async (request, _response, forward) => {
    await forward();
    request.socket.destroy();
  },
  /** The network of a hotel responds with its sign-in page. */
  captivePortal: (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  badGateway: (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>'),
} satisfies Record<string, Mishap>;

export async function startBrokenProxy(target: string) {
  const server = await serve(async (request, response) => {
    const body = await buffer(request);
    proxy.operations.push(operationName(request, body));
    const forward = () =>
      fetch(`${proxy.target}${request.url}`, {
        method: request.method,
        headers: passedOn(request),
        body: request.method === 'POST' ? body : undefined,
      });
    const mishap = proxy.mishaps.shift() ?? mishaps.none;
    try {
      await mishap(request, response, forward);
    } catch {
      // Without a graph there is no response.
      request.socket.destroy();
    }
  });
  const proxy = {
    ...server,
    /** Handlers of the next requests, in order; without one, a request is passed on. */
    mishaps: [] as Mishap[],
    /** The operation name of each request. */
    operations: [] as (string | undefined)[],
    /** The current address of the graph. */
    target,
  };
  return proxy;
}

/** All headers of the caller except those of the connection. */
function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const { host: _, connection: _c, 'content-length': _l, 'transfer-encoding': _t, ...others } = headers;
  return others as Record<string, string>;
}

/** Some clients send queries as GET, with the operation in the URL. */
function operationName(request: IncomingMessage, body: Buffer): string | undefined {
  if (request.method === 'POST') return JSON.parse(body.toString()).operationName;
  return new URL(request.url ?? '', 'http://proxy').searchParams.get('operationName') ?? undefined;
}
