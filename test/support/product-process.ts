/** The command in a process of its own, as operators run it, and what the operating system knows of that process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type CommandOptions, entry as entryOfTree } from './command.ts';
import { killOnExit } from './kill-on-exit.ts';
import { readMetric } from './metric.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = new URL('../../', import.meta.url).pathname;

export interface ProcessOptions extends Omit<CommandOptions, 'timeoutMs'> {
  /** Its command line, such as a role. */
  words?: readonly string[];
  /** The command that starts it, such as `npm start`: the child is that program then, and so are its figures. */
  by?: readonly string[];
  /** What becomes of its log: this process's own where left out, read by `logged`, or a pipe that nobody reads. */
  log?: 'read' | 'unread';
}

export type ProductProcess = Awaited<ReturnType<typeof startProcess>>;

/** Starts the command on free ports with a data folder of its own; `await using` ends it and removes the folder. */
export async function startProcess(options: ProcessOptions = {}) {
  const { words = [], nodeFlags = [], entry = entryOfTree, under = [], by } = options;
  await using made = new AsyncDisposableStack();
  const folder = made.use(await temporaryFolder());
  // As `npm start`, the image and the unit start it.
  const command = by ?? [...under, process.execPath, '--max-semi-space-size=16', ...nodeFlags, entry, ...words];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: options.cwd ?? root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      MALLOC_ARENA_MAX: '1',
      PORT: '0',
      FIELD_DATA_PORT: '0',
      ADMIN_PORT: '0',
      FIELD_DATA_DIR: folder.path,
      LOG_LEVEL: options.log ? 'info' : 'silent',
      // A busy machine makes it late too: only the test of overload is about that.
      EVENT_LOOP_DELAY_MS_MAX: '0',
      DEADLINE_MS: '60000',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', options.log ? 'pipe' : 'inherit'],
    // A group of its own, so that what npm leaves behind can be found and ended.
    detached: by !== undefined,
  });
  killOnExit(child);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  /** Whether any process of npm's group is left, which includes orphans. */
  const isGroupAlive = () => {
    try {
      return process.kill(-(child.pid ?? 0), 0);
    } catch {
      return false;
    }
  };
  made.defer(async () => {
    const exit = isAlive() ? once(child, 'exit') : undefined;
    if (by && isGroupAlive()) process.kill(-(child.pid ?? 0), 'SIGKILL');
    else child.kill('SIGKILL');
    await exit;
  });
  let logged = '';
  if (options.log === 'read') child.stderr?.setEncoding('utf8').on('data', (text: string) => (logged += text));
  const banner = new Map<string, string>();
  let printed = '';
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    printed += `${line}\n`;
    const [, label, value] = /^ {2}(\S.*?) {2,}(?:export \w+=)?(\S+)/.exec(line) ?? [];
    if (label !== undefined && value !== undefined) banner.set(label, value);
    if (banner.size > 0 && line.trim() === '') break;
  }
  // Whatever it prints from here on must not fill the pipe.
  child.stdout?.resume();
  if (banner.size === 0) throw new Error(`the command ended before it was ready: ${logged}`);
  const originOf = (label: string) => /^https?:\/\/[^/]+/.exec(banner.get(label) ?? '')?.[0] ?? '';
  const adminUrl = originOf('Metrics');
  const demoKey = banner.get('Demo API key') ?? '';
  const readProc = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
  const mebibytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readProc('status'))?.[1]) / 1024;
  const resources = made.move();
  return {
    child,
    dataDir: folder.path,
    /** What it printed until it was ready, and the values of that by their labels. */
    printed,
    banner: banner as ReadonlyMap<string, string>,
    /** The whole lines of its log so far, where that is read. */
    logged: (): Record<string, unknown>[] =>
      logged
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    graphUrl: originOf('GraphQL'),
    /** Of the embedded service; empty where the service is remote. */
    serviceUrl: originOf('REST'),
    adminUrl,
    demoKey,
    demo: { authorization: `Bearer ${demoKey}` },
    isAlive,
    isGroupAlive,
    residentMiB: () => (isAlive() ? mebibytes('VmRSS') : Number.NaN),
    /** The most it has ever been. */
    peakMiB: () => mebibytes('VmHWM'),
    /** What it has used of the processor, at 100 ticks a second. */
    cpuMs() {
      const ticks = readProc('stat').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(ticks[11]) + Number(ticks[12])) * 10;
    },
    /** The sum of a metric over its labels; no number where it is not shown. */
    metric: (name: string) => readMetric(adminUrl, name),
    /** Sends a signal; gives the exit code (no number where a signal ended it) and how long it took. */
    async terminate(signal: NodeJS.Signals = 'SIGTERM') {
      const startedAt = performance.now();
      // With its whole log, where that is read: what nobody reads would never close.
      const end = once(child, options.log === 'read' ? 'close' : 'exit');
      child.kill(signal);
      const [code] = (await end) as [number | null];
      return { code: code ?? Number.NaN, milliseconds: performance.now() - startedAt };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
