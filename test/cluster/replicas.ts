/** Replicas of the gateway or the service, and HAProxy, which checks whether each is ready and uses another if one fails. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { entry } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { isOk, type Processes, until } from './processes.ts';

/** How long a replica reports that it is not ready before it closes its port: long enough for some checks of the proxy. */
const drainDelayMs = 1_500;

const startMsMax = 180_000;

/** Starts the replicas and resolves when all are ready. A gateway without `FIELD_DATA_URL` embeds the service. */
export async function startReplicas(
  processes: Processes,
  role: 'gateway' | 'service',
  count: number,
  env: Record<string, string> | ((at: number) => Record<string, string>),
) {
  const ports: number[] = [];
  for (let at = 0; at < count; at += 1) ports.push(await freePort());
  const proxyPort = await freePort();
  const children: ChildProcess[] = [];
  const urlOf = (at: number) => `http://127.0.0.1:${ports[at]}`;

  async function start(at: number): Promise<void> {
    const portName = role === 'gateway' ? 'PORT' : 'FIELD_DATA_PORT';
    const name = `${role}-${at}`;
    const own = typeof env === 'function' ? env(at) : env;
    const isWhole = role === 'gateway' && own.FIELD_DATA_URL === undefined;
    children[at] = processes.start(name, process.execPath, isWhole ? [entry] : [entry, role], {
      env: {
        PATH: process.env.PATH,
        MALLOC_ARENA_MAX: '1',
        LOG_LEVEL: 'warn',
        EVENT_LOOP_DELAY_MS_MAX: '0',
        DRAIN_DELAY_MS: String(drainDelayMs),
        ...own,
        [portName]: String(ports[at]),
      },
    });
    await until(
      name,
      () => isOk(`${urlOf(at)}/ready`),
      startMsMax,
      () => `: ${processes.logOf(name)}`,
    );
  }

  await Promise.all(ports.map((_port, at) => start(at)));
  const servers = ports.map((port, at) => `  server r${at} 127.0.0.1:${port} check\n`).join('');
  const config = processes.configure(`haproxy-${role}.cfg`, 'haproxy-replicas.cfg', { port: proxyPort, servers });
  processes.start(`haproxy-${role}`, 'haproxy', ['-db', '-f', config]);
  await until(`the way to a ${role}`, () => isOk(`http://127.0.0.1:${proxyPort}/ready`));

  async function end(at: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = children[at] as ChildProcess;
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code] = await exit;
    return code;
  }

  return {
    /** The address of the proxy. */
    url: `http://127.0.0.1:${proxyPort}`,
    /** The address of each replica. */
    urls: ports.map((_port, at) => urlOf(at)),
    /** Restarts a replica and waits until it is ready. */
    start,
    /** Stops a replica like an operator; returns its exit code. */
    stop: (at: number) => end(at, 'SIGTERM'),
    /** Kills a replica, as if its machine failed. */
    kill: (at: number) => end(at, 'SIGKILL'),
  };
}
