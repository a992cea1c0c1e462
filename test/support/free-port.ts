/** A port of the loopback that nobody listens on, for servers of others that cannot take a free one by themselves. */
import { type AddressInfo, createServer } from 'node:net';

/** Free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
