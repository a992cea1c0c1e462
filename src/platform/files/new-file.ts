/** Writes files that other programs never see half-written. */
import { renameSync, rmSync } from 'node:fs';

/**
 * Calls `write` with the name of a file next to `file`. It takes the name `file` once `write` resolves, and is removed where it rejects.
 * Errors of the system name `file`.
 */
export async function writeNewFile<Result>(file: string, write: (part: string) => Promise<Result>): Promise<Result> {
  const part = `${file}.part`;
  try {
    const result = await write(part);
    renameSync(part, file);
    return result;
  } catch (error) {
    rmSync(part, { force: true });
    // The error of a write names no file.
    if (error instanceof Error && 'syscall' in error && (!('path' in error) || error.path === part))
      Object.assign(error, { path: file });
    throw error;
  }
}
