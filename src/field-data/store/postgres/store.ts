/** The store in a PostgreSQL database, which any number of processes may share. */
import { createCommonStore, type StatementName, sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { statement } from './connections.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { createNotes, probes } from './notes.ts';
import { createTransfers } from './transfers.ts';

/**
 * Opens the store in the database of a URL (postgres://), which any number of others may have open. Rejects with StoreError, in one sentence a
 * person can act on that holds neither role nor password.
 */
export async function openPostgresStore(url: string, options: DatabaseOptions): Promise<Store> {
  const database = await openDatabase(url, options);
  const { ask, tell, stream } = database;
  return {
    ...createCommonStore({
      read: async <Row>(name: StatementName, ...values: readonly unknown[]) =>
        (await ask<Row>(statement(name), values)).rows,
      write: async (name, ...values) => (await tell(statement(name), values)).count,
      stream: (name, ...values) => stream(sql[name], values),
    }),
    ...createNotes(database),
    ...createTransfers(database),
    findFault: () => database.findFault(probes),
    connections: database.load,
    close: database.close,
  };
}
