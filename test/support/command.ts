/** The operator's commands as a person runs them: `npm start -- keys list` is `node src/start.cjs keys list`. */
import { execFile } from 'node:child_process';

/** What every command is started by, and `npm start` too. */
export const entry = new URL('../../src/start.cjs', import.meta.url).pathname;

export interface Ran {
  code: number;
  out: string;
  err: string;
}

export interface CommandOptions {
  cwd?: string;
  /** Settings: the process has these and no others. */
  env?: Record<string, string | undefined>;
  /** Flags of Node itself. */
  nodeFlags?: readonly string[];
  /** What is started: the product of this tree where left out. */
  entry?: string;
  /** Words before those of Node: a shell that sets a limit, and executes them. */
  under?: readonly string[];
  /** After this long it is killed; never where left out. */
  timeoutMs?: number;
  /** What it reads from standard input. */
  input?: string;
}

/** Runs a command to its end. Never rejects: how it ended is what is asked. The code is no number where a signal ended it. */
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

/** Words that start a process whom the modes of files bind. Root is one that gave that up. */
export const unprivileged = (): string[] =>
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];

/** As runCommand, by such a process. */
export const runUnprivileged: typeof runCommand = (words, options) =>
  runCommand(words, { ...options, under: unprivileged() });
