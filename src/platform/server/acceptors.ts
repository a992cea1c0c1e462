/**
 * Several sockets that listen on one port for one server, for the health checks of the load test of overload: libuv accepts one connection
 * of a listening socket in each turn of its loop, so that new ones wait for long turns. The kernel spreads connections over sockets that
 * share a port (SO_REUSEPORT), and each of them accepts one a turn.
 */
import { once } from 'node:events';
import { createServer, type ListenOptions, Server, type Socket } from 'node:net';

const acceptorsMax = 16;

/** Listens for this server. Rejects as `server.listen` fails, also where another process has the port, shared or not. */
export async function listenWithAll(server: Server, options: ListenOptions) {
  // A shared port can be bound although another process has it: without sharing, that process is noticed.
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
    // An operating system that shares no ports, or an address that cannot be bound at all, which is then said.
    await close();
    return { port: await opened(server, options), close };
  }
}

/** A server that hands on what it accepts. Its sockets are made as node:http makes those of its own. */
function acceptFor(server: Server): Server {
  return createServer(
    { allowHalfOpen: true, noDelay: true },
    (socket: Socket) => void server.emit('connection', socket),
  );
}

async function opened(server: Server, options: ListenOptions): Promise<number> {
  server.listen(options);
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

/** By net's close: http's own would cut idle connections too, and it takes one for idle whose answer is still being read. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => Server.prototype.close.call(server, () => resolve()));
}
