/** Commands with a disk of a few pages: a file system of its own, which only their process sees. */
import { execFileSync, spawnSync } from 'node:child_process';
import { type CommandOptions, entry, type Ran } from './command.ts';

/** Whether this system lets a process have a file system of its own. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /tmp'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs commands where `folder` is a disk of 16 KiB. */
export function runOnSmallDisk(folder: string) {
  return async (words: readonly string[], { cwd, env }: CommandOptions = {}): Promise<Ran> => {
    const script = 'mount -t tmpfs -o size=16k none "$0" && exec "$@"';
    const command = ['-rm', 'sh', '-c', script, folder, process.execPath, entry, ...words];
    const options = { cwd, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('unshare', command, options);
    return { code: status ?? 0, out: stdout, err: stderr };
  };
}
