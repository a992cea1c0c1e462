/** The processes of a cluster on one machine: their logs are in one folder, and all end with the run, even if it is interrupted. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { killOnExit } from '../support/kill-on-exit.ts';

export type Processes = ReturnType<typeof createProcesses>;

const logTailLength = 2_000;
const endMsMax = 10_000;

/** Writes logs to this folder. */
export function createProcesses(folder: string) {
  const running = new Set<ChildProcess>();

  return {
    folder,
    /** Starts a process whose output goes to `name.log`. */
    start(name: string, command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
      const log = openSync(join(folder, `${name}.log`), 'a', 0o666);
      const child = killOnExit(spawn(command, args, { cwd: '/', ...options, stdio: ['ignore', log, log] }));
      closeSync(log);
      running.add(child);
      child.once('exit', () => running.delete(child));
      return child;
    },
    /** Writes a template with its `$names` replaced as `name` into the folder; returns the path. */
    configure(name: string, template: string, values: Record<string, string | number>): string {
      const path = join(folder, name);
      const text = readFileSync(join(import.meta.dirname, template), 'utf8');
      writeFileSync(
        path,
        text.replaceAll(/\$(\w+)/g, (_whole, value: string) => String(values[value])),
      );
      return path;
    },
    /** The last lines of a process's log. */
    logOf: (name: string) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-logTailLength),
    /** Ends all running processes. */
    async end() {
      const ended = Promise.all([...running].map((child) => once(child, 'exit')));
      for (const child of [...running].reverse()) child.kill('SIGTERM');
      await Promise.race([ended, wait(endMsMax, undefined, { ref: false })]);
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** Waits until a check returns true (an error counts as false); after the timeout it rejects with `what` and the text of `details`. */
export async function until(what: string, check: () => Promise<boolean>, timeoutMs = 180_000, details = () => '') {
  const endsAt = performance.now() + timeoutMs;
  while (!(await check().catch(() => false))) {
    if (performance.now() > endsAt) throw new Error(`waited in vain for ${what}${details()}`);
    await wait(50);
  }
}

/** Whether the response to a GET of this address is 200. */
export async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  await response.body?.cancel();
  return response.status === 200;
}
