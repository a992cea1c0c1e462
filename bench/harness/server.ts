/** A server under measurement: a process of its own, pinned to a core, whose CPU time and memory are read from outside. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuClockOf } from './cpu-clock.ts';

/** Gateways get a core for themselves; load and upstream share the rest. */
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
const outputKeptBytes = 4_000;

/** Where a gateway listens: the graph, and its metrics where it has a port for them. */
export interface Ports {
  port: number;
  adminPort: number;
}

export interface Command {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Milliseconds until its first answer, after which the start fails. Defaults to 30,000. */
  startTimeoutMs?: number;
  /** File or folder made only for this process, removed when it has stopped. */
  scratch?: string;
  /** What it needs next to it: started before it on the core of the load, stopped after it, not measured. */
  helper?: Command;
}

/** A started process. Whoever starts it stops it. */
export interface Server {
  url: URL;
  pid: number;
  /** From its start to its first answer. */
  startMs: number;
  /** CPU time used so far by all its threads, in milliseconds. */
  cpuMs(): number;
  /** The most memory it ever used, in MiB. */
  peakMiB(): number;
  /** Continues on these cores. */
  moveTo(cores: string): void;
  stop(): Promise<void>;
}

/** What was started and not yet stopped: a run that is broken off leaves no process running. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Keeps this process, and the upstream it starts, off the gateways' core. */
export function pinSelf(): void {
  moveTo(process.pid, loadCore);
}

/** Continues a process, with all its threads, on these cores. */
export function moveTo(pid: number, cores: string): void {
  if (hasTaskset) execFileSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' });
}

/** A command that runs on one core, where that can be had. */
export const pinned = (core: string, command: string[]): string[] =>
  hasTaskset ? ['taskset', '-c', core, ...command] : command;

/** Starts a process on `core` and gives it once `isReady` says so; throws what it wrote when it never does. */
export async function startServer(
  { helper: helping, ...own }: Command,
  core: string,
  port: number,
  isReady: (url: URL) => Promise<boolean>,
): Promise<Server> {
  const { command, args, scratch, startTimeoutMs = defaultStartTimeoutMs } = own;
  // To a file, as in production, and not through a pipe that the load's core would have to drain.
  mkdirSync(logFolder, { recursive: true });
  const logFile = `${logFolder}${port}.log`;
  const log = openSync(logFile, 'w');
  const helper = helping && spawnOn(loadCore, helping, log);
  const child = spawnOn(core, own, log);
  closeSync(log);
  const output = () => readFileSync(logFile, 'utf8').slice(-outputKeptBytes);

  const url = new URL(`http://127.0.0.1:${port}`);
  const startedAt = performance.now();
  const giveUpAt = startedAt + startTimeoutMs;
  for (;;) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (!hasEnded && (await isReady(url).catch(() => false))) break;
    if (hasEnded || performance.now() > giveUpAt) {
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

/** The most memory a process ever used, or what it uses now, in MiB; 0 once it has ended. */
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
