/**
 * Opens and migrates one SQLite file, and reads and writes it without blocking the event loop for a lock. node:sqlite is synchronous:
 * SQLite's own lock wait would stop every request of the process, so this file waits between attempts.
 */
import { closeSync, existsSync, openSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import { type StatementName, sql } from '../sql.ts';
import { asStoreError, StoreBusyError, StoreError } from '../store-error.ts';
import { faultOf, migrationError, storeError } from './faults.ts';
import { assertFreeSpace, readEveryTable, writeNothing } from './inspection.ts';
import { migrations, pendingSteps, statedVersionOf, versionOf } from './migrations.ts';
import { trackOpenFiles } from './open-files.ts';
import { createWriteCounts } from './write-counts.ts';

const lockWaitMsDefault = 2_000;
const lockPollMs = 10;
// Only opening may wait inside SQLite: nothing is served yet.
const openWaitMs = 5_000;

/** Size to which SQLite shortens the `-wal` file at the first write after a larger transaction. */
export const walBytes = 4 * 1024 * 1024;

/** An open database file. */
export type Database = ReturnType<typeof openDatabase>;

/** Opens the file, and creates it if missing. Throws StoreError, in one sentence, if the file cannot be used. */
export function openDatabase(file: string, { lockWaitMs = lockWaitMsDefault } = {}) {
  const path = followLinks(file);
  const connection = connect(path);
  let version = 0;
  try {
    version = statedVersionOf(connection);
    useWal(connection, path);
    connection.exec(`PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = ${walBytes}`);
    migrate(connection, path);
    connection.exec('PRAGMA busy_timeout = 0');
  } catch (error) {
    connection.close();
    throw migrationError(error, path, version);
  }
  const files = trackOpenFiles(path, file);
  const selectOthers = connection.prepare('PRAGMA data_version');
  selectOthers.setReturnArrays(true);
  /** Counts the finished writes of this connection, failed ones too: a rollback removes rows that could be read before it. */
  const ownWrites = createWriteCounts();
  /** Failure of the last write, except for lock timeouts; undefined once a write succeeded. */
  let writeFault: StoreError | undefined;
  /** A damaged file stays damaged until an operator repairs it and restarts the process. */
  let damage: StoreError | undefined;

  const attempt = async <T>(statements: () => T): Promise<T> => {
    const giveUpAt = performance.now() + lockWaitMs;
    for (;;) {
      try {
        return statements();
      } catch (error) {
        const failure = storeError(error, path);
        if (failure instanceof StoreError && failure.kind === 'damaged') damage = failure;
        if (!(failure instanceof StoreBusyError) || performance.now() >= giveUpAt) throw failure;
      }
      await delay(lockPollMs);
    }
  };
  /**
   * Runs statements synchronously. If another process has the lock, it retries for at most `lockWaitMs`, while other requests go on, and
   * then rejects with StoreBusyError. Rejects with StoreError for a full disk, or a file that is damaged or gone.
   */
  const run = <T>(statements: () => T): Promise<T> =>
    attempt(() => {
      files.assertLatelyInPlace();
      return statements();
    });
  /**
   * As `run`, for statements that write. Each call checks that the file is in place, so that nothing is written to a removed one. `count`
   * counts what the statements may have changed.
   */
  const write = async <T>(statements: () => T, count = ownWrites.countAll): Promise<T> => {
    try {
      const result = await attempt(() => {
        files.assertInPlace();
        return statements();
      });
      writeFault = undefined;
      return result;
    } catch (error) {
      if (error instanceof StoreError && !(error instanceof StoreBusyError)) writeFault = error;
      throw error;
    } finally {
      count();
    }
  };
  return {
    connection,
    run,
    write,
    /** Converts an error that a statement threw to one of the store. */
    toStoreError: (error: unknown) => storeError(error, path),
    /** As `write`, inside one write transaction: all of it or nothing. */
    transact: <T>(statements: () => T, count?: () => void): Promise<T> =>
      write(() => inTransaction(connection, statements), count),
    /** Commits the writes of `work`, in however many steps, unless it rejects. For a connection that does nothing else. */
    async transaction<T>(work: () => Promise<T>): Promise<T> {
      await write(() => connection.exec('BEGIN IMMEDIATE'));
      try {
        const result = await work();
        await write(() => connection.exec('COMMIT'));
        return result;
      } finally {
        if (connection.isTransaction) connection.exec('ROLLBACK');
        ownWrites.countAll();
      }
    },
    countWrite: ownWrites.count,
    /** A text that differs after each write that was counted for a name or for all, and after each of another connection. */
    changesOf: (name: string) => run(() => `${(selectOthers.get() as unknown as [number])[0]} ${ownWrites.of(name)}`),
    /** Checks the files as they are now. Returns why they cannot be read or written, or why an insert would fail; else undefined. */
    async findFault(): Promise<StoreError | undefined> {
      if (damage) return damage;
      try {
        files.assertInPlace();
        assertFreeSpace(path);
        readEveryTable(path);
        prepare(connection, 'insert no observation').run();
        // While this process is not ready, it may get no requests that would show whether writes work again.
        if (writeFault) await write(() => writeNothing(connection));
        return undefined;
      } catch (error) {
        const failure = storeError(error, path);
        if (failure instanceof StoreBusyError) return undefined;
        return asStoreError(failure);
      }
    },
    close: () => connection.close(),
  };
}

/** Prepares a statement of `sql`, with the sign that SQLite uses for parameters. */
export function prepare(connection: DatabaseSync, name: StatementName): StatementSync {
  return connection.prepare(sql[name].replaceAll('$', '?'));
}

const linksMax = 40;

/** The path at the end of the links of a path. Nothing needs to exist there. SQLite has the -wal and -shm of a database next to it. */
export function followLinks(path: string): string {
  let end = path;
  try {
    for (let links = 0; links < linksMax; links += 1) {
      const target = readlinkSync(end);
      // Not joined: the folder may be a link too, and `..` starts at its target.
      end = isAbsolute(target) ? target : `${dirname(end)}/${target}`;
    }
  } catch {
    // It is no link.
  }
  return end;
}

function connect(path: string): DatabaseSync {
  try {
    createPrivately(path);
    return new DatabaseSync(path, { timeout: openWaitMs });
  } catch (error) {
    const failure = storeError(error, path);
    throw failure instanceof StoreError
      ? failure
      : faultOf('inaccessible', path, (error as NodeJS.ErrnoException).code, error);
  }
}

/** Makes the data folder if missing. Throws StoreError. */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const sentence = `FIELD_DATA_DIR (${folder}) cannot be made or entered (${code}): set it to a folder that this user can write.`;
    throw new StoreError(sentence, { kind: 'inaccessible', cause });
  }
}

/** Creates the file readable for its owner only. SQLite gives its -wal and -shm the same mode. An existing file keeps its mode. */
function createPrivately(path: string): void {
  if (existsSync(path)) return;
  try {
    // Never opens an existing file: closing it would release the locks that this process has on it.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Switches the file to WAL. If two processes do so at once, SQLite refuses one to avoid a deadlock; it waits for the other and retries. */
function useWal(connection: DatabaseSync, path: string): void {
  const giveUpAt = performance.now() + openWaitMs;
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!(storeError(error, path) instanceof StoreBusyError) || performance.now() >= giveUpAt) throw error;
    }
    connection.exec('BEGIN EXCLUSIVE; ROLLBACK');
  }
}

function migrate(connection: DatabaseSync, path: string): void {
  // A read needs no lock. The import of another process may have the lock for long.
  if (statedVersionOf(connection) === migrations.length && pendingSteps(connection).length === 0) return;
  inTransaction(connection, () => {
    const version = versionOf(connection);
    if (version > migrations.length)
      throw new StoreError(
        `The database ${path} was written by a newer Fieldgraph (schema ${version}, this one knows ${migrations.length}): update Fieldgraph, or set FIELD_DATA_DIR to another folder.`,
      );
    for (const step of pendingSteps(connection)) connection.exec(step);
    connection.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function inTransaction<T>(connection: DatabaseSync, statements: () => T): T {
  // Inside a longer transaction, the end of that one decides.
  if (connection.isTransaction) return statements();
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = statements();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk may have rolled back already.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
