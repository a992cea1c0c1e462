/** The operator's commands as a person runs them: `npm start -- keys list` is `node src/start.cjs keys list`. */
import { execFile } from 'node:child_process';
import manifest from '../../package.json' with { type: 'json' };

/** The entry point of every command and of `npm start`. */
export const entry = new URL('../../src/start.cjs', import.meta.url).pathname;

/** V8's flags, which `npm start`, the image and the unit have in common. */
export const startFlags: readonly string[] = manifest.scripts.start.split(' ').slice(2, -1);

/** Settings for a busy machine, which delays the event loop, as does a test in the same process. */
export const patient = { EVENT_LOOP_DELAY_MS_MAX: '0', DEADLINE_MS: '60000' };

export interface Ran {
  code: number;
  out: string;
  err: string;
}

export interface CommandOptions {
  cwd?: string;
  /** The settings of the process, which inherits no others. */
  env?: Record<string, string | undefined>;
  /** Flags of Node itself. */
  nodeFlags?: readonly string[];
  /** The entry point to start; defaults to the product of this tree. */
  entry?: string;
  /** Arguments before those of Node, such as a shell that sets a limit and executes the rest. */
  under?: readonly string[];
  /** Time after which the process is killed; by default never. */
  timeoutMs?: number;
  /** Text for standard input. */
  input?: string;
}

/** Runs a command to its end. Never rejects, because tests check how it ended. The code is NaN if a signal ended it. */
export function runCommand(
  words: readonly string[],
  { cwd, env, nodeFlags = [], entry: path = entry, under = [], timeoutMs = 0, input }: CommandOptions = {},
): Promise<Ran> {
  const settings = { PATH: process.env.PATH, ...env };
  return new Promise((resolve) => {
    const options = { env: settings, cwd, timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
    const [file = '', ...args] = [...under, process.execPath, ...nodeFlags, path, ...words];
    const child = execFile(file, args, options, (error, out, err) => {
      const code = typeof error?.code === 'number' ? error.code : Number.NaN;
      resolve({ code: error ? code : 0, out, err });
    });
    if (input !== undefined) child.stdin?.end(input);
  });
}

/** Arguments that start a process to which file modes apply; for root they drop the capabilities that override modes. */
export const unprivileged = (): string[] =>
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];

/** Like runCommand, without privileges. */
export const runUnprivileged: typeof runCommand = (words, options) =>
  runCommand(words, { ...options, under: unprivileged() });
