/** Opens the store of a folder on the engine of this run: SQLite in the folder, or a PostgreSQL database that belongs to it. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore, type StoreOptions } from '../../../src/field-data/store/open.ts';
import { openPostgresStore } from '../../../src/field-data/store/postgres/store.ts';
import type { RequestedRow } from '../../../src/field-data/store/rows.ts';
import { databaseFile } from '../../../src/field-data/store/sqlite/store.ts';
import type { Store } from '../../../src/field-data/store/store.ts';
import { databaseUrlOf, inDatabaseOf } from '../../support/postgres/schemas.ts';

/** Whether this run uses PostgreSQL. */
export const isPostgres = process.env.TEST_STORE === 'postgresql';

/** A small pool, because a run has many stores open at once. */
const poolMax = 8;

/** The options that open the store of a folder: in the folder, or in a database. */
export async function storeOptions(dataDir: string): Promise<StoreOptions> {
  const databaseUrl = isPostgres ? await databaseUrlOf(dataDir) : undefined;
  return { dataDir, ...(databaseUrl && { openOther: () => openPostgresStore(databaseUrl, { poolMax }) }) };
}

/** Opens the store of a folder. */
export async function openTestStore(dataDir: string): Promise<Store> {
  return openStore(await storeOptions(dataDir));
}

/** Executes statements in the SQLite file of a folder over a separate connection. */
export function inFileOf(folder: string, sql: string): void {
  using file = new DatabaseSync(join(folder, databaseFile));
  file.exec(sql);
}

/** Adds public fields to the store of a folder, in one statement. */
export async function addFields(folder: string, ...ids: string[]): Promise<void> {
  const rows = ids.map((id) => `('${id}', 'UTC', 0, 0)`);
  const insert = `INSERT INTO field (id, timezone, latitude, longitude) VALUES ${rows.join()} ON CONFLICT DO NOTHING`;
  if (isPostgres) return void (await inDatabaseOf(folder, insert));
  inFileOf(folder, insert);
}

/** A public field without an id, for tests in which its location does not matter. */
export const nowhere = { account: null, timezone: 'UTC', latitude: 0, longitude: 0, demo: false };

/** The row of an observation on `fld_a` with this idempotency key; `changes` override it. */
export const noteRow = (key: string, changes: Partial<RequestedRow> = {}): RequestedRow => ({
  id: `obs_${randomUUID()}`,
  fieldId: 'fld_a',
  account: 'farm',
  mode: 'live',
  category: 'general',
  observedAt: 0,
  record: '{}',
  idempotency: { key, fingerprint: 'f' },
  ...changes,
});

/** Removes a field like the command does. */
export const removeField = (store: Store, id: string): Promise<void> =>
  store.transaction(async () => {
    await store.removeField(id);
  });

/** The settings with which a command or a process opens the store of a folder. */
export async function storeEnvironment(dataDir: string): Promise<Record<string, string>> {
  return { FIELD_DATA_DIR: dataDir, ...(isPostgres ? { DATABASE_URL: await databaseUrlOf(dataDir) } : {}) };
}
