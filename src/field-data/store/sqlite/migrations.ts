/**
 * The schema of the database file: SQL files in `migrations`, one a version (`user_version`), and columns that were added later. What has
 * been released is never edited.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

const folder = new URL('./migrations/', import.meta.url);
/** SQL that brings a file from version N to N + 1, at index N. */
export const migrations: readonly string[] = readdirSync(folder)
  .sort()
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** Columns of fields that may be null. They leave the version as it is, so that the Fieldgraph before them starts on the file again. */
const addedColumns = { name: 'TEXT', crop: 'TEXT', eppo: 'TEXT', hectares: 'REAL' };

/** The version number that is stored in a file. */
export function statedVersionOf(connection: DatabaseSync): number {
  return (connection.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** The version of a file. */
export function versionOf(connection: DatabaseSync): number {
  const version = statedVersionOf(connection);
  // Before the first release, a step 3 added the columns of fields: no step may have this number again.
  return version === 3 ? 2 : version;
}

/** The SQL that a file lacks, in its order. */
export function pendingSteps(connection: DatabaseSync): string[] {
  const columns = connection.prepare("SELECT name FROM pragma_table_info('field')").all();
  const present = new Set(columns.map(({ name }) => name));
  const missing = Object.entries(addedColumns).filter(([name]) => !present.has(name));
  const addition = missing.map(([name, type]) => `ALTER TABLE field ADD COLUMN ${name} ${type};`).join('\n');
  return [...migrations.slice(versionOf(connection)), addition].filter(Boolean);
}
