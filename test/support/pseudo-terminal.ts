/** Runs a command in a pseudo-terminal, by `script` of util-linux, which Debian always has. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { entry } from './command.ts';

/** Starts the command; `stdout` has everything that the terminal shows, and `stdin` is the keyboard. */
export function spawnInTerminal(command: readonly string[], env: Record<string, string>) {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', `exec ${quoted}`, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdout.setEncoding('utf8');
  return child;
}

/** Runs a command to its end; at its question, runs `meanwhile` and types the answer. Returns everything that the terminal showed. */
export async function runInTerminal(
  words: readonly string[],
  env: Record<string, string>,
  answer?: string,
  meanwhile = async () => {},
): Promise<{ code: number; text: string }> {
  const child = spawnInTerminal([process.execPath, entry, ...words], env);
  const ended = once(child, 'close');
  let text = '';
  let isPrompted = false;
  for await (const chunk of child.stdout) {
    text += chunk;
    if (isPrompted || answer === undefined || !text.includes('[y/N]')) continue;
    isPrompted = true;
    await meanwhile();
    child.stdin.write(`${answer}\r`);
  }
  return { code: (await ended)[0], text };
}
