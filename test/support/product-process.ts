/** The command in a process of its own, as operators run it, and what the operating system knows of that process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { entry } from './command.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = new URL('../../', import.meta.url).pathname;

export interface ProcessOptions {
  env?: Record<string, string>;
  /** Flags of Node itself: `--max-old-space-size=512`. */
  nodeFlags?: string[];
  /** Whether `npm start` starts it: the child is npm then, and so are its figures. */
  isByNpm?: boolean;
  /** Whether its standard error is a pipe that nobody reads. */
  isLogUnread?: boolean;
}

export type ProductProcess = Awaited<ReturnType<typeof startProcess>>;

/** Starts the command on free ports with a data folder of its own; `await using` ends it and removes the folder. */
export async function startProcess(options: ProcessOptions = {}) {
  const { env = {}, nodeFlags = [], isByNpm = false, isLogUnread = false } = options;
  const folder = await temporaryFolder();
  const [file, args] = isByNpm ? ['npm', ['start']] : [process.execPath, [...nodeFlags, entry]];
  const child = spawn(file, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      MALLOC_ARENA_MAX: '1',
      PORT: '0',
      FIELD_DATA_PORT: '0',
      ADMIN_PORT: '0',
      FIELD_DATA_DIR: folder.path,
      LOG_LEVEL: 'silent',
      // A busy machine makes it late too: only the test of overload is about that.
      EVENT_LOOP_DELAY_MS_MAX: '0',
      DEADLINE_MS: '60000',
      ...env,
    },
    stdio: ['ignore', 'pipe', isLogUnread ? 'pipe' : 'inherit'],
    // A group of its own, so that what npm leaves behind can be found and ended.
    detached: isByNpm,
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const readProc = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
  const mebibytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readProc('status'))?.[1]) / 1024;
  const end = async (kill: () => unknown) => {
    const exit = once(child, 'exit');
    kill();
    return (await exit)[0] as number | null;
  };
  const found: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, name = '', value = ''] =
      /^ {2}(GraphQL|REST|Metrics|Demo API key) +(?:export \w+=)?(http:\/\/[^/]+|fds_\w+)/.exec(line) ?? [];
    found[name] = value;
    if (found.GraphQL && line.trim() === '') break;
  }
  // Whatever it prints from here on must not fill the pipe.
  child.stdout?.resume();
  if (!found.GraphQL) throw new Error('the command ended before it was ready');
  const { GraphQL: graphUrl, REST: restUrl = '', Metrics: adminUrl = '', 'Demo API key': demoKey = '' } = found;
  return {
    child,
    graphUrl,
    /** Of the embedded service; empty where the service is remote. */
    restUrl,
    adminUrl,
    demoKey,
    isAlive,
    residentMiB: () => (isAlive() ? mebibytes('VmRSS') : Number.NaN),
    /** The most it has ever been. */
    peakMiB: () => mebibytes('VmHWM'),
    /** What it has used of the processor, at 100 ticks a second. */
    cpuMs() {
      const ticks = readProc('stat').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(ticks[11]) + Number(ticks[12])) * 10;
    },
    /** The sum of a metric over its labels; no number where it is not shown. */
    async metric(name: string): Promise<number> {
      const text = await (await fetch(`${adminUrl}/metrics`)).text();
      const samples = [...text.matchAll(new RegExp(`^fieldgraph_${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
      return samples.length === 0 ? Number.NaN : samples.reduce((sum, [, value]) => sum + Number(value), 0);
    },
    /** Sends SIGTERM; gives the exit code (null where a signal ended it) and how long it took. */
    async terminate() {
      const startedAt = performance.now();
      const code = await end(() => child.kill('SIGTERM'));
      return { code: code ?? Number.NaN, milliseconds: performance.now() - startedAt };
    },
    async [Symbol.asyncDispose]() {
      if (isAlive()) await end(() => (isByNpm ? process.kill(-(child.pid ?? 0), 'SIGKILL') : child.kill('SIGKILL')));
      await folder[Symbol.asyncDispose]();
    },
  };
}
