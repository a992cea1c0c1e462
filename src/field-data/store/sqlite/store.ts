/** The store of a data folder: one SQLite file, by default all there is. */
import { join } from 'node:path';
import type { Store } from '../store.ts';
import { type Database, openDatabase } from './database.ts';
import { foreignError } from './faults.ts';
import { createRecords, insertNoNote } from './records.ts';
import { createRegistry } from './registry.ts';
import { createTransfers } from './transfers.ts';

/** Name of the database file in the data folder. */
export const databaseFile = 'field-data.sqlite';

/** The store in an open database. Closing it closes the database. */
export function createSqliteStore(database: Database): Store {
  return {
    ...createRegistry(database),
    ...createRecords(database),
    ...createTransfers(database),
    changes: database.changes,
    findFault: () => database.findFault(() => insertNoNote(database.connection)),
    async close() {
      database.close();
    },
  };
}

/** Opens the store of a data folder, making it where there is none. Throws StoreError in one sentence a person can act on. */
export function openSqliteStore(dataDir: string): Store {
  const path = join(dataDir, databaseFile);
  const database = openDatabase(path);
  try {
    return createSqliteStore(database);
  } catch (error) {
    // Its statements do not fit what the file holds.
    database.close();
    throw foreignError(error, path);
  }
}
