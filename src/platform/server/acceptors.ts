/**
 * Several listening sockets share one port, so that an overloaded process still accepts health checks. libuv accepts one connection per
 * listening socket in each turn of its loop, so new connections wait for long turns. The kernel spreads connections over sockets that share
 * a port (SO_REUSEPORT). Measured by the load test of overload (test/load/overload.test.ts).
 */
import { once } from 'node:events';
import { createServer, type ListenOptions, Server } from 'node:net';

const acceptorsMax = 16;

/** Listens for this server. Rejects like `server.listen`, also if another process has the port, shared or not. */
export async function listenWithAll(server: Server, options: ListenOptions) {
  // A shared port can be bound although another process has it. Binding it unshared first detects that process.
  if (options.port !== 0) await opened(server, options).then(() => closed(server));
  const others: Server[] = [];
  const close = async () =>
    void (await Promise.all([server, ...others].filter(({ listening }) => listening).map(closed)));
  try {
    const port = await opened(server, { ...options, reusePort: true });
    for (let index = 1; index < acceptorsMax; index += 1) {
      const acceptor = acceptFor(server);
      others.push(acceptor);
      await opened(acceptor, { ...options, port, reusePort: true });
    }
    return { port, close };
  } catch {
    // The system cannot share ports, or the address cannot be bound at all, which this attempt reports.
    await close();
    return { port: await opened(server, options), close };
  }
}

/** Makes a server that passes on its connections. Their options are those of node:http. */
function acceptFor(server: Server): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket));
}

async function opened(server: Server, options: ListenOptions): Promise<number> {
  server.listen(options);
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

/** The close of net: that of http also cuts idle connections, and one counts as idle while its response is still being read. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => Server.prototype.close.call(server, () => resolve()));
}
