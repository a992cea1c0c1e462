/**
 * The requests in progress of one connection. Node's parser delivers every pipelined request. Only the first few run, and the socket is not
 * read while others wait. TCP then slows down a peer that sends and does not read.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerMalformed } from './malformed.ts';

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

/** Connections and requests so far. Counting costs a request less than reading the time. */
let uses = 0;
let allWaiting = 0;

const ofSockets = new WeakMap<Duplex, Connection>();

/** The connection of a socket of any server. */
export const connectionOf = (socket: Duplex): Connection | undefined => ofSockets.get(socket);

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
  #isRefused = false;
  /** Requests after the last one with a reply. */
  #ignored = 0;
  /** Whether bytes came that are no request. */
  #isUnreadable = false;

  constructor(socket: Socket, handler: NodeHandler) {
    this.socket = socket;
    this.#handler = handler;
    uses += 1;
    this.lastUse = uses;
    ofSockets.set(socket, this);
    socket.once('close', () => this.#endQueued());
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
    allWaiting -= this.#waiting.length;
    this.#waiting.length = 0;
    this.#setPaused(false);
    for (const response of this.#running) if (response.socket === null) response.destroy();
  }

  /**
   * Runs the request now or in its turn. Node sends responses in the order of the requests. If `isLast`, the response announces that
   * the connection closes, and no later request runs: its response could not be sent.
   */
  take(request: IncomingMessage, response: ServerResponse, isLast: boolean): void {
    if (this.#isEnding) return void this.#ignore(request);
    uses += 1;
    this.lastUse = uses;
    const previous = this.#last;
    this.#last = response;
    if (isLast) this.closeAfterLast();
    // Nearly all requests are not pipelined and need no tracking.
    if (previous === undefined || previous.writableFinished) return void this.#handler(request, response);
    if (this.#running.size === 0) this.#track(previous);
    this.#waiting.push({ request, response });
    allWaiting += 1;
    this.#runNext();
    const { length } = this.#waiting;
    if (length > waitingMax || (length > 0 && allWaiting > allWaitingMax)) this.socket.destroy();
  }

  /** Refuses the request as malformed, and runs no later one: its sender may see other requests in the bytes that follow. */
  refuse(response: ServerResponse): void {
    if (this.#isEnding) return void this.#ignore(response.req);
    this.#isEnding = true;
    this.#isRefused = true;
    answerMalformed(response, 400);
  }

  /** Whether its last response is that of `refuse`. Node's parser may then fail at the same request. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Reads a request that gets no reply: unread, it would hide that the peer disconnects. Node stores each until the connection closes. */
  #ignore(request: IncomingMessage): void {
    request.resume();
    this.#ignored += 1;
    if (this.#ignored > waitingMax) this.socket.destroy();
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
  #pause = () => void this.socket.pause();
}
