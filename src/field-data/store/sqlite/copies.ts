/** Copies the SQLite database while it is in use, and restores a copy while it is not. */
import {
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { flush, receiveSignals, writeNewFile } from '../../../platform/files/new-file.ts';
import { StoreBusyError, StoreError } from '../store-error.ts';
import { followLinks, makeDataFolder, walBytes } from './database.ts';
import { faultOf, migrationError, storeError } from './faults.ts';
import { migrations, tablesOf, versionOf } from './migrations.ts';
import { databaseFile, databasePath } from './store.ts';

const ownerOnly = 0o600;
const besides = ['-wal', '-shm'];
/** Contains the instant of the last backup and, in its second line, the path of the backup. */
export const lastBackupFile = 'last-backup';

/** Copies the database of a folder to a file, which appears when complete. Rejects with StoreError, or the system error of the file. */
export async function backupDatabase(dataDir: string, file: string): Promise<void> {
  const path = databasePath(dataDir);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new StoreError(`There is no ${databaseFile} in FIELD_DATA_DIR (${dataDir}): nothing to copy.`);
  const isClosed = !existsSync(`${path}-wal`);
  const assertUnwritten = () => {
    // Without a -wal, the copy is made without a lock.
    if (isClosed && statSync(path).mtimeMs !== found.mtimeMs)
      throw new StoreError(`The database ${path} was written while it was copied: try again.`);
  };
  let blamed = path;
  try {
    await writeNewFile(file, async (part) => {
      closeSync(openSync(part, 'wx', ownerOnly));
      using source = isClosed ? openImmutable(path) : new DatabaseSync(path, { readOnly: true });
      // A database without it could not be restored.
      source.prepare('SELECT id FROM field LIMIT 1').get();
      // The copy has only the records that SQLite finds, so the check of the copy would not show that some are lost.
      assertWhole(source, path, 'quick_check');
      const lack = lackOfSpace(source, dirname(file));
      if (lack) {
        const writes = lack.isShared ? ' with space for writes of the service' : '';
        throw new StoreError(
          `The copy needs at least ${lack.bytes} bytes${writes}, and the disk of ${file} has ${lack.free} free: free some space, or write it to another disk.`,
          { kind: 'full' },
        );
      }
      // A read of one transaction, so others can write. A copy of the pages would contain removed records, too.
      blamed = file;
      source.prepare('VACUUM INTO ?').run(part);
      assertUnwritten();
    });
  } catch (error) {
    assertUnwritten();
    throw migrationError(error, blamed);
  }
}

/** Records next to the database that a backup was made now. Rejects with the system error of the record. */
export async function recordBackup(dataDir: string, file: string): Promise<void> {
  const text = `${new Date().toISOString()}\n${resolve(file)}\n`;
  // A new file replaces that of another user. Anyone may read it: root may make the backup, and the user of the service runs doctor.
  await writeNewFile(join(dataDir, lastBackupFile), async (part) =>
    writeFileSync(part, text, { flag: 'wx', mode: 0o644 }),
  );
}

/** When the last backup of the database of a folder was made, in milliseconds since 1970, and where; undefined where none is noted. */
export function findLastBackup(dataDir: string): { at: number; file: string | undefined } | undefined {
  const path = join(dataDir, lastBackupFile);
  const [instant = '', file] = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  const at = Date.parse(instant);
  return Number.isNaN(at) ? undefined : { at, file };
}

/** The most that a copy takes, within a page or two. */
const usedPages =
  'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size';
/**
 * The least size of a copy: it has no half-empty pages, but one or more of each table, and the end of each long record has pages of its own.
 * This reads every page, so it runs only if those in use do not fit.
 */
const filledPages = `SELECT SUM(pages) * page_size AS bytes FROM pragma_page_size, (
  SELECT SUM(IIF(pagetype = 'overflow', page_size, 0)) / page_size
    + (SUM(IIF(pagetype = 'overflow', 0, pgsize - unused)) + page_size - 1) / page_size AS pages
  FROM dbstat, pragma_page_size GROUP BY name)`;

/** What a copy needs and the free space of a folder, if the copy does not fit. A file system that reports no size is not checked. */
export function lackOfSpace(source: DatabaseSync, folder: string) {
  const { bavail, blocks, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const bytesOf = (text: string) => (source.prepare(text).get() as { bytes: number }).bytes;
  const path = source.location() as string;
  // The service refuses writes once its disk is full, also if the copy then turns out not to fit and is removed.
  const isShared = existsSync(`${path}-wal`) && statSync(path).dev === statSync(folder).dev;
  const bytesMax = bytesOf(usedPages) + (isShared ? walBytes : 0);
  if (blocks === 0 || bytesMax <= free) return undefined;
  const bytes = isShared ? bytesMax : bytesOf(filledPages);
  return bytes > free ? { bytes, free, isShared } : undefined;
}

/** Opens a file that no process writes. SQLite then creates no -wal and no -shm, as it otherwise does even to read. */
export function openImmutable(path: string): DatabaseSync {
  return new DatabaseSync(`${pathToFileURL(path)}?mode=ro&immutable=1`, { readOnly: true });
}

/**
 * Replaces the database of a folder by a copy. Resolves to the new name of the old database, if there was one. Rejects with StoreError, or
 * the system error of the database or the copy.
 */
export async function restoreDatabase(dataDir: string, file: string): Promise<string | undefined> {
  makeDataFolder(dataDir);
  const path = databasePath(dataDir);
  let replaced: string | undefined;
  await writeNewFile(path, async (part) => {
    await pipeline(createReadStream(file), createWriteStream(part, { flags: 'wx', mode: ownerOnly }));
    assertRestorable(part, file);
    if (existsSync(path)) assertUnused(path);
    // Before anything of the old database is renamed: the disk may refuse it.
    flush(part);
    await receiveSignals();
    replaced = setAside(path);
  });
  return replaced;
}

/** Throws unless the pages of a database are whole; the error names the file at `path`. */
function assertWhole(connection: DatabaseSync, path: string, check: string): void {
  const found = connection.prepare(`PRAGMA ${check}(1)`).get() as Record<string, string>;
  if (found[check] !== 'ok') throw faultOf('damaged', path, '', new Error(found[check]));
}

/** Throws StoreError unless a copy of a file is a complete database of this version or an older one. `check` is a pragma of SQLite. */
export function assertRestorable(copy: string, file: string, check = 'integrity_check'): void {
  const log = `${followLinks(file)}-wal`;
  if (statSync(log, { throwIfNoEntry: false })?.size)
    throw new StoreError(
      `${file} lacks the latest writes, which are still in ${log}: close the program that has it open, or set FIELD_DATA_DIR to its folder and run the command backup.`,
    );
  let version: number;
  try {
    using connection = openImmutable(copy);
    assertWhole(connection, file, check);
    version = versionOf(connection);
    for (const name of tablesOf(Math.max(1, version))) connection.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get();
  } catch (error) {
    throw new StoreError(`${file} is not a complete database of Fieldgraph.`, { cause: error });
  }
  if (version > migrations.length)
    throw new StoreError(
      `${file} was written by a newer Fieldgraph (schema ${version}, this one knows ${migrations.length}).`,
    );
}

/** Throws StoreError if a process has the database open. A damaged database may be replaced. */
export function assertUnused(path: string): void {
  try {
    using connection = new DatabaseSync(path);
    // Any open connection of another process prevents this lock. The checkpoint also writes the content of the -wal into the file.
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    const failure = storeError(error, path);
    if (failure instanceof StoreBusyError)
      throw new StoreError(`The database ${path} is in use: stop the service first.`, { cause: error });
    if (!(failure instanceof StoreError) || failure.kind !== 'damaged') throw failure;
  }
}

const withoutLinks: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS']);

/** Gives a file a second name, or copies it if the file system has no links. */
function linkOrCopy(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch (error) {
    if (!withoutLinks.has((error as NodeJS.ErrnoException).code)) throw error;
    copyFileSync(path, name, constants.COPYFILE_EXCL);
    flush(name);
  }
}

/** Renames a database with its -wal and -shm, because SQLite would apply an old -wal to the new file. Returns its new name, if any. */
function setAside(path: string): string | undefined {
  const replaced = `${path}.${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
  const isThere = existsSync(path);
  // The old database keeps its name until the copy replaces it. Otherwise a start in between would create an empty one.
  if (isThere) linkOrCopy(path, replaced);
  for (const suffix of besides) if (existsSync(path + suffix)) renameSync(path + suffix, replaced + suffix);
  return isThere ? replaced : undefined;
}
