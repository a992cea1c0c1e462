/** Binds a `node:http` handler to a port. Requests that reach it can be routed, and its connections are bounded. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { memoize } from '../sync/memoize.ts';
import { listenWithAll } from './acceptors.ts';
import { connectionOf, type NodeHandler } from './connection.ts';
import { watchConnections } from './connections.ts';
import { writeMalformed } from './malformed.ts';

export type { NodeHandler };

export interface ListenOptions {
  /** Port to bind; 0 takes a free one. */
  port: number;
  /** Address or host name to bind. */
  host: string;
  /** Environment variable that sets the port, named in the message when the port is taken. */
  portSetting: string;
  /** Environment variable that sets the host. Defaults to HOST. */
  hostSetting?: string;
  /** Connections open at once (`CONNECTIONS_MAX`). Unlimited by default. */
  connectionsMax?: number;
  /** How long a peer may read nothing of a response, in milliseconds. Defaults to half a minute. */
  unreadTimeoutMs?: number;
}

export type Listener = Awaited<ReturnType<typeof listen>>;

/** A port that cannot be bound, in one sentence that says what to do. */
export class ListenError extends Error {}

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const unreadTimeoutMsDefault = 30_000;
const keepAliveTimeoutMs = 65_000;
const connectionsCheckMs = 1_000;
const idlePollMs = 20;
const headerBytesMax = 16_384;
/** Connections that wait to be accepted. If it is full, the peer's TCP retries after one second, three and seven. */
const backlog = 4_096;

/**
 * Starts a server. Clients are disconnected after 10 s in their headers, 30 s in their body and 30 s without reading, so that they block
 * nothing. Throws ListenError when the address is taken or not allowed.
 */
export async function listen(handler: NodeHandler, options: ListenOptions) {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: connectionsCheckMs,
    maxHeaderSize: headerBytesMax,
    // A missing Host is refused like a malformed one.
    requireHostHeader: false,
    // By default Node drops the second Authorization or Host, but a proxy may have checked that one. Two joined are malformed.
    joinDuplicateHeaders: true,
  });
  const { connectionsMax = Number.POSITIVE_INFINITY, unreadTimeoutMs = unreadTimeoutMsDefault } = options;
  const connections = watchConnections(server, handler, { connectionsMax, unreadTimeoutMs });
  let isClosing = false;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const connection = connectionOf(request.socket);
    if (normalizeTarget(request)) connection?.take(request, response, isClosing);
    else connection?.refuse(response);
  };
  // Node itself would answer an unknown Expect, with 417 and nothing else.
  server.on('request', handle).on('checkExpectation', handle);
  answerClientErrors(server);
  const bound = { port: options.port, host: options.host, backlog };
  const acceptors = await listenWithAll(server, bound).catch((error) => {
    throw new ListenError(refusal(error, options));
  });
  const { port } = acceptors;

  /** From now on each answer closes its connection, so that callers go elsewhere before the port closes. */
  function announceClose(): void {
    isClosing = true;
    for (const connection of connections.all()) connection.closeAfterLast();
  }

  return {
    /** Address of the server, without a trailing slash: `http://127.0.0.1:4000`. */
    url: addressOf(options.host, port),
    port,
    connections: connections.counts,
    announceClose,
    /** Stops accepting, lets requests in flight finish for at most `drainMs`, then cuts what is left. */
    async close(drainMs: number): Promise<void> {
      announceClose();
      const closed = acceptors.close();
      // Not while bytes are unsent: http treats a connection as idle once its response was handed over, and would cut a peer that still
      // reads it.
      const closeIdle = () => {
        for (const { socket } of connections.all()) if (socket.writableLength > 0) return;
        server.closeIdleConnections();
      };
      // A keep-alive connection becomes idle only after its response: repeat until all are closed.
      const idle = setInterval(closeIdle, idlePollMs);
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      closeIdle();
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

const statusOfFault: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds to requests that Node's parser refuses, with the statuses of Node itself and a body that says so. */
function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connectionOf(socket);
    if (connection?.isRefused) return;
    // Never write into a response that has begun, or ahead of one.
    if (!connection || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else if (connection.isBetweenAnswers) writeMalformed(socket, statusOfFault[error.code ?? ''] ?? 400);
    else connection.endAfterLast();
  });
}

const portMax = 65_535;
const portNear = (port: number, by: number): number => (port + by > portMax ? port - by : port + by);

function refusal(error: NodeJS.ErrnoException, options: ListenOptions): string {
  const { port, host, portSetting, hostSetting = 'HOST' } = options;
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: stop what runs there, or choose another with ${portSetting}=${portNear(port, 10)}.`;
  if (error.code === 'EACCES')
    return `Port ${port} needs privileges: choose one above 1023 with ${portSetting}=${portNear(port, 8_000)}.`;
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? ''))
    return `${host} is no address of this machine: set ${hostSetting}=127.0.0.1 or ${hostSetting}=0.0.0.0.`;
  return `Cannot listen on ${host}:${port} (${error.code ?? 'unknown fault'}).`;
}

/** Hosts to which a request to this server can be addressed: names, IPv4 and IPv6 in brackets, with a port. RFC 3986 allows more. */
const hostForm = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?$/;

/** A backslash or a dot segment before the query. A URL resolves them: a proxy that does not would have let another path pass. */
const ambiguous = /^[^?#]*(?:\\|\/(?:\.|%2e){1,2}(?![^/?#]))/i;

/** Normalizes a host as URL does, so that all readers see the same one. Undefined if it is invalid. */
const readHost = memoize((text) =>
  hostForm.test(text) && URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`).host : undefined,
);

/**
 * Converts the target to its origin form, a path and a query, and returns whether the request can be routed. A malformed, repeated or
 * (from HTTP/1.1 on) missing Host is refused. So is a target that names no resource of this server (`*`, another scheme), or that has a
 * backslash or a dot segment in its path. So is a body in another transfer coding than `chunked`, or in any over HTTP/1.0, which has none:
 * a proxy would see a different one.
 */
function normalizeTarget(request: IncomingMessage): boolean {
  const { headers, httpVersion } = request;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion !== '1.1' || !/^chunked$/i.test(coding))) return false;
  if (headers.host === undefined) {
    if (httpVersion !== '1.0') return false;
  } else {
    const host = readHost(headers.host);
    if (host === undefined) return false;
    if (host !== headers.host) headers.host = host;
  }
  const { url = '' } = request;
  return !ambiguous.test(url) && (url.startsWith('/') || readAbsoluteForm(request));
}

const absoluteForm = /^https?:\/\/[^/?#]/i;

/** Reads `GET http://host/path`, the form for proxies. A server must accept it, and use its host instead of the header's. */
function readAbsoluteForm(request: IncomingMessage): boolean {
  const target = request.url ?? '';
  if (!absoluteForm.test(target) || !URL.canParse(target)) return false;
  const { host, pathname, search } = new URL(target);
  request.url = pathname + search;
  request.headers.host = host;
  return true;
}

/** A server on every interface is called on the loopback. */
const loopbacks: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The address at which this machine calls a server on a host and port. */
export function addressOf(host: string, port: number): string {
  const called = loopbacks[host] ?? host;
  return `http://${called.includes(':') ? `[${called}]` : called}:${port}`;
}
