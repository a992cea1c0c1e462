/** Runs a command in a pseudo-terminal (script of util-linux, which Debian always has), as a person would. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Starts the command; what it writes to its terminal, on either stream, comes from `stdout`. */
export function spawnInTerminal(
  command: readonly string[],
  env: Record<string, string>,
): ChildProcessByStdio<null, Readable, null> {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return spawn('script', ['--quiet', '--return', '--command', `exec ${quoted}`, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
