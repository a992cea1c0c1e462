/** A Redis server for one test: Debian's `redis-server` on a loopback port, which stores nothing on disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';
import { killOnExit } from './kill-on-exit.ts';
import { lineOf } from './line-of.ts';

/** Whether Redis is installed (`apt-get install redis-server`). */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

/** Starts a server, and resolves when it accepts connections. */
export async function startRedis() {
  const port = await freePort();
  let child = await start(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Sends a signal: SIGKILL ends the server, SIGSTOP freezes it, SIGCONT continues it. */
    async signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') {
      child.kill(signal);
      if (signal === 'SIGKILL') await once(child, 'exit');
    },
    /** Restarts a killed server on its port, with further arguments. */
    async restart(...more: string[]) {
      child = await start(port, more);
    },
    async [Symbol.asyncDispose]() {
      if (child.kill('SIGKILL')) await once(child, 'exit');
    },
  };
}

async function start(port: number, more: readonly string[] = []): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...more];
  const child = killOnExit(spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  await lineOf(child.stdout, /Ready to accept connections/);
  return child;
}
