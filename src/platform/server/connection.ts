/**
 * What one connection may have under way. Node's parser hands over every request of what it has read, however many were pipelined;
 * here the first few are run, the next ones wait for their turn, and the socket is not read while any waits: so a peer that asks and
 * does not read is pushed back by TCP, instead of filling the memory with answers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerMalformed } from './malformed.ts';

/** A request handler of `node:http`, as Yoga and @hono/node-server give it. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Pipelined requests of one connection that run at once. */
const runningMax = 8;
/** Bytes of answers not yet taken by the kernel, from which on no further pipelined request is run. */
const unsentBytesMax = 1024 * 1024;

export class Connection {
  readonly socket: Socket;
  readonly #handler: NodeHandler;
  /** The answer to the request that came last. */
  #last: ServerResponse | undefined;
  /** Answers begun, where requests are pipelined; a connection that asks one thing at a time has none here. */
  readonly #running = new Set<ServerResponse>();
  readonly #waiting: { request: IncomingMessage; response: ServerResponse }[] = [];
  #isHeld = false;
  #isEnding = false;

  constructor(socket: Socket, handler: NodeHandler) {
    this.socket = socket;
    this.#handler = handler;
    socket.once('close', () => {
      this.#waiting.length = 0;
    });
  }

  /**
   * Runs the request, at once or in its turn. Answers leave in the order of the requests: Node sees to that. The answer to a request taken as
   * the last one says so, and no later one is run: its answer could not be sent.
   */
  take(request: IncomingMessage, response: ServerResponse, isLast: boolean): void {
    if (this.#isEnding) return;
    const previous = this.#last;
    this.#last = response;
    if (isLast) this.closeAfterLast();
    // Asked one after the other, as nearly always: nothing to keep count of.
    if (previous === undefined || previous.writableFinished) {
      this.#handler(request, response);
      return;
    }
    if (this.#running.size === 0) this.#track(previous);
    this.#waiting.push({ request, response });
    this.#runNext();
  }

  /** Refuses the request as malformed, and runs no later one: who sends it may mean others by what follows. */
  refuse(response: ServerResponse): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    answerMalformed(response, 400);
  }

  /** Has the peer told, by the last answer it is owed, that the connection closes after it. */
  closeAfterLast(): void {
    if (this.#isEnding || this.#last === undefined || this.#last.headersSent) return;
    this.#isEnding = true;
    this.#last.setHeader('connection', 'close');
  }

  /** Whether every request has its answer, and the kernel has taken it. */
  get isIdle(): boolean {
    return this.#last === undefined || this.#last.writableFinished;
  }

  /** Whether a whole answer can still be written without breaking into another one. */
  get isBetweenAnswers(): boolean {
    const unanswered = this.#running.size + this.#waiting.length;
    return unanswered <= 1 && (this.isIdle || !this.#last?.headersSent);
  }

  #track(response: ServerResponse): void {
    this.#running.add(response);
    response.once('close', () => {
      this.#running.delete(response);
      // Not at once: answers that wait for nothing would follow each other without any other connection having its turn.
      if (this.#waiting.length > 0) setImmediate(() => this.#runNext());
    });
  }

  #runNext(): void {
    while (this.#waiting.length > 0 && this.#running.size < runningMax && this.#unsentBytes() < unsentBytesMax) {
      const next = this.#waiting.shift() as { request: IncomingMessage; response: ServerResponse };
      this.#track(next.response);
      this.#handler(next.request, next.response);
    }
    if (this.#waiting.length > 0) this.#hold();
    else this.#release();
  }

  #unsentBytes(): number {
    let bytes = 0;
    for (const response of this.#running) bytes += response.writableLength;
    return bytes;
  }

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.socket.on('resume', this.#pause);
    this.socket.pause();
  }

  #release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.socket.off('resume', this.#pause);
    this.socket.resume();
  }

  /** Node resumes a socket of its own accord, when an answer has left or a request had no body to read. */
  #pause = (): void => {
    this.socket.pause();
  };
}
