/** The end of a server without cutting off what is in flight: it says on its answers that they are the last, stops accepting, and waits. */
import type { Server } from 'node:http';
import type { Acceptors } from './acceptors.ts';
import type { Connections } from './connections.ts';

const idlePollMs = 20;

/** Stops accepting, lets requests in flight finish for at most `drainMs`, then cuts what is left. */
export async function drain(
  server: Server,
  acceptors: Acceptors,
  connections: Connections,
  drainMs: number,
): Promise<void> {
  const closed = acceptors.close();
  // Not while anything is unsent: http takes a connection for idle as soon as its answer was handed over, and would cut off a peer that is
  // still reading it.
  const closeIdle = () => {
    for (const { socket } of connections.all()) if (socket.writableLength > 0) return;
    server.closeIdleConnections();
  };
  // A keep-alive connection becomes idle only after its answer: keep asking until all are closed.
  const idle = setInterval(closeIdle, idlePollMs);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  closeIdle();
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
