/** Opens a store, and loads no engine but its own. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** Folder of the SQLite file; not touched where `openOther` is set. */
  dataDir: string;
  /** Opens a store of another engine in its place. */
  openOther?: (() => Promise<Store>) | undefined;
}

/** Rejects with StoreError, in one sentence a person can act on. */
export async function openStore({ dataDir, openOther }: StoreOptions): Promise<Store> {
  if (openOther) return openOther();
  const { openSqliteStore } = await import('./sqlite/store.ts');
  return openSqliteStore(dataDir);
}

/** The folder in which `openStore` would make a SQLite file; undefined where it would make none. Rejects with the system's error of the file. */
export async function folderWithoutStore({ dataDir, openOther }: StoreOptions): Promise<string | undefined> {
  if (openOther) return undefined;
  const { databaseFile } = await import('./sqlite/store.ts');
  return statSync(join(dataDir, databaseFile), { throwIfNoEntry: false }) ? undefined : resolve(dataDir);
}
