import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Resolves once nothing listens at this address any more. */
export async function untilRefused(url: string): Promise<void> {
  const { port, hostname } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    const isRefused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    if (isRefused) return;
    await wait(20);
  }
}
