/** The one place that chooses an engine: a PostgreSQL database where a URL is given, else the SQLite file of a folder. */
import type { Store } from './store.ts';

export interface StoreOptions {
  /** Folder of the SQLite file; not touched where there is a URL. */
  dataDir: string;
  /** A postgres:// URL. */
  databaseUrl?: string | undefined;
  /** Connections to it at most. */
  databasePoolMax?: number | undefined;
}

const poolMaxDefault = 16;

/** Opens the store. Rejects with StoreError, in one sentence a person can act on. Only the engine that is used is loaded. */
export async function openStore({ dataDir, databaseUrl, databasePoolMax }: StoreOptions): Promise<Store> {
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import('./sqlite/store.ts');
    return openSqliteStore(dataDir);
  }
  const { openPostgresStore } = await import('./postgres/store.ts');
  return openPostgresStore(databaseUrl, { poolMax: databasePoolMax ?? poolMaxDefault });
}
