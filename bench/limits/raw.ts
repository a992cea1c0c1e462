/** Limit (bare proxy): makes the same calls with undici and joins the bodies unread, so its responses are not those of the graph. */
import { readPath } from '../peers/schema.ts';
import { comma, serveLimit } from './serve.ts';
import { readBytes } from './read.ts';

serveLimit(async (id, reads, authorization) => {
  const bodies = await Promise.all(
    reads.map(([resource, args]) => readBytes(readPath(resource, id, args), authorization)),
  );
  return [
    Buffer.from(`{"id":"${id}","bodies":[`),
    ...bodies.flatMap((body, at) => (at === 0 ? [body] : [comma, body])),
    Buffer.from(']}'),
  ];
});
