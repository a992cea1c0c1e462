/** Admission before anything of a request is read but its head: the listener's handler, or a refusal that costs next to nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { NodeHandler } from '../listen.ts';
import type { Admission, RefusalReason } from './admission.ts';

export interface GuardOptions {
  admission: Admission;
  /** Answers a request that is not begun. Must not read its body. */
  refuse: NodeHandler;
  /** Paths that are answered all along: health checks, which cost nothing and decide whether the process lives. */
  exempt: ReadonlySet<string>;
  onRefuse?: (reason: RefusalReason) => void;
}

const connections = new WeakMap<Socket, ReturnType<typeof createConnection>>();

/**
 * Takes a request for ended, though its response goes on. Its connection closes after it: the requests after it have no reply, and are not
 * begun.
 */
export function releaseAdmission(response: ServerResponse): void {
  const connection = connections.get(response.req.socket);
  response.shouldKeepAlive = false;
  // Those before it are still to be answered.
  if (response.socket) connection?.closed();
  else response.once('socket', () => connection?.closed());
}

/** The same handler, for requests that are admitted. */
export function withAdmission(
  handler: NodeHandler,
  { admission, refuse, exempt, onRefuse }: GuardOptions,
): NodeHandler {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (exempt.has(incoming.url ?? '')) return handler(incoming, outgoing);
    const { socket } = incoming;
    let connection = connections.get(socket);
    if (connection?.isClosed) return incoming.resume();
    const reason = admission.enter();
    if (reason !== undefined) {
      onRefuse?.(reason);
      return refuse(incoming, outgoing);
    }
    if (connection === undefined) {
      connection = createConnection(admission);
      connections.set(socket, connection);
      socket.once('close', connection.closed);
    }
    connection.begin(outgoing);
    return handler(incoming, outgoing);
  };
}

/** The requests of one connection that closes: a pipelined response that was not its turn yet never says that it ended. */
function createConnection(admission: Admission) {
  let open = 0;
  const connection = {
    /** Whether what it is sent has no reply any more. */
    isClosed: false,
    begin(response: ServerResponse): void {
      open += 1;
      response.on('close', ended);
    },
    closed(): void {
      connection.isClosed = true;
      for (; open > 0; open -= 1) admission.leave();
    },
  };
  function ended(): void {
    if (connection.isClosed) return;
    open -= 1;
    admission.leave();
  }
  return connection;
}
