/** Imitates a transaction pooler such as PgBouncer: it invents process ids of connections and passes on no notification. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Bytes of a message before its content: its type and its length. */
const headBytes = 5;

/** Starts a pooler in front of the database of a URL. */
export async function startPooler(url: string) {
  const { port, hostname } = new URL(url);
  const pooler = {
    url: '',
    /** Acts as if all connections to the database were in use: new clients connect, but get no response. */
    isFull: false,
    /** Clients that connected while it was full. */
    unanswered: 0,
  };
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    const { isFull } = pooler;
    if (isFull) pooler.unanswered += 1;
    let isReady = false;
    let read = Buffer.alloc(0);
    database.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      while (read.length >= headBytes && read.length > read.readInt32BE(1)) {
        const message = Buffer.from(read.subarray(0, read.readInt32BE(1) + 1));
        read = read.subarray(message.length);
        const type = message.toString('latin1', 0, 1);
        // BackendKeyData begins with the process id.
        if (type === 'K') message.writeInt32BE(1_000_000_000 + (client.remotePort ?? 0), headBytes);
        // NotificationResponse.
        if (type !== 'A' && !(isFull && isReady)) client.write(message);
        isReady ||= type === 'Z';
      }
    });
    client.pipe(database);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  pooler.url = url.replace(`:${port}/`, `:${(server.address() as AddressInfo).port}/`);
  return pooler;
}
