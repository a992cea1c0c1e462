/** Decides on admission when only the head of a request is read: runs the listener's handler, or a refusal that costs almost nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { NodeHandler } from '../listen.ts';
import type { Admission, RefusalReason } from './admission.ts';

interface GuardOptions {
  admission: Admission;
  /** Responds to a refused request. Must not read its body. */
  refuse: NodeHandler;
  /** Paths that are never refused: health checks, which cost little and decide whether the process gets requests. */
  exempt: ReadonlySet<string>;
  onRefuse?: (reason: RefusalReason) => void;
}

const connections = new WeakMap<Socket, ReturnType<typeof createConnection>>();

/**
 * Counts a request as ended although its response goes on. Its connection closes after it, so later requests get no reply and are not
 * begun.
 */
export function releaseAdmission(response: ServerResponse): void {
  const connection = connections.get(response.req.socket);
  response.shouldKeepAlive = false;
  // Without a socket, earlier responses are still to be sent.
  if (response.socket) connection?.closed();
  else response.once('socket', () => connection?.closed());
}

/** Wraps a handler to run only for admitted requests. */
export function withAdmission(
  handler: NodeHandler,
  { admission, refuse, exempt, onRefuse }: GuardOptions,
): NodeHandler {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket, url = '' } = incoming;
    const end = url.indexOf('?');
    if (exempt.has(end < 0 ? url : url.slice(0, end))) return handler(incoming, outgoing);
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

/** Counts the requests of one connection. When it closes, a pipelined response whose turn has not come emits no `close`. */
function createConnection(admission: Admission) {
  let open = 0;
  const connection = {
    /** Whether requests on it get no reply any more. */
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
