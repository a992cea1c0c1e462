/**
 * Writes that arrive together are committed together. What a commit costs is to have it on disk, and that is the same for one row as for
 * many; each writer hears of its own row, and not before the commit that holds it.
 */
import type { Database } from './database.ts';

/** Rows of one transaction, which blocks the event loop. Further rows go into the next. */
const rowsMax = 256;

interface Waiting<Row, Result> {
  row: Row;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/**
 * Makes a writer of rows. `writeRow` runs the statements of one; an Error that it gives is only of that row, one that it throws undoes all
 * that were written with it. `countRow` counts what a row may have changed, before its writer hears of it. What waits is bounded by the
 * requests in flight, of which each has one row at most.
 */
export function createGroupCommit<Row, Result>(
  { write, transact }: Pick<Database, 'write' | 'transact'>,
  writeRow: (row: Row) => Result | Error,
  countRow: (row: Row) => void,
): (row: Row) => Promise<Result> {
  let waiting: Waiting<Row, Result>[] = [];

  async function commit(): Promise<void> {
    const group = waiting.slice(0, rowsMax);
    waiting = waiting.slice(rowsMax);
    if (waiting.length > 0) setImmediate(commit);
    // A single statement is a transaction by itself.
    const inTransaction = group.length === 1 ? write : transact;
    try {
      const results = await inTransaction(
        () => group.map(({ row }) => writeRow(row)),
        () => {
          for (const { row } of group) countRow(row);
        },
      );
      for (const [index, result] of results.entries()) {
        if (result instanceof Error) group[index]?.reject(result);
        else group[index]?.resolve(result);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (row) =>
    new Promise((resolve, reject) => {
      // Requests that other sockets hold ready are read before an immediate runs.
      if (waiting.length === 0) setImmediate(commit);
      waiting.push({ row, resolve, reject });
    });
}
