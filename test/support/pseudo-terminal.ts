/** Runs a command in a pseudo-terminal (script of util-linux, which Debian always has), as a person would. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Starts the command; what it writes to its terminal, on either stream, comes from `stdout`, and `stdin` is what a person types. */
export function spawnInTerminal(
  command: readonly string[],
  env: Record<string, string>,
): ChildProcessByStdio<Writable, Readable, null> {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return spawn('script', ['--quiet', '--return', '--command', `exec ${quoted}`, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
