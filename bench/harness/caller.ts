/**
 * A client with one keep-alive connection, which sends a request after it has received the whole response to the one before. It parses
 * only as much HTTP as it needs to find the end: a full client would use more CPU than the fastest gateway and limit the load.
 */
import { connect, type Socket } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');
const closing = /\r\nconnection: *close/i;

export interface Reply {
  status: number;
  head: string;
  /** The body as received. Still in chunks if the server sent chunks. */
  raw: Buffer;
}

/** A connection to one server, for one request at a time. */
export class Caller {
  #url: URL;
  #socket: Socket | undefined;
  #chunks: Buffer[] = [];
  #received = 0;
  #wanted: number | 'chunked' | undefined;
  #head = '';
  #bodyAt = 0;
  #settle: ((reply: Reply) => void) | undefined;
  #fail: ((reason: Error) => void) | undefined;

  constructor(url: URL) {
    this.#url = url;
  }

  /** Sends the bytes of one request. Resolves with the reply, and rejects if the connection breaks. */
  send(request: string | Buffer): Promise<Reply> {
    return new Promise((settle, fail) => {
      this.#settle = settle;
      this.#fail = fail;
      this.#connection().write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #connection(): Socket {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket;
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port), noDelay: true });
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    // A connection that is no longer used must not fail the next request.
    const lost = (reason: Error) => this.#socket === socket && this.#break(reason);
    socket.on('error', lost);
    socket.on('close', () => lost(new Error('The connection was closed.')));
    this.#socket = socket;
    return socket;
  }

  #break(reason: Error): void {
    this.#socket = undefined;
    this.#reset();
    this.#settle = undefined;
    this.#fail?.(reason);
    this.#fail = undefined;
  }

  #reset(): void {
    this.#chunks = [];
    this.#received = 0;
    this.#wanted = undefined;
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#wanted === undefined) this.#readHead();
    if (this.#wanted === undefined || !this.#isWhole()) return;
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const settle = this.#settle;
    this.#settle = undefined;
    this.#fail = undefined;
    this.#reset();
    // nginx and others close a connection after a thousand responses. The next request opens a new one.
    if (closing.test(this.#head)) this.close();
    settle?.({ status: Number(this.#head.slice(9, 12)), head: this.#head, raw: all.subarray(this.#bodyAt) });
  }

  #readHead(): void {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const end = all.indexOf(headEnd);
    if (end === -1) return;
    this.#chunks = [all];
    this.#head = all.toString('latin1', 0, end);
    this.#bodyAt = end + headEnd.length;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1];
    this.#wanted = length === undefined ? 'chunked' : Number(length);
  }

  #isWhole(): boolean {
    if (this.#wanted !== 'chunked') return this.#received >= this.#bodyAt + (this.#wanted as number);
    const last = this.#chunks.at(-1) as Buffer;
    const tail = last.length >= lastChunk.length ? last : Buffer.concat(this.#chunks.slice(-3));
    return tail.subarray(-lastChunk.length).equals(lastChunk);
  }
}

/** Returns the text of the body, with its chunks joined. */
export function textOf({ head, raw }: Reply): string {
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return raw.toString();
  const parts: Buffer[] = [];
  for (let at = 0; at < raw.length; ) {
    const lineEnd = raw.indexOf('\r\n', at);
    const length = Number.parseInt(raw.toString('latin1', at, lineEnd), 16);
    parts.push(raw.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(parts).toString();
}

/** Returns the bytes of a POST of `body` to the graph. */
export function postOf(url: URL, body: string, authorization: string | undefined): string {
  return (
    `POST /graphql HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\n` +
    'accept: application/graphql-response+json, application/json;q=0.9\r\n' +
    (authorization ? `authorization: ${authorization}\r\n` : '') +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** Returns the bytes of a GET. */
export function getOf(url: URL, path: string, authorization?: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${url.host}\r\n${authorization ? `authorization: ${authorization}\r\n` : ''}\r\n`;
}
