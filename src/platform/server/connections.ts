/**
 * The connections of one server: how many there may be, what each may have under way, and an end to those whose peer does not read what
 * it asked for. What they hold is so bounded: by number, by requests run at once, by bytes unsent, and by time.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Connection, type NodeHandler } from './connection.ts';

/** For the operator. */
export interface ConnectionCounts {
  /** Open now. */
  open: number;
  /** Refused since the start, because as many were open as may be. */
  refused: number;
  /** Cut since the start, because their peer did not read its answers. */
  unread: number;
}

export interface Connections {
  /** The connection of one of the server's sockets, until it has closed. */
  of(socket: Duplex): Connection | undefined;
  all(): Iterable<Connection>;
  counts(): ConnectionCounts;
}

export interface ConnectionBounds {
  /** Open at once; further ones are closed as they come. */
  connectionsMax: number;
  /** How long a peer may take nothing of an answer. One that takes a little is not cut by it. */
  unreadTimeoutMs: number;
}

/** How long bytes may wait for a peer without a break, however steadily it takes a little. */
const unsentMsMax = 600_000;
const sweepMs = 1_000;

/** Watches the server's connections from now on, so before it listens. */
export function watchConnections(
  server: Server,
  handler: NodeHandler,
  { connectionsMax, unreadTimeoutMs }: ConnectionBounds,
): Connections {
  const connections = new Map<Duplex, Connection>();
  const unsentSince = new Map<Socket, number>();
  let refused = 0;
  let unread = 0;

  server.on('connection', (socket) => {
    // Not by the server's own limit: it counts what it has accepted itself, and others accept for it.
    if (connections.size >= connectionsMax) {
      refused += 1;
      socket.destroy();
      return;
    }
    connections.set(socket, new Connection(socket, handler));
    socket.once('close', () => {
      connections.delete(socket);
      unsentSince.delete(socket);
    });
  });
  // With a listener here, Node leaves the cutting to us: no timeout must end an operation that has just nothing to say yet.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) cut(socket);
    else if (connections.get(socket)?.isIdle) socket.destroy();
  });

  function cut(socket: Socket): void {
    unread += 1;
    socket.destroy();
  }

  function sweep(): void {
    const now = performance.now();
    for (const { socket } of connections.values()) {
      if (socket.writableLength === 0) {
        unsentSince.delete(socket);
        continue;
      }
      const since = unsentSince.get(socket);
      if (since === undefined) unsentSince.set(socket, now);
      else if (now - since > unsentMsMax) cut(socket);
      // Node's timer of a socket knows whether the kernel took any of a write. It is set here, not once, because adapters clear it.
      if (socket.timeout !== unreadTimeoutMs) socket.setTimeout(unreadTimeoutMs);
    }
  }

  const sweeping = setInterval(sweep, Math.min(sweepMs, unreadTimeoutMs)).unref();
  server.once('close', () => clearInterval(sweeping));

  return {
    of: (socket) => connections.get(socket),
    all: () => connections.values(),
    counts: () => ({ open: connections.size, refused, unread }),
  };
}
