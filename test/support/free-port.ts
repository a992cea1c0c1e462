/** Free ports of the loopback, for third-party servers that cannot choose one themselves, and for restarts on the same port. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Below the ports that Linux uses for outgoing connections and listeners on port 0, so that none of those takes it meanwhile. */
const portMin = 20_000;
/** Each of up to twelve workers has its own range, because a server may listen long after its port was chosen. */
const portsOfWorker = 1_000;
const firstPort = portMin + portsOfWorker * (Number(process.env.VITEST_POOL_ID ?? 0) % 12);

const pollMs = 20;

let next = randomInt(portsOfWorker);

/** A port that is free now and was not returned before, because the server of a returned port may not listen yet. */
export async function freePort(): Promise<number> {
  next += 1;
  const port = firstPort + (next % portsOfWorker);
  return (await isFree(port)) ? port : freePort();
}

/** Resolves when nothing listens at this address of the loopback any more. */
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
