/** Decides on admission when only the head of a request is read: runs the listener's handler, or a refusal that costs almost nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from '../connections.ts';
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

/** How the requests of a connection are counted as ended. */
const leaves = new WeakMap<Socket, () => void>();

/** Counts a request as ended although its response goes on. The response becomes the last of its connection. */
export function releaseAdmission(response: ServerResponse): void {
  const { socket } = response.req;
  const leave = leaves.get(socket);
  connectionOf(socket)?.endAfter(response);
  if (leave === undefined) return;
  response.off('close', leave);
  leave();
}

/** Wraps a handler to run only for admitted requests. */
export function withAdmission(
  handler: NodeHandler,
  { admission, refuse, exempt, onRefuse }: GuardOptions,
): NodeHandler {
  const leave = () => admission.leave();
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket, url = '' } = incoming;
    const end = url.indexOf('?');
    if (exempt.has(end < 0 ? url : url.slice(0, end))) return handler(incoming, outgoing);
    const reason = admission.enter();
    if (reason !== undefined) {
      onRefuse?.(reason);
      return refuse(incoming, outgoing);
    }
    if (!leaves.has(socket)) leaves.set(socket, leave);
    outgoing.on('close', leave);
    return handler(incoming, outgoing);
  };
}
