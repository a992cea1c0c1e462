/** The command in its own process, as operators run it, with the figures of the operating system for that process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type CommandOptions, entry as entryOfTree, patient, startFlags } from './command.ts';
import { killOnExit } from './kill-on-exit.ts';
import { readMetric } from './metric.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = new URL('../../', import.meta.url).pathname;

export interface ProcessOptions extends Omit<CommandOptions, 'timeoutMs'> {
  /** The arguments, such as a role. */
  words?: readonly string[];
  /** The command that starts it, such as `npm start`. Then the child and its figures are those of that program. */
  by?: readonly string[];
  /** `read`: by `logged`; `unread`: a pipe that nobody reads. By default the log goes to that of this process. */
  log?: 'read' | 'unread';
}

export type ProductProcess = Awaited<ReturnType<typeof startProcess>>;

/** Starts the command on free ports with a new data folder; `await using` ends it and removes the folder. */
export async function startProcess(options: ProcessOptions = {}) {
  const { words = [], nodeFlags = [], entry = entryOfTree, under = [], by } = options;
  await using made = new AsyncDisposableStack();
  const folder = made.use(await temporaryFolder());
  const command = by ?? [...under, process.execPath, ...startFlags, ...nodeFlags, entry, ...words];
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
      ...patient,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', options.log ? 'pipe' : 'inherit'],
    // A new process group, so that processes that npm leaves can be found and ended.
    detached: by !== undefined,
  });
  killOnExit(child);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  /** Whether any process of the group of npm is left, including orphans. */
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
  // Further output must not fill the pipe.
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
    /** The output until it was ready, and the values of that output by label. */
    printed,
    banner: banner as ReadonlyMap<string, string>,
    /** The complete lines of its log so far, with `log: 'read'`. */
    logged: (): Record<string, unknown>[] =>
      logged
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    graphUrl: originOf('GraphQL'),
    /** The address of the embedded service; empty if the service is remote. */
    serviceUrl: originOf('REST'),
    adminUrl,
    demoKey,
    demo: { authorization: `Bearer ${demoKey}` },
    isAlive,
    isGroupAlive,
    residentMiB: () => (isAlive() ? mebibytes('VmRSS') : Number.NaN),
    /** The peak of resident memory. */
    peakMiB: () => mebibytes('VmHWM'),
    /** The CPU time so far, at 100 ticks a second. */
    cpuMs() {
      const ticks = readProc('stat').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(ticks[11]) + Number(ticks[12])) * 10;
    },
    /** The sum of a metric over its labels; NaN if it is missing. */
    metric: (name: string) => readMetric(adminUrl, name),
    /** Sends a signal; returns the exit code (NaN if a signal ended it) and the time until the exit. */
    async terminate(signal: NodeJS.Signals = 'SIGTERM') {
      const startedAt = performance.now();
      // `close` waits for the whole log; an unread pipe would never close.
      const end = once(child, options.log === 'read' ? 'close' : 'exit');
      child.kill(signal);
      const [code] = (await end) as [number | null];
      return { code: code ?? Number.NaN, milliseconds: performance.now() - startedAt };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
