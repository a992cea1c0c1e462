/** The store in a PostgreSQL database, which any number of processes may share. */
import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '../store-error.ts';
import { createHintBatches, createWatchers } from '../hint-batches.ts';
import { createCommonStore } from '../common-store.ts';
import { type StatementName, sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { createClient, statement } from './connections.ts';
import { type DatabaseOptions, lockForChange, openDatabase } from './database.ts';
import { createNotes, probes } from './notes.ts';
import { createListener, notify, payloadsOf } from './notifications.ts';
import { createBatchWriter } from './transfers.ts';

/** Time for the last hints and the running statements when the store closes. */
const closeMsMax = 250;

/**
 * Opens the store in the database of a URL (postgres://), which any number of other processes may have open. Rejects with StoreError, in
 * one sentence that says what to do and contains neither role nor password.
 */
export async function openPostgresStore(
  url: string,
  { directUrl, ...options }: DatabaseOptions & { /** Without a pooler. */ directUrl?: string | undefined },
): Promise<Store> {
  // Refuses an unreadable certificate now, not at the first connection.
  if (directUrl !== undefined) createClient(directUrl, 'DATABASE_DIRECT_URL');
  const database = await openDatabase(url, options);
  const { ask, tell, stream } = database;
  const batches = createHintBatches(async (hints) => {
    try {
      await tell(notify, [payloadsOf(hints)]);
      return true;
    } catch (error) {
      // Any other error means that the database cannot notify at all, so a retry is useless.
      return !(error instanceof StoreError);
    }
  });
  const { noteChange } = batches;
  const sendOwn = (own: string) => tell(notify, [[own]]);
  const listener = createListener(directUrl ?? url, (hints) => watchers.notify(hints), sendOwn);
  const watchers = createWatchers(listener.listen);
  return {
    ...createCommonStore({
      read: async <Row>(name: StatementName, ...values: readonly unknown[]) =>
        (await ask<Row>(statement(name), values)).rows,
      write: async (name, ...values) => (await tell(statement(name), values)).count,
      stream: (name, ...values) => stream(sql[name], values),
      async lockField(id) {
        await tell(lockForChange);
        await tell({ name: 'lock field', text: 'SELECT FROM field WHERE id = $1 FOR UPDATE' }, [id]);
      },
      // Locks the table, because a writer of observations may lack the privilege to lock a row of `field`.
      lockNotes: () => tell({ text: 'LOCK TABLE observation IN SHARE ROW EXCLUSIVE MODE' }),
      noteChange,
    }),
    ...createNotes(database, noteChange),
    writeBatch: createBatchWriter(database, noteChange),
    allOrNothing: batches.allOrNothing(database.allOrNothing),
    watchChanges: watchers.watch,
    findFault: () => database.findFault(probes),
    connections: () => ({ ...database.load(), listening: listener.listening() }),
    async close() {
      watchers.close();
      // An unresponsive database must not delay the exit, for which a process has a second at most.
      await Promise.race([batches.close().then(database.close), delay(closeMsMax, undefined, { ref: false })]);
    },
  };
}
