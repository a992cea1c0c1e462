/** A server of a test, on a free port of the loopback. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Serves requests, on `port` to replace an earlier server, over TLS with a certificate; `await using` ends it and its connections. */
export async function serve(handle: RequestListener, port = 0, tls?: { key: string; cert: string }) {
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port: opened } = server.address() as AddressInfo;
  const url = `http${tls ? 's' : ''}://127.0.0.1:${opened}`;
  return { url, port: opened, close, [Symbol.asyncDispose]: close };
}
