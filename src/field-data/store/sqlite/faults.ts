/** Maps SQLite's result codes (https://www.sqlite.org/rescode.html) to errors of the store, one sentence each that says what to do. */
import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { errorsOf } from '../store-error.ts';

const kinds: ReadonlyMap<number, Parameters<typeof faultOf>[0]> = new Map([
  [5, 'busy'], // SQLITE_BUSY
  [6, 'busy'], // SQLITE_LOCKED
  [8, 'inaccessible'], // SQLITE_READONLY
  [10, 'inaccessible'], // SQLITE_IOERR
  [11, 'damaged'], // SQLITE_CORRUPT
  [13, 'full'], // SQLITE_FULL
  [14, 'inaccessible'], // SQLITE_CANTOPEN
  [26, 'damaged'], // SQLITE_NOTADB
  [4874, 'full'], // SQLITE_IOERR_SHMSIZE: the -shm, which opening creates, cannot grow.
]);

/** An error of this kind, of the file at a path. */
export const faultOf = errorsOf({
  gone: (path) =>
    `The database ${path}, or its -wal or -shm file, was removed or replaced while it was open: nothing more is written. Put it back and start again.`,
  damaged: (path) =>
    `The database ${path} is damaged, or is not a database: restore a backup with the command restore, or move the database away, with its -wal and -shm, to begin with an empty one.`,
  full: (path) => `The disk of the database ${path} is full: free some space.`,
  inaccessible: (path, code) =>
    `The database ${path} cannot be read or written (${code}): ${isReadOnly(dirname(path)) ? 'mount its file system for writing' : 'check its disk, its owner and its mode, and those of its folder'}${code === 'SQLite code 8' ? '. Then start again' : ''}.`,
  busy: (path) =>
    `The database ${path} is in use by another process for longer than this one waits: let its import, removal or backup end, then try again.`,
  other: (path, code) => `The database ${path} cannot answer (${code}).`,
});

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/** SQLITE_ERROR, whose message names a table or a column, and no value. */
const sqlError = 1;

/** Converts an error of SQLite to one of the store. Any other error is a bug of ours and is returned unchanged. */
export function storeError(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  // Extended codes carry the primary one in their low byte.
  const kind = kinds.get(code) ?? kinds.get(code & 0xff) ?? 'other';
  const what = code === sqlError ? `: ${(error as Error).message}` : '';
  return faultOf(kind, path, `SQLite code ${code}${what}`, error);
}

/** The error of a database whose tables are not ours. */
export function foreignError(error: unknown, path: string): unknown {
  return codeOf(error) === undefined ? error : faultOf('damaged', path, '', error);
}

/**
 * The error of a failed migration. An SQL error means that the tables are not ours, unless the file states a `version` of ours and lacks no
 * table: then a step is wrong.
 */
export function migrationError(error: unknown, path: string, version = 0): unknown {
  const isForeign = version === 0 || (error as Error).message.startsWith('no such table');
  return codeOf(error) === sqlError && isForeign ? foreignError(error, path) : storeError(error, path);
}

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}
