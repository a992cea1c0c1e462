/** The store in a PostgreSQL database, which any number of processes may share. */
import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '../store-error.ts';
import { createHintBatches } from '../hint-batches.ts';
import { createHintWatchers } from '../hint-watchers.ts';
import { createEngineStore } from '../engine-store.ts';
import { type StatementName, sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { createClient, statement } from './connections.ts';
import { type DatabaseOptions, lockForChange, openDatabase } from './database.ts';
import { createObservations, probes } from './observations.ts';
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
  const { queryRetried, queryOnce, stream } = database;
  const batches = createHintBatches(async (hints) => {
    try {
      await queryOnce(notify, [payloadsOf(hints)]);
      return true;
    } catch (error) {
      // Any other error means that the database cannot notify at all, so a retry is useless.
      return !(error instanceof StoreError);
    }
  });
  const { reportChange } = batches;
  const sendOwn = (own: string) => queryOnce(notify, [[own]]);
  const listener = createListener(directUrl ?? url, (hints) => watchers.notify(hints), sendOwn);
  const watchers = createHintWatchers(listener.listen);
  return {
    ...createEngineStore({
      read: async <Row>(name: StatementName, ...values: readonly unknown[]) =>
        (await queryRetried<Row>(statement(name), values)).rows,
      write: async (name, ...values) => (await queryOnce(statement(name), values)).count,
      stream: (name, ...values) => stream(sql[name], values),
      async lockField(id) {
        await queryOnce(lockForChange);
        await queryOnce({ name: 'lock field', text: 'SELECT FROM field WHERE id = $1 FOR UPDATE' }, [id]);
      },
      // Locks the table, because a writer of observations may lack the privilege to lock a row of `field`.
      lockObservations: () => queryOnce({ text: 'LOCK TABLE observation IN SHARE ROW EXCLUSIVE MODE' }),
      reportChange,
    }),
    ...createObservations(database, reportChange),
    writeBatch: createBatchWriter(database, reportChange),
    transaction: batches.transaction(database.transaction),
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
