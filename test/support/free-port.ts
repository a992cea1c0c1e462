/** Ports of the loopback that nothing listens on: for servers of others that cannot take a free one by themselves, and after a stop. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Below the ports that Linux gives to outgoing connections and to listeners on port 0: none of those takes it in the meantime. */
const portMin = 20_000;
/** Each of up to twelve workers has ports of its own: a server may listen long after its port was drawn. */
const portsOfWorker = 1_000;
const firstPort = portMin + portsOfWorker * (Number(process.env.VITEST_POOL_ID ?? 0) % 12);

const pollMs = 20;

let given = randomInt(portsOfWorker);

/** Free a moment ago, and not given out before: the server that it was given to may not listen yet. */
export async function freePort(): Promise<number> {
  given += 1;
  const port = firstPort + (given % portsOfWorker);
  return (await isFree(port)) ? port : freePort();
}

/** Resolves once nothing listens at this address of the loopback any more. */
export async function untilRefused(url: string): Promise<void> {
  while (!(await isFree(Number(new URL(url).port)))) await wait(pollMs);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
