/**
 * Checks whether a database is usable by its files, not by the cache of this process. It costs a connection, a read of each table and,
 * after a failed write, a write: only readiness uses it.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { faultOf } from './faults.ts';
import { statedVersionOf, tablesOf } from './migrations.ts';

/** Free space below which the disk counts as full: a checkpoint of the log may need more. */
const freeBytesMin = 1024 * 1024;

/** Reads the first record of every table over a new connection: an open one may have pages in its cache that are no longer on disk. */
export function readEveryTable(path: string): void {
  using fresh = new DatabaseSync(path, { readOnly: true });
  for (const name of tablesOf()) fresh.prepare(`SELECT * FROM ${name} LIMIT 1`).get();
}

/**
 * Commits a write that changes nothing, but reaches the disk as any other does. The log is truncated first: otherwise its last page might
 * fit this write, but no larger one.
 */
export function writeNothing(connection: DatabaseSync): void {
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.exec(`PRAGMA user_version = ${statedVersionOf(connection)}`);
}

/** Throws StoreError if the disk is almost full. A file system that reports no size is not checked. */
export function assertFreeSpace(path: string): void {
  const { bavail, blocks, bsize } = statfsSync(dirname(path));
  if (blocks > 0 && bavail * bsize < freeBytesMin) throw faultOf('full', path);
}
