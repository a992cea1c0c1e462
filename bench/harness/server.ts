/** Starts servers as processes pinned to a core, and reads their CPU time and memory from outside. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuClockOf } from './cpu-clock.ts';

/** Core of a measured gateway. Load and upstream share `loadCore`, except in duets. */
export const gatewayCore = '0';
export const loadCore = availableParallelism() > 1 ? '1' : '0';

const hasTaskset = (() => {
  try {
    execFileSync('taskset', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const logFolder = fileURLToPath(new URL('../results/logs/', import.meta.url));
const defaultStartTimeoutMs = 30_000;
const outputBytesMax = 4_000;

/** Ports of a gateway: of the graph, and of the metrics if the gateway has a port for them. */
export interface Ports {
  port: number;
  adminPort: number;
}

export interface Command {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Milliseconds after which the start fails if it has not responded. Defaults to 30,000. */
  startTimeoutMs?: number;
  /** File or folder made only for this process. Removed after it has stopped. */
  scratch?: string;
  /** A process that it needs. Started before it on the core of the load, stopped after it, and not measured. */
  helper?: Command;
}

/** A started process. The caller that starts it stops it. */
export interface Server {
  url: URL;
  pid: number;
  /** Milliseconds from its start to its first response. */
  startMs: number;
  /** CPU time used so far by all its threads, in milliseconds. */
  cpuMs(): number;
  /** Peak memory in MiB. */
  peakMiB(): number;
  /** Moves it to these cores. */
  moveTo(cores: string): void;
  stop(): Promise<void>;
}

/** Processes that still run. They are killed when the bench exits, also after an interrupt. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Moves this process, and the upstream that it starts, off the core of the gateways. */
export function pinSelf(): void {
  moveTo(process.pid, loadCore);
}

/** Moves a process with all its threads to these cores. */
export function moveTo(pid: number, cores: string): void {
  if (hasTaskset) execFileSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' });
}

/** Returns a command that runs on one core, if `taskset` is installed. */
export const pinned = (core: string, command: string[]): string[] =>
  hasTaskset ? ['taskset', '-c', core, ...command] : command;

/** Starts a process on `core`, and resolves once `isReady` returns true. Throws an error with its output if it never becomes ready. */
export async function startServer(
  { helper: helping, ...own }: Command,
  core: string,
  port: number,
  isReady: (url: URL) => Promise<boolean>,
): Promise<Server> {
  const { command, args, scratch, startTimeoutMs = defaultStartTimeoutMs } = own;
  // Output goes to a file, as in production: the core of the load would have to drain a pipe.
  mkdirSync(logFolder, { recursive: true });
  const logFile = `${logFolder}${port}.log`;
  const log = openSync(logFile, 'w');
  const helper = helping && spawnOn(loadCore, helping, log);
  const child = spawnOn(core, own, log);
  closeSync(log);
  const output = () => readFileSync(logFile, 'utf8').slice(-outputBytesMax);

  const url = new URL(`http://127.0.0.1:${port}`);
  const startedAt = performance.now();
  const deadline = startedAt + startTimeoutMs;
  for (;;) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (!hasEnded && (await isReady(url).catch(() => false))) break;
    if (hasEnded || performance.now() > deadline) {
      child.kill('SIGKILL');
      helper?.kill('SIGKILL');
      const what = hasEnded ? 'ended at once' : `did not answer in ${startTimeoutMs / 1000} s`;
      throw new Error(`${command} ${args.join(' ')} ${what}:\n${output()}`);
    }
    await wait(5);
  }
  const startMs = performance.now() - startedAt;
  const pid = child.pid as number;
  return {
    url,
    pid,
    startMs,
    cpuMs: cpuClockOf(pid),
    peakMiB: () => memoryMiBOf(pid),
    moveTo: (cores) => moveTo(pid, cores),
    stop: async () => {
      await stop(child);
      if (helper) await stop(helper);
      rmSync(logFile, { force: true });
      if (scratch) rmSync(scratch, { recursive: true, force: true });
    },
  };
}

function spawnOn(core: string, { command, args, cwd, env }: Command, log: number): ChildProcess {
  const [file, ...rest] = pinned(core, [command, ...args]);
  const child = spawn(file as string, rest, { cwd, env, stdio: ['ignore', log, log] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.on('error', () => {});
  return child;
}

/** Returns the peak memory of a process in MiB, or its present memory (`VmRSS`). 0 after it has ended. */
export function memoryMiBOf(pid: number, which: 'VmHWM' | 'VmRSS' = 'VmHWM'): number {
  try {
    const line = new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const grace = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await ended;
  clearTimeout(grace);
}
