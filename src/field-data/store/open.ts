/** Opens a store, and loads no engine but its own. */
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
