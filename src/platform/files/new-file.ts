/** Writes files that other programs never see half-written. */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeSignal } from '../cli/command-line.ts';

/**
 * Calls `write` with the name of a new file next to `file`, to be made with the flag `wx`. Renames it to `file` once `write` resolves, and
 * removes it if `write` rejects or a signal ends the process. Once this resolves, the file survives a power failure. Errors of the system
 * name `file`.
 */
export async function writeNewFile(file: string, write: (part: string) => Promise<void>): Promise<void> {
  // A name of its own: two processes may write a file of this name, and another user may have prepared a link.
  const part = `${file}.${randomUUID()}.part`;
  const remove = () => {
    // SQLite leaves the second if it fails.
    for (const name of [part, `${part}-journal`]) rmSync(name, { force: true });
  };
  const stop = beforeSignal(remove);
  try {
    await write(part);
    await receiveSignals();
    flush(part);
    renameSync(part, file);
    flush(dirname(file));
  } catch (error) {
    remove();
    // The error of a write names no file.
    if (error instanceof Error && 'syscall' in error && (!('path' in error) || error.path === part))
      Object.assign(error, { path: file });
    throw error;
  } finally {
    stop();
  }
}

/** Lets a signal that came while this turn of the event loop was blocked end the process: the first immediate may belong to the same turn. */
export async function receiveSignals(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Some systems cannot flush a folder, or a file that is open for reads only: their errors are ignored. */
const cannotFlush: ReadonlySet<unknown> = new Set(['EACCES', 'EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EPERM']);

/** Flushes a file, or the names in a folder, to the disk, so that they survive a power failure. */
export function flush(path: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    fsyncSync(descriptor);
  } catch (error) {
    if (!cannotFlush.has((error as NodeJS.ErrnoException).code)) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
