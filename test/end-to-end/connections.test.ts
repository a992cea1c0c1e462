/** CONNECTIONS_MAX, on each port of the product, and what an operator sees of it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { exchange } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket.resume();
}

it.each(['graph', 'service', 'admin'])(
  'of the %s port, one connection more than the limit closes an idle one, and is answered',
  async (port) => {
    await using product = await startProduct({ CONNECTIONS_MAX: '3', ADMIN_PORT: '0' });
    const url = { graph: product.graphUrl, service: product.serviceUrl, admin: product.adminUrl }[port] as string;
    const sockets = [await open(url), await open(url), await open(url)];
    const closed = Promise.race(sockets.map((socket) => once(socket, 'close')));
    const health = Buffer.from('GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect((await exchange(url, health)).received).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
    const [left, other] = sockets.filter((socket) => !socket.closed) as [Socket, Socket];
    // Else the request for the metrics would close one.
    await once(other.destroy(), 'close');
    const metrics = await (await fetch(`${product.adminUrl}/metrics`)).text();
    expect(metrics).toContain(`fieldgraph_connections_refused_total{port="${port}"} 1\n`);
    expect(metrics).toContain(`fieldgraph_connections{port="${port}"} ${port === 'admin' ? 2 : 1}\n`);
    expect(metrics).toContain(`fieldgraph_connections_unread_total{port="${port}"} 0\n`);
    left.destroy();
  },
);
