/** The store in a PostgreSQL database, which any number of processes may share. */
import type { Store } from '../store.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { createRecords, recordProbes } from './records.ts';
import { createRegistry, registryProbes } from './registry.ts';
import { createTransfers } from './transfers.ts';

/**
 * Opens the store in the database of a URL (postgres://), which any number of others may have open. Rejects with StoreError, in one sentence a
 * person can act on that holds neither role nor password.
 */
export async function openPostgresStore(url: string, options: DatabaseOptions): Promise<Store> {
  const database = await openDatabase(url, options);
  return {
    ...createRegistry(database),
    ...createRecords(database),
    ...createTransfers(database),
    findFault: () => database.findFault([...registryProbes, ...recordProbes]),
    connections: database.load,
    close: database.close,
  };
}
