/** Binds a `node:http` handler to a port, and closes it without cutting off what is in flight. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Acceptors, listenWithAll } from './acceptors.ts';
import { renderMalformed } from './malformed.ts';

/** A request handler of `node:http`, as Yoga and @hono/node-server give it. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface ListenOptions {
  /** Port to bind; 0 takes a free one. */
  port: number;
  /** Address or host name to bind. */
  host: string;
  /** Environment variable that sets the port, named in the message when the port is taken. */
  portSetting: string;
  /** The one that sets the host; HOST where left out. */
  hostSetting?: string;
}

export interface Listener {
  /** Where the server answers, without a trailing slash: `http://127.0.0.1:4000`. */
  url: string;
  port: number;
  server: Server;
  /** Stops accepting, lets requests in flight finish for at most `drainMs`, then cuts what is left. */
  close(drainMs: number): Promise<void>;
}

/** A port that cannot be bound, in one sentence that says what to do. */
export class ListenError extends Error {
  override name = 'ListenError';
}

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
const connectionsCheckMs = 1_000;
const headerBytesMax = 16_384;
const idlePollMs = 20;
/** Connections that wait to be accepted: one that finds no place is tried again by its peer's TCP after one second, three, seven. */
const backlog = 4_096;

/**
 * Starts a server. Slow or stalled clients are cut after 10 s in their headers and 30 s in their body, so that they hold nothing.
 * Throws ListenError when the address is taken or not allowed.
 */
export async function listen(handler: NodeHandler, options: ListenOptions): Promise<Listener> {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: connectionsCheckMs,
      maxHeaderSize: headerBytesMax,
    },
    handler,
  );
  refuseMalformed(server);
  const acceptors = await listenWithAll(server, { port: options.port, host: options.host, backlog }).catch((error) => {
    throw new ListenError(refusal(error, options));
  });
  const { port } = acceptors;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, port, server, close: (drainMs) => drain(server, acceptors, drainMs) };
}

const statusOfFault: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what Node's parser refuses or gives up on with the same statuses as Node alone would, and a body that says so. */
function refuseMalformed(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => answers.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const current = answers.get(socket);
    // An answer that has begun must not have another one written into it.
    const isAnswering = current?.headersSent && !current.writableFinished;
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') return socket.destroy();
    const status = statusOfFault[error.code ?? ''] ?? 400;
    const { headers, body } = renderMalformed(status);
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () => socket.destroy());
  });
}

function refusal(error: NodeJS.ErrnoException, options: ListenOptions): string {
  const { port, host, portSetting, hostSetting = 'HOST' } = options;
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use: stop what runs there, or choose another with ${portSetting}=${port + 10}.`;
  }
  if (error.code === 'EACCES') return `Port ${port} needs privileges: choose one above 1023 with ${portSetting}=4000.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `${host} is no address of this machine: set ${hostSetting}=127.0.0.1 or ${hostSetting}=0.0.0.0.`;
  }
  return `Cannot listen on ${host}:${port} (${error.code ?? 'unknown fault'}).`;
}

async function drain(server: Server, acceptors: Acceptors, drainMs: number): Promise<void> {
  const closed = acceptors.close();
  // A keep-alive connection becomes idle only after its answer: keep asking until all are closed.
  const idle = setInterval(() => server.closeIdleConnections(), idlePollMs);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
