/**
 * Bounds the connections of one server and the requests in progress of each, and cuts those whose peer does not read its replies. Node's
 * parser delivers every pipelined request. Only the first few run, and the socket is not read while others wait. TCP then slows down a peer
 * that sends and does not read.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerMalformed } from './malformed.ts';
import { noteArriving, UnfinishedBody, UnreadReply } from './buffered-bytes.ts';

/** A request handler of `node:http`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Pipelined requests of one connection that run at once. */
const runningMax = 4;
/** Requests that wait for these. The connection of a peer that sends more before it has responses is closed. */
const waitingMax = 36;
/** Waiting requests of all connections of the process: each takes some 2 KB. */
const allWaitingMax = 8_192;
/** From this many response bytes that the kernel has not accepted, no further pipelined request runs. */
const unsentBytesMax = 1024 * 1024;

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

export type Connections = ReturnType<typeof watchConnections>;

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
      noteArriving(connection);
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
      noteArriving(connection);
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
    /** The connection of one of the server's sockets, until it has closed. */
    of: (socket: Duplex) => connections.get(socket),
    all: () => connections.values(),
    counts: (): ConnectionCounts => ({ open: connections.size, refused, unread, unfinished }),
  };
}

/** Connections and requests so far. Counting costs a request less than reading the time. */
let uses = 0;
let allWaiting = 0;

const ofSockets = new WeakMap<Socket, Connection>();

/** The connection of a socket of any server. */
export const connectionOf = (socket: Socket): Connection | undefined => ofSockets.get(socket);

/** The requests and answers of one connection. */
export class Connection {
  readonly socket: Socket;
  /** Since when bytes have waited for the peer without a break. */
  unsentSince: number | undefined;
  /** The value of `uses` at its opening or its last request. */
  lastUse: number;
  readonly #handler: NodeHandler;
  /** The response to the latest request. */
  #last: ServerResponse | undefined;
  /** Responses begun, if requests are pipelined. Empty for a connection with one request at a time. */
  readonly #running = new Set<ServerResponse>();
  readonly #waiting: { request: IncomingMessage; response: ServerResponse }[] = [];
  #isPaused = false;
  #isEnding = false;
  /** Whether bytes came that are no request. */
  #isUnreadable = false;

  constructor(socket: Socket, handler: NodeHandler) {
    this.socket = socket;
    this.#handler = handler;
    uses += 1;
    this.lastUse = uses;
    ofSockets.set(socket, this);
    socket.once('close', () => this.#dropWaiting());
  }

  /** Makes a response that goes on the last of the connection: later requests get no reply, so they end or do not run. */
  endAfter(response: ServerResponse): void {
    response.shouldKeepAlive = false;
    this.#isEnding = true;
    // Without a socket, earlier responses are still to be sent.
    if (response.socket) this.#endQueued();
    else response.once('socket', () => this.#endQueued());
  }

  /** Ends what waits for its turn, as Node does when a connection closes. */
  #endQueued(): void {
    for (const { request } of this.#waiting) request.resume();
    this.#dropWaiting();
    this.#setPaused(false);
    for (const response of this.#running) {
      if (response.socket === null) response.destroy();
    }
  }

  #dropWaiting(): void {
    allWaiting -= this.#waiting.length;
    this.#waiting.length = 0;
  }

  /**
   * Runs the request now or in its turn. Node sends responses in the order of the requests. If `isLast`, the response announces that
   * the connection closes, and no later request runs: its response could not be sent.
   */
  take(request: IncomingMessage, response: ServerResponse, isLast: boolean): void {
    // Unread, it would hide that the peer disconnects.
    if (this.#isEnding) return void request.resume();
    uses += 1;
    this.lastUse = uses;
    const previous = this.#last;
    this.#last = response;
    if (isLast) this.closeAfterLast();
    // Nearly all requests are not pipelined and need no tracking.
    if (previous === undefined || previous.writableFinished) {
      this.#handler(request, response);
      return;
    }
    if (this.#running.size === 0) this.#track(previous);
    this.#waiting.push({ request, response });
    allWaiting += 1;
    this.#runNext();
    const { length } = this.#waiting;
    if (length > waitingMax || (length > 0 && allWaiting > allWaitingMax)) this.socket.destroy();
  }

  /** Refuses the request as malformed, and runs no later one: its sender may see other requests in the bytes that follow. */
  refuse(response: ServerResponse): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    answerMalformed(response, 400);
  }

  /** Announces in the latest response that the connection closes after it. */
  closeAfterLast(): void {
    if (this.#isEnding || this.#last === undefined || this.#last.headersSent) return;
    this.#isEnding = true;
    this.#last.setHeader('connection', 'close');
  }

  /** Closes the connection after the latest response, for bytes that are no request. Cuts it if the body of that request is not complete. */
  endAfterLast(): void {
    if (!this.#last?.req.complete) this.socket.destroy();
    else if (!this.#isUnreadable) this.#last.once('close', () => this.socket.destroySoon());
    this.#isUnreadable = true;
    this.closeAfterLast();
  }

  /** Whether every request has its response, and the kernel has accepted it. */
  get isIdle(): boolean {
    return this.#last === undefined || this.#last.writableFinished;
  }

  /** Whether its only request without a response is still arriving. */
  get isArriving(): boolean {
    return this.#unanswered <= 1 && this.#last?.req.complete === false;
  }

  /** For Node's `clientError`: whether a response can be written now, without interrupting another one or being taken for it. */
  get isBetweenAnswers(): boolean {
    return (this.isIdle && this.#unanswered <= 1) || (this.isArriving && !this.#last?.headersSent);
  }

  get #unanswered(): number {
    return this.#running.size + this.#waiting.length;
  }

  #track(response: ServerResponse): void {
    this.#running.add(response);
    response.once('close', () => {
      this.#running.delete(response);
      // Deferred: responses that wait for nothing would follow each other without a turn for other connections.
      if (this.#waiting.length > 0) setImmediate(() => this.#runNext());
    });
  }

  #runNext(): void {
    while (this.#waiting.length > 0 && this.#running.size < runningMax && this.#unsentBytes() < unsentBytesMax) {
      const next = this.#waiting.shift() as { request: IncomingMessage; response: ServerResponse };
      allWaiting -= 1;
      this.#track(next.response);
      this.#handler(next.request, next.response);
    }
    this.#setPaused(this.#waiting.length > 0);
  }

  #unsentBytes(): number {
    let bytes = 0;
    for (const response of this.#running) bytes += response.writableLength;
    return bytes;
  }

  #setPaused(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.socket.on('resume', this.#pause).pause();
    else this.socket.off('resume', this.#pause).resume();
  }

  /** Node resumes a socket by itself when a response has left or a request had no body to read. */
  #pause = (): void => {
    this.socket.pause();
  };
}
