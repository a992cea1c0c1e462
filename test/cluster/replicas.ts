/** Replicas of one half of the product behind HAProxy, which asks each whether it is ready and tries another where one is gone. */
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { isOk, type Processes, until } from './processes.ts';

const entry = new URL('../../src/start.cjs', import.meta.url).pathname;

export interface ReplicaOptions {
  role: 'gateway' | 'service';
  count: number;
  env: Record<string, string>;
}

export interface Replicas {
  /** Of the proxy before them. */
  url: string;
  /** Of each replica itself. */
  urls: string[];
  /** Kills one as a machine that fails would. */
  kill(at: number): Promise<void>;
  /** Starts one again, and waits until it is ready. */
  start(at: number): Promise<void>;
  /** Stops one as an operator would; gives its exit code. */
  stop(at: number): Promise<number | null>;
}

/** How long a replica says that it is not ready before it closes its port: some checks of the proxy. */
const drainDelayMs = 1_500;

const startMsMax = 60_000;

/** Starts them, and resolves when all are ready. */
export async function startReplicas(processes: Processes, { role, count, env }: ReplicaOptions): Promise<Replicas> {
  const ports: number[] = [];
  for (let at = 0; at <= count; at += 1) ports.push(await freePort());
  const [proxyPort, ...own] = ports as [number, ...number[]];
  const children: ChildProcess[] = [];
  const urlOf = (at: number) => `http://127.0.0.1:${own[at]}`;

  async function start(at: number): Promise<void> {
    const portName = role === 'gateway' ? 'PORT' : 'FIELD_DATA_PORT';
    const name = `${role}-${at}`;
    children[at] = processes.start(name, process.execPath, [entry, role], {
      env: {
        PATH: process.env.PATH,
        MALLOC_ARENA_MAX: '1',
        LOG_LEVEL: 'warn',
        EVENT_LOOP_DELAY_MS_MAX: '0',
        DRAIN_DELAY_MS: String(drainDelayMs),
        ...env,
        [portName]: String(own[at]),
      },
    });
    await until(
      name,
      () => isOk(`${urlOf(at)}/ready`),
      startMsMax,
      () => `: ${processes.logOf(name)}`,
    );
  }

  await Promise.all(own.map((_port, at) => start(at)));
  const config = join(processes.folder, `haproxy-${role}.cfg`);
  writeFileSync(config, haproxyConfig(proxyPort, own));
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
    url: `http://127.0.0.1:${proxyPort}`,
    urls: own.map((_port, at) => urlOf(at)),
    start,
    stop: (at) => end(at, 'SIGTERM'),
    async kill(at) {
      await end(at, 'SIGKILL');
    },
  };
}

/** What was sent to a replica that is gone before it answered is sent to another: reads, and writes under an idempotency key. */
function haproxyConfig(port: number, replicas: readonly number[]): string {
  const servers = replicas.map((each, at) => `  server r${at} 127.0.0.1:${each} check`);
  return `
defaults
  mode http
  timeout connect 1s
  timeout client 65s
  timeout server 65s
  timeout check 1s
  retries 3
  option redispatch
  retry-on conn-failure empty-response
listen replicas
  bind 127.0.0.1:${port}
  balance leastconn
  option httpchk GET /ready
  http-check expect status 200
  default-server inter 200ms fall 1 rise 1
${servers.join('\n')}
`;
}
