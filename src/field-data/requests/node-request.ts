/**
 * A plain request of node:http, looked at as it is: making a WHATWG Request and Response of one costs more than most routes do with it.
 * Plain is what a URL parser would leave as it stands, with a body only where it is written, of a stated length within the bound. What is
 * not plain has to come as a Request; both are answered alike.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, ServiceRequest, ServiceTarget } from './service-request.ts';
import type { Client } from './request-scope.ts';
import { bodyBytesMax } from './request-body.ts';

/** A path of the API, and a query of characters that mean themselves, or are escaped. */
const plainTarget = /^(\/api\/v1\/[a-z-]+)(?:\?([\w.~%=&:+,*-]*))?$/;

/** A request and where it came from. */
export interface HttpRequest extends ServiceRequest, Client {
  url: ServiceTarget;
}

/** The request, where it is plain; else undefined. */
export function readRequest(incoming: IncomingMessage): HttpRequest | undefined {
  const { method, headers, socket } = incoming;
  // Without a Host there is no address to answer for.
  if (headers.host === undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const length = headers['content-length'];
  const isRead = method === 'GET' && length === undefined;
  const isWrite = method === 'POST' && length !== undefined && Number(length) <= bodyBytesMax;
  const target = isRead || isWrite ? plainTarget.exec(incoming.url ?? '') : null;
  if (!method || !target) return undefined;
  const [, pathname = '', query = ''] = target;
  return {
    method,
    url: { pathname, searchParams: new URLSearchParams(query) },
    headers: { get: (name) => readHeader(incoming.rawHeaders, name) },
    body: isWrite ? bodyOf(incoming) : null,
    address: socket.remoteAddress,
  };
}

/** As Headers gives it: of a header that came more than once, all values. `name` is in lower case. */
function readHeader(rawHeaders: readonly string[], name: string): string | null {
  let value: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? '';
    if (given.length !== name.length || given.toLowerCase() !== name) continue;
    value = value === null ? (rawHeaders[at + 1] ?? '') : `${value}, ${rawHeaders[at + 1]}`;
  }
  return value;
}

async function* bodyOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield await readWhole(incoming);
}

/** Rejects where the caller goes away before the end. */
function readWhole(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    incoming.once('close', () => reject(new Error('The caller went away.')));
  });
}

/** Writes an answer, its headers in the order of their names. */
export function writeAnswer({ status, headers, body }: Answer, outgoing: ServerResponse): void {
  const list: string[] = [];
  for (const name of Object.keys(headers).sort()) list.push(name, headers[name] ?? '');
  if (body === null) {
    outgoing.writeHead(status, list).end();
    return;
  }
  const length = Buffer.byteLength(body);
  list.push('Content-Length', String(length));
  outgoing.writeHead(status, list);
  // A text goes out with the head in one piece, and where no character takes two bytes it need not be encoded.
  if (typeof body === 'string') outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
  else outgoing.end(body);
}
