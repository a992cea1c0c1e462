/** Bounds the connections of one server, and cuts those whose peer does not read its replies. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { trackArriving, UnfinishedBody, UnreadReply } from './buffered-bytes.ts';
import { Connection, type NodeHandler } from './connection.ts';

/** For the operator. */
export interface ConnectionCounts {
  /** Open now. */
  open: number;
  /** Refused since the start, or closed for a newer one, because the limit was reached. */
  refused: number;
  /** Cut since the start, because their peer did not read its answers. */
  unread: number;
  /** Cut since the start, because a body was too slow while memory was short, or in tiny chunks. */
  unfinished: number;
}

/** How long bytes may wait for a peer without a break, even if it steadily reads a little. */
const unsentMsMax = 600_000;
const sweepMs = 1_000;

/** Watches the server's connections. Call it before the server listens. */
export function watchConnections(
  server: Server,
  handler: NodeHandler,
  { connectionsMax, unreadTimeoutMs }: { connectionsMax: number; unreadTimeoutMs: number },
) {
  const connections = new Map<Duplex, Connection>();
  let refused = 0;
  let unread = 0;
  let unfinished = 0;

  server.on('connection', (socket) => {
    // Not by the server's own limit: it counts only connections that it accepted itself, and acceptors.ts accepts for it.
    if (connections.size >= connectionsMax) {
      refused += 1;
      const unused = findLeastUsed();
      if (unused === undefined) return void socket.destroy();
      connections.delete(unused.socket);
      unused.socket.destroy();
    }
    const connection = new Connection(socket, handler);
    connections.set(socket, connection);
    socket.once('close', () => {
      trackArriving(connection);
      if (socket.errored instanceof UnreadReply) unread += 1;
      if (socket.errored instanceof UnfinishedBody) unfinished += 1;
      connections.delete(socket);
    });
  });
  // With a listener, Node cuts nothing itself: no timeout must end an operation that has no output yet.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) socket.destroy(new UnreadReply());
    else if (connections.get(socket)?.isIdle) socket.destroy();
  });

  /** The least recently used of the idle and the arriving ones. If idle came first, slow bodies would close each new connection. */
  function findLeastUsed(): Connection | undefined {
    let found: Connection | undefined;
    for (const one of connections.values())
      if (!(found && found.lastUse < one.lastUse) && (one.isIdle || one.isArriving)) found = one;
    return found;
  }

  function sweep(): void {
    const now = performance.now();
    for (const connection of connections.values()) {
      const { socket } = connection;
      trackArriving(connection);
      connection.unsentSince = socket.writableLength === 0 ? undefined : (connection.unsentSince ?? now);
      if (connection.unsentSince === undefined) continue;
      if (now - connection.unsentSince > unsentMsMax) socket.destroy(new UnreadReply());
      // Node's socket timer knows whether the kernel accepted part of a write. Set in each sweep, because @whatwg-node/server clears it.
      else if (socket.timeout !== unreadTimeoutMs) socket.setTimeout(unreadTimeoutMs);
    }
  }

  let sweeping: NodeJS.Timeout | undefined;
  // A server may listen twice: acceptors.ts opens and closes its port to detect another process there.
  server.on('listening', () => {
    sweeping ??= setInterval(sweep, Math.min(sweepMs, unreadTimeoutMs)).unref();
  });
  server.on('close', () => {
    clearInterval(sweeping);
    sweeping = undefined;
  });

  return {
    all: () => connections.values(),
    counts: (): ConnectionCounts => ({ open: connections.size, refused, unread, unfinished }),
  };
}
