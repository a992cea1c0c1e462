/** The default store: one SQLite file in the data folder. */
import { join } from 'node:path';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { createHintBatches, type ReportChange } from '../hint-batches.ts';
import { createHintWatchers } from '../hint-watchers.ts';
import { createEngineStore, type Engine } from '../engine-store.ts';
import { type StatementName, sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { type Database, followLinks, makeDataFolder, openDatabase, prepare } from './database.ts';
import { foreignError } from './faults.ts';
import { createObservations } from './observations.ts';
import { createBatchWriter } from './transfers.ts';

/** Name of the database file in the data folder. */
export const databaseFile = 'field-data.sqlite';

/** The path of the database of a data folder, by which SQLite names the -wal and the -shm. */
export const databasePath = (dataDir: string): string => followLinks(join(dataDir, databaseFile));

/** The store in an open database. Closing it closes the database. */
export function createSqliteStore(database: Database): Store {
  const watchers = createHintWatchers();
  const batches = createHintBatches((hints) => {
    watchers.notify(hints);
    return true;
  });
  const reportChange: ReportChange = (fieldId, list) => {
    if (watchers.isWatched()) batches.reportChange(fieldId, list);
  };
  return {
    ...createEngineStore({ ...createEngine(database), reportChange }),
    ...createObservations(database, reportChange),
    writeBatch: createBatchWriter(database, reportChange),
    transaction: batches.transaction(database.transaction),
    watchChanges: watchers.watch,
    findFault: database.findFault,
    async close() {
      watchers.close();
      await batches.close();
      database.close();
    },
  };
}

type Statements = Record<StatementName, StatementSync>;

function createEngine({ connection, run, write, toStoreError }: Database): Omit<Engine, 'reportChange'> {
  const names = Object.keys(sql) as StatementName[];
  const statements = Object.fromEntries(names.map((name) => [name, prepare(connection, name)])) as Statements;
  return {
    read: (name, ...values) => run(() => statements[name].all(...(values as SQLInputValue[])) as never[]),
    write: (name, ...values) => write(() => Number(statements[name].run(...(values as SQLInputValue[])).changes)),
    async *stream(name, ...values) {
      const isOfField = name === 'export observations' && values[0] !== null;
      try {
        const statement = prepare(connection, isOfField ? 'export observations of field' : name);
        yield* statement.iterate(...(values as SQLInputValue[])) as Iterable<never>;
      } catch (error) {
        throw toStoreError(error);
      }
    },
  };
}

/** Opens the store of a data folder, and creates it if missing. Throws StoreError, in one sentence that says what to do. */
export function openSqliteStore(dataDir: string): Store {
  makeDataFolder(dataDir);
  const path = join(dataDir, databaseFile);
  const database = openDatabase(path);
  try {
    return createSqliteStore(database);
  } catch (error) {
    // The statements do not fit the tables of the file.
    database.close();
    throw foreignError(error, path);
  }
}
