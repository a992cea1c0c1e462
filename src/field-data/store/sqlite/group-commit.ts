/**
 * Commits concurrent writes together. A commit costs a flush to the disk, which is the same for one row as for many. Each writer gets the
 * result of its own row, and only after the commit that contains it.
 */
import { setImmediate } from 'node:timers/promises';
import { StoreBusyError } from '../store-error.ts';
import type { Database } from './database.ts';

/** Rows of one transaction, which blocks the event loop. Further rows go into the next. */
const rowsMax = 256;

/**
 * Creates a writer of rows. `writeRow` runs the statements of one row. An Error that it returns rejects only that row; an Error that it
 * throws rolls back the whole group. `countRow` counts what a row may have changed, before its writer gets the result. Each request in
 * flight has at most one row, which bounds the queue. A row waits for the lock at most twice as long as another call.
 */
export function createGroupCommit<Row, Result>(
  { write, transact }: Pick<Database, 'write' | 'transact'>,
  writeRow: (row: Row) => Result | Error,
  countRow: (row: Row) => void,
): (row: Row) => Promise<Result> {
  const waiting: (PromiseWithResolvers<Result> & { row: Row })[] = [];
  let isCommitting = false;

  /** Runs one commit after the other. Rows that arrive while a commit waits for the lock of another process are in the next. */
  async function commitAll(): Promise<void> {
    isCommitting = true;
    while (waiting.length > 0) {
      // The event loop reads requests that are ready on other sockets before it runs an immediate.
      await setImmediate();
      await commit(waiting.splice(0, rowsMax), waiting.length);
    }
    isCommitting = false;
  }

  /** Never rejects. If the lock is not released, the next `others` rows fail too, because they waited as long as the group. */
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
