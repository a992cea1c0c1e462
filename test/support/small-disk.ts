/** Commands with a disk of a few pages: a file system that only their process sees. */
import { spawnSync } from 'node:child_process';
import { type CommandOptions, runCommand } from './command.ts';

const mount = (options: string) => ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs ${options} none "$0" && exec "$@"`];

/** Whether this system allows a process its own file system. */
export function canMount(): boolean {
  const [file = '', ...args] = [...mount(''), '/tmp', 'true'];
  return spawnSync(file, args).status === 0;
}

/** Runs commands where `folder` is a disk of this size. */
export const runOnSmallDisk =
  (folder: string, size = '16k') =>
  (words: readonly string[], options?: CommandOptions) =>
    runCommand(words, { ...options, under: [...mount(`-o size=${size}`), folder] });
