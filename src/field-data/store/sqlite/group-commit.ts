/**
 * Writes that arrive together are committed together. What a commit costs is to have it on disk, and that is the same for one row as for
 * many; each writer hears of its own row, and not before the commit that holds it.
 */
import { setImmediate } from 'node:timers/promises';
import { StoreBusyError } from '../store-error.ts';
import type { Database } from './database.ts';

/** Rows of one transaction, which blocks the event loop. Further rows go into the next. */
const rowsMax = 256;

/**
 * Makes a writer of rows. `writeRow` runs the statements of one; an Error that it gives is only of that row, one that it throws undoes all
 * that were written with it. `countRow` counts what a row may have changed, before its writer hears of it. What waits is bounded by the
 * requests in flight, of which each has one row at most. A row waits for the lock at most twice as long as another call.
 */
export function createGroupCommit<Row, Result>(
  { write, transact }: Pick<Database, 'write' | 'transact'>,
  writeRow: (row: Row) => Result | Error,
  countRow: (row: Row) => void,
): (row: Row) => Promise<Result> {
  const waiting: (PromiseWithResolvers<Result> & { row: Row })[] = [];
  let isCommitting = false;

  /** One commit after the other: what arrives while one waits for the lock of another process is in the next. */
  async function commitAll(): Promise<void> {
    isCommitting = true;
    while (waiting.length > 0) {
      // Requests that other sockets hold ready are read before an immediate runs.
      await setImmediate();
      await commit(waiting.splice(0, rowsMax), waiting.length);
    }
    isCommitting = false;
  }

  /** Never rejects. If the lock does not come free, so fail the next `others`: they waited as long as the group. */
  async function commit(group: typeof waiting, others: number): Promise<void> {
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
      const late = error instanceof StoreBusyError ? waiting.splice(0, others) : [];
      for (const { reject } of [...group, ...late]) reject(error);
    }
  }

  return (row) => {
    const written = Promise.withResolvers<Result>();
    waiting.push({ ...written, row });
    if (!isCommitting) void commitAll();
    return written.promise;
  };
}
