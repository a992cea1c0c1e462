/**
 * The schema of the database file: SQL files in `migrations`, one for each version (`user_version`), and columns and indexes that were
 * added later. Released ones are never edited.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

const folder = new URL('./migrations/', import.meta.url);
const files = readdirSync(folder).sort();
const numberOf = (name = '0') => Number(name.slice(0, 4));
/** SQL that brings a file from version N to N + 1, at index N: the file whose number is N + 1. No file may have the number 3 (`versionOf`). */
export const migrations: readonly string[] = Array.from({ length: numberOf(files.at(-1)) }, (_, index) => {
  const name = files.find((each) => numberOf(each) === index + 1);
  return name === undefined ? '' : readFileSync(new URL(name, folder), 'utf8');
});

/** The tables of a file of a version. */
export function tablesOf(version = migrations.length): string[] {
  const steps = migrations.slice(0, version).join('');
  return Array.from(steps.matchAll(/CREATE TABLE (\w+)/g), ([, name = '']) => name);
}

/** Nullable columns of fields. They do not change the version, so that an earlier Fieldgraph still opens the file. */
const addedColumns = { name: 'TEXT', crop: 'TEXT', eppo: 'TEXT', hectares: 'REAL' };

/** Indexes, with the SQL that creates each. An earlier Fieldgraph also writes to them. */
const addedIndexes = {
  // Imports of earlier versions wrote observations on an account's field under other accounts. The field's account had access to them.
  observation_listed: `UPDATE OR IGNORE observation SET account = (SELECT account FROM field WHERE id = field_id)
      WHERE account IS NOT NULL AND field_id IN (SELECT id FROM field WHERE account IS NOT NULL)
        AND account <> (SELECT account FROM field WHERE id = field_id);
    CREATE INDEX observation_listed ON observation (field_id, account, observed_at DESC, id DESC, mode, category);`,
};

/** Indexes of earlier versions. After a downgrade they may be there again. */
const replacedIndexes = ['observation_newest', 'observation_visible'];

/** The version number that is stored in a file. */
export function statedVersionOf(connection: DatabaseSync): number {
  return (connection.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** The version of a file. */
export function versionOf(connection: DatabaseSync): number {
  const version = statedVersionOf(connection);
  // Before the first release, a step 3 added the columns of fields. The next step is 4.
  return version === 3 ? 2 : version;
}

/** The SQL that a file lacks, in its order. */
export function pendingSteps(connection: DatabaseSync): string[] {
  const namesIn = (pragma: string) => {
    const rows = connection.prepare(`SELECT name FROM ${pragma}`).all();
    return new Set(rows.map(({ name }) => name));
  };
  const missingIn = (present: ReadonlySet<unknown>, added: Readonly<Record<string, string>>) =>
    Object.entries(added).filter(([name]) => !present.has(name));
  const columns = missingIn(namesIn("pragma_table_info('field')"), addedColumns);
  const present = namesIn("pragma_index_list('observation')");
  const indexes = missingIn(present, addedIndexes);
  const isReplaced = indexes.length > 0 || replacedIndexes.some((name) => present.has(name));
  const addition = [
    ...columns.map(([name, type]) => `ALTER TABLE field ADD COLUMN ${name} ${type};`),
    ...(isReplaced ? replacedIndexes.map((name) => `DROP INDEX IF EXISTS ${name};`) : []),
    ...indexes.map(([, creation]) => creation),
  ].join('\n');
  return [...migrations.slice(versionOf(connection)), addition].filter(Boolean);
}
