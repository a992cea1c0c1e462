/** Opens a store, and loads only the engine of that store. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** Folder of the SQLite file; ignored if `openOther` is set. */
  dataDir: string;
  /** Opens a store of another engine instead. */
  openOther?: (() => Promise<Store>) | undefined;
}

/** Opens the store. Rejects with StoreError, in one sentence that says what to do. */
export async function openStore({ dataDir, openOther }: StoreOptions): Promise<Store> {
  if (openOther) return openOther();
  const { openSqliteStore } = await import('./sqlite/store.ts');
  return openSqliteStore(dataDir);
}

/** The folder in which `openStore` would create a SQLite file; undefined if none. Rejects with the system error of the file. */
export async function folderWithoutStore({ dataDir, openOther }: StoreOptions): Promise<string | undefined> {
  if (openOther) return undefined;
  const { databaseFile } = await import('./sqlite/store.ts');
  return statSync(join(dataDir, databaseFile), { throwIfNoEntry: false }) ? undefined : resolve(dataDir);
}
