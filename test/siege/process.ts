/** The command in a process of its own, as operators run it, and what the operating system knows of that process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = new URL('../../', import.meta.url).pathname;
const entry = `${root}src/start.cjs`;
const mebibyte = 1024 * 1024;

export interface BesiegedOptions {
  env?: Record<string, string>;
  /** Flags of Node itself: `--max-old-space-size=512`. */
  nodeFlags?: string[];
  /** Whether `npm start` starts it: the child is npm then, and so are its figures. */
  isByNpm?: boolean;
  /** Whether its standard error is a pipe that nobody reads. */
  isLogUnread?: boolean;
}

export interface Besieged extends AsyncDisposable {
  child: ChildProcess;
  graphUrl: string;
  /** Of the embedded service; undefined where the service is remote. */
  restUrl: string | undefined;
  adminUrl: string | undefined;
  /** Of the demo account of the embedded service. */
  demoKey: string | undefined;
  /** Resident memory now, in MiB. */
  residentMiB(): number;
  /** The most it has ever been, in MiB. */
  peakMiB(): number;
  /** Sockets it holds open now, the listening ones included. */
  sockets(): number;
  isAlive(): boolean;
  /** Sends SIGTERM; gives the exit code (null where a signal ended it) and how long it took. */
  terminate(): Promise<{ code: number | null; milliseconds: number }>;
}

/** Starts the command on free ports with a data folder of its own; `await using` ends it and removes the folder. */
export async function besiege(options: BesiegedOptions = {}): Promise<Besieged> {
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
      // A busy machine makes it late too: only the scenario of overload is about that.
      EVENT_LOOP_DELAY_MS_MAX: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', isLogUnread ? 'pipe' : 'inherit'],
    // A group of its own, so that what npm leaves behind can be found and ended.
    detached: isByNpm,
  });
  const urls = await readBanner(child);
  const { pid } = child;
  return {
    child,
    ...urls,
    residentMiB: () => memoryMiB(pid, 'VmRSS'),
    peakMiB: () => memoryMiB(pid, 'VmHWM'),
    sockets: () => countSockets(pid),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async terminate() {
      const startedAt = performance.now();
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await exit;
      return { code, milliseconds: performance.now() - startedAt };
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit');
        if (isByNpm) process.kill(-(child.pid as number), 'SIGKILL');
        else child.kill('SIGKILL');
        await exit;
      }
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function readBanner(
  child: ChildProcess,
): Promise<Pick<Besieged, 'graphUrl' | 'restUrl' | 'adminUrl' | 'demoKey'>> {
  const found = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, name, url] =
      /^ {2}(GraphQL|REST|Metrics|Demo API key) +(?:export \w+=)?(http:\/\/[^/]+|fds_\w+)/.exec(line) ?? [];
    if (name !== undefined && url !== undefined) found.set(name, url);
    if (found.has('GraphQL') && line.trim() === '') break;
  }
  // Whatever it prints from here on must not fill the pipe.
  child.stdout?.resume();
  const graphUrl = found.get('GraphQL');
  if (graphUrl === undefined) throw new Error('the command ended before it was ready');
  return { graphUrl, restUrl: found.get('REST'), adminUrl: found.get('Metrics'), demoKey: found.get('Demo API key') };
}

function memoryMiB(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  const [, kibibytes] = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kibibytes) * 1024) / mebibyte;
}

function countSockets(pid: number | undefined): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      // Closed since it was listed.
      return false;
    }
  }).length;
}
