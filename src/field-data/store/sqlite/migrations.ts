/**
 * The schema of the database file: steps, one a version (`user_version`), and columns that were added later. What has been released is
 * never edited.
 */
import type { DatabaseSync } from 'node:sqlite';

/** SQL that brings a file from version N to N + 1, at index N. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE field (
    id TEXT PRIMARY KEY,
    account TEXT,
    timezone TEXT NOT NULL,
    latitude REAL NOT NULL,
    longitude REAL NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE api_key (
    hash BLOB PRIMARY KEY,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    mode TEXT NOT NULL,
    scopes TEXT NOT NULL,
    mask TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE weather (
    field_id TEXT NOT NULL,
    granularity TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    ends_at INTEGER NOT NULL,
    issued_at INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (field_id, granularity, starts_at, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE earth_observation (
    field_id TEXT NOT NULL,
    acquired_at INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    cloud_cover REAL,
    processed_at INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (field_id, acquired_at, id)
  ) STRICT, WITHOUT ROWID;

  -- account is null for a starting note; idempotency_key is null for a note that no request wrote.
  CREATE TABLE observation (
    id TEXT PRIMARY KEY,
    field_id TEXT NOT NULL,
    account TEXT,
    mode TEXT NOT NULL,
    category TEXT NOT NULL,
    observed_at INTEGER NOT NULL,
    record TEXT NOT NULL,
    idempotency_key TEXT,
    fingerprint TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX observation_newest ON observation (field_id, observed_at DESC, id DESC);
  CREATE UNIQUE INDEX observation_key ON observation (account, mode, idempotency_key) WHERE idempotency_key IS NOT NULL;
  `,
  `
  CREATE TABLE import_progress (
    file TEXT PRIMARY KEY,
    entries INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

/** Columns that may be null, by table. They leave the version as it is, so that the Fieldgraph before them starts on the file again. */
const addedColumns = { field: { name: 'TEXT', crop: 'TEXT', eppo: 'TEXT', hectares: 'REAL' } };

/** The version of a file. */
export function versionOf(connection: DatabaseSync): number {
  const { user_version: version } = connection.prepare('PRAGMA user_version').get() as { user_version: number };
  // Before the first release, a step 3 added the columns of fields: no step may have this number again.
  return version === 3 ? 2 : version;
}

/** The SQL that a file lacks, in its order. */
export function pendingSteps(connection: DatabaseSync): string[] {
  const select = connection.prepare('SELECT name FROM pragma_table_info(?)');
  const additions = Object.entries(addedColumns).map(([table, columns]) => {
    const present = new Set(select.all(table).map(({ name }) => name));
    const missing = Object.entries(columns).filter(([name]) => !present.has(name));
    return missing.map(([name, type]) => `ALTER TABLE ${table} ADD COLUMN ${name} ${type};`).join('\n');
  });
  return [...migrations.slice(versionOf(connection)), ...additions.filter(Boolean)];
}
