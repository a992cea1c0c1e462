/**
 * Finds out whether a database can be used, from its files and not from what this process has in memory.
 * It costs a connection, a read of each table and, after a failed write, a write: only readiness uses it.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { faultOf } from './faults.ts';
import { migrations, statedVersionOf } from './migrations.ts';

/** Less room than a checkpoint of the log may need. */
const freeBytesMin = 1024 * 1024;

const tables = [...migrations.join('').matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name);

/** Reads the first record of every table with eyes of its own: a connection in use has pages in memory that are no longer on disk. */
export function readEveryTable(path: string): void {
  using fresh = new DatabaseSync(path, { readOnly: true });
  for (const name of tables) fresh.prepare(`SELECT * FROM ${name} LIMIT 1`).get();
}

/**
 * Commits a write that changes nothing: it takes the way to the disk that every other does. The log is emptied first, or its last page could
 * take this write and no larger one.
 */
export function writeNothing(connection: DatabaseSync): void {
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.exec(`PRAGMA user_version = ${statedVersionOf(connection)}`);
}

/** Throws StoreError if the disk is almost full. A file system that reports no size is not checked. */
export function assertRoom(path: string): void {
  const { bavail, blocks, bsize } = statfsSync(dirname(path));
  if (blocks > 0 && bavail * bsize < freeBytesMin) throw faultOf('full', path);
}
