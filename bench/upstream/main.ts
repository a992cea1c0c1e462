/**
 * A Field Data Service with prepared responses over a bare socket, in its own process, so that it costs the gateway no time. It counts its
 * calls; `GET /__bench?...` sets its behaviour and reads the count. Every field exists, no key is checked, and nothing can be written.
 */
import { createServer, type Socket } from 'node:net';
import { Answers, type Behaviour } from './answers.ts';

const usual: Behaviour = {
  etag: true,
  changing: false,
  cacheControl: 'private, no-cache',
  describes: false,
  writing: 'compact',
  delayMs: 0,
};
const headEnd = Buffer.from('\r\n\r\n');
const notFound = Buffer.from(
  'HTTP/1.1 404 Not Found\r\ncontent-type: application/problem+json\r\ncontent-length: 2\r\n\r\n{}',
);

let behaviour = usual;
let answers = new Answers(behaviour);
let calls = 0;

function administer(url: string): Buffer {
  const query = new URL(url, 'http://upstream').searchParams;
  const reported = { calls };
  if (query.has('reset')) {
    calls = 0;
  }
  if (query.has('behaviour')) {
    behaviour = { ...usual, ...(JSON.parse(query.get('behaviour') ?? '{}') as Partial<Behaviour>) };
    answers = new Answers(behaviour);
  }
  const body = JSON.stringify(reported);
  return Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

function respond(socket: Socket, head: string): void {
  const url = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP/'));
  if (url.startsWith('/__bench')) {
    socket.write(administer(url));
    return;
  }
  if (url === '/openapi.json') {
    socket.write(answers.description ?? notFound);
    return;
  }
  calls++;
  const batch = answers.ofBatch(url, /\r\nknown-etags: *([^\r]+)/i.exec(head)?.[1] ?? '');
  const answer = batch ? undefined : answers.of(url);
  let bytes = batch ?? answer?.full ?? notFound;
  if (answer && behaviour.etag) {
    const known = /\r\nif-none-match: *([^\r]+)/i.exec(head)?.[1];
    if (known === answer.etag) bytes = answer.unchanged;
  }
  if (behaviour.delayMs > 0) setTimeout(() => socket.write(bytes), behaviour.delayMs);
  else socket.write(bytes);
}

const server = createServer({ noDelay: true }, (socket) => {
  let pending: Buffer | undefined;
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    let rest = pending ? Buffer.concat([pending, chunk]) : chunk;
    for (let end = rest.indexOf(headEnd); end !== -1; end = rest.indexOf(headEnd)) {
      respond(socket, rest.toString('latin1', 0, end));
      rest = rest.subarray(end + headEnd.length);
    }
    pending = rest.length > 0 ? rest : undefined;
  });
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
