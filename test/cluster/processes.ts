/** The processes of a cluster on one machine: each with its log in one folder, all of them ended with it, whatever ends the run. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A user of the system to run a process as: servers of databases refuse to be root. */
export interface SystemUser {
  uid: number;
  gid: number;
}

export interface Processes {
  folder: string;
  /** Starts a process whose output goes to `name.log`. */
  start(name: string, command: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
  /** The last lines of a process's log. */
  logOf(name: string): string;
  /** Ends all that still run. */
  end(): Promise<void>;
}

const logTailLength = 2_000;
const endMsMax = 10_000;

/** Keeps logs in this folder. */
export function createProcesses(folder: string): Processes {
  const running = new Set<ChildProcess>();
  const killAll = () => running.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', killAll);

  return {
    folder,
    start(name, command, args, options = {}) {
      const log = openSync(join(folder, `${name}.log`), 'a', 0o666);
      const child = spawn(command, args, { cwd: '/', ...options, stdio: ['ignore', log, log] });
      closeSync(log);
      running.add(child);
      child.once('exit', () => running.delete(child));
      return child;
    },
    logOf: (name) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-logTailLength),
    async end() {
      const ended = Promise.all([...running].map((child) => once(child, 'exit')));
      for (const child of [...running].reverse()) child.kill('SIGTERM');
      await Promise.race([ended, wait(endMsMax, undefined, { ref: false })]);
      killAll();
      process.off('exit', killAll);
    },
  };
}

/** Waits until a check holds; rejects, naming what was waited for and what `told` tells then, where it does not within the time. A check that throws does not hold. */
export async function until(
  what: string,
  check: () => Promise<boolean>,
  timeoutMs = 60_000,
  told = () => '',
): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  while (!(await check().catch(() => false))) {
    if (performance.now() > endsAt) throw new Error(`waited in vain for ${what}${told()}`);
    await wait(50);
  }
}

/** Whether a GET of this address is answered with 200. */
export async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
  await response.body?.cancel();
  return response.status === 200;
}
