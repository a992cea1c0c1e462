/** Checks the SQLite file for the command `doctor`. It neither creates nor writes the database; a dry run uses a temporary copy. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type CheckOptions, fail, good, type Outcome, skip, warn } from '../../../platform/cli/check.ts';
import { tryOr } from '../../../platform/sync/try-or.ts';
import { sql, type StatementName } from '../sql.ts';
import { type StoreFaultKind, StoreError } from '../store-error.ts';
import { findLastBackup, lackOfSpace, openImmutable } from './copies.ts';
import { prepare } from './database.ts';
import { foreignError, storeError } from './faults.ts';
import { migrations, pendingSteps, versionOf } from './migrations.ts';
import { databaseFile, databasePath } from './store.ts';

const known = migrations.length;
/** On a slow disk, the check of a larger file takes longer than its time limit. */
export const checkedBytesMax = 512 * 1024 * 1024;
const restore = 'Stop the service and restore a backup: docs/operators.md#backup.';

const nexts: Partial<Record<StoreFaultKind, string>> = {
  damaged: restore,
  full: 'Free some space, also in the temporary folder.',
  inaccessible: 'Correct owner and mode of the file, or run this as the user of the service.',
};

function failed(error: unknown): Outcome {
  if (!(error instanceof StoreError)) throw error;
  return fail(error.message, nexts[error.kind] ?? 'Correct this, then check again.');
}

/** Reports the version and the state of the database of a folder. */
export function checkSqlite({ FIELD_DATA_DIR: dataDir }: { FIELD_DATA_DIR: string }, { dryRun }: CheckOptions) {
  const path = databasePath(dataDir);
  if (!statSync(path, { throwIfNoEntry: false })?.size) return [noDatabase(dataDir)];
  try {
    using connection = openReadOnly(path);
    const outcomes = [checkVersion(connection, path, dryRun), checkPages(connection, path)];
    return dryRun ? [...outcomes, tryPending(connection)] : outcomes;
  } catch (error) {
    return [failed(storeError(error, path))];
  }
}

function noDatabase(dataDir: string): Outcome {
  return findLastBackup(dataDir) === undefined
    ? warn(
        `There is no database in FIELD_DATA_DIR (${dataDir}): a start makes an empty one.`,
        'If you expect data, correct FIELD_DATA_DIR, or restore a backup.',
      )
    : fail(`The database of FIELD_DATA_DIR (${dataDir}) is gone; a backup of it was made.`, restore);
}

/** Without a -wal, no process has the file open. SQLite would create a -wal and a -shm even to read, unless the file is immutable. */
function openReadOnly(path: string): DatabaseSync {
  if (existsSync(`${path}-wal`)) return new DatabaseSync(path, { readOnly: true });
  return openImmutable(path);
}

/** Whether a file has records other than those of the demo and of the demo key; undefined if it cannot be read. */
export function hasOwnRecords(path: string): boolean | undefined {
  return tryOr(() => {
    using connection = openReadOnly(path);
    const text = `SELECT EXISTS (SELECT 1 FROM field) OR EXISTS (SELECT 1 FROM api_key WHERE account NOT LIKE '~%')
      OR EXISTS (SELECT 1 FROM observation WHERE account NOT LIKE '~%') AS found`;
    return (connection.prepare(text).get() as { found: number }).found > 0;
  }, undefined);
}

function checkVersion(connection: DatabaseSync, path: string, dryRun: boolean): Outcome {
  const version = versionOf(connection);
  if (version > known)
    return fail(
      `The database has schema ${version}; this version knows ${known}.`,
      'Install the version that wrote it, or a newer one.',
    );
  if (version === 0)
    return fail(`${path} is not a database of Fieldgraph.`, 'Correct FIELD_DATA_DIR, or move the file away.');
  const pending = pendingSteps(connection).length;
  if (pending > 0)
    return warn(
      `SQLite has schema ${version}; a start runs its pending migrations (${pending}).`,
      dryRun ? 'Back up before the upgrade.' : 'Back up, then check with --dry-run.',
    );
  try {
    for (const name of Object.keys(sql) as StatementName[]) prepare(connection, name);
  } catch (error) {
    return fail((foreignError(error, path) as Error).message, restore);
  }
  return good(`SQLite has schema ${version}, the one of this version.`);
}

function checkPages(connection: DatabaseSync, path: string): Outcome {
  const bytes = statSync(path).size;
  if (bytes > checkedBytesMax)
    return skip(`The pages of ${bytes} bytes were not checked.`, 'Run the command backup, which checks them.');
  const { quick_check: found } = connection.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (found !== 'ok') return fail(`The database is damaged: ${found.replaceAll('\n', ' ')}.`, restore);
  return good('The pages of the database are whole.');
}

/** Whether a file could not be written: the disk is full, or a limit is reached. */
function isOfDisk(error: unknown): boolean {
  const failure = storeError(error, '');
  return failure instanceof StoreError && (failure.kind === 'full' || failure.kind === 'inaccessible');
}

function tryPending(connection: DatabaseSync): Outcome {
  const pending = pendingSteps(connection);
  if (pending.length === 0) return good('Dry run: no migration is pending.');
  const folder = tryOr(() => mkdtempSync(join(tmpdir(), 'fieldgraph-doctor-')), undefined);
  const roomier = 'Set TMPDIR to a folder with more free space, then check again.';
  if (folder === undefined)
    return skip(
      `Dry run: no copy can be made in ${tmpdir()}.`,
      'Set TMPDIR to a folder that this user can write, then check again.',
    );
  const file = join(folder, databaseFile);
  try {
    const lack = lackOfSpace(connection, tmpdir());
    if (lack) return skip(`Dry run: ${tmpdir()} has too little free space for a copy of ${lack.bytes} bytes.`, roomier);
    connection.prepare('VACUUM INTO ?').run(file);
    using copy = new DatabaseSync(file);
    try {
      for (const migration of pending) copy.exec(migration);
    } catch (error) {
      if (isOfDisk(error)) throw error;
      const detail = `Dry run: a migration fails: ${(error as Error).message}.`;
      return fail(detail, 'Do not upgrade yet: undo what was changed in its tables.');
    }
    return good(`Dry run: ${pending.length} pending migrations ran on a copy.`);
  } catch (error) {
    if (!isOfDisk(error)) throw error;
    return skip(
      `Dry run: no copy can be made in ${tmpdir()}: ${(error as Error).message}.`,
      'Set TMPDIR to a folder with more free space or on another disk, and raise any limit of file sizes. Then check again.',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
