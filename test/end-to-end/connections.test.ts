/** CONNECTIONS_MAX, on each port of the product, and what an operator sees of it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startProduct } from '../support/running.ts';

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket.resume();
}

it.each(['graph', 'service', 'admin'])(
  'of the %s port, one connection more than the limit is refused',
  async (port) => {
    await using product = await startProduct({ CONNECTIONS_MAX: '3', ADMIN_PORT: '0' });
    const url = { graph: product.graphUrl, service: product.serviceUrl, admin: product.adminUrl }[port] as string;
    const sockets = [await open(url), await open(url), await open(url)];
    await once(await open(url), 'close');
    // Makes room for who asks for the metrics.
    for (const socket of sockets.splice(1)) await once(socket.destroy(), 'close');
    const metrics = await (await fetch(`${product.adminUrl}/metrics`)).text();
    expect(metrics).toContain(`fieldgraph_connections_refused_total{port="${port}"} 1\n`);
    expect(metrics).toContain(`fieldgraph_connections{port="${port}"} ${port === 'admin' ? 2 : 1}\n`);
    expect(metrics).toContain(`fieldgraph_connections_unread_total{port="${port}"} 0\n`);
    sockets[0]?.destroy();
  },
);
