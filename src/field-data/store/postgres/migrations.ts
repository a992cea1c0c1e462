/**
 * The schema of the database: SQL files in `migrations`, one a version, forward only; one that has been released is never edited. Each says
 * in its first line from which version on the software works with the schema it makes. While version N rolls out, processes of N - 1 go on
 * too, and new ones of them may start: a step adds tables, nullable columns and indexes, and what N - 1 still names is taken away by a
 * later step only. So no statement of the store says `SELECT *`, whose columns would change under it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { StoreError } from '../store-error.ts';
import type { Connections, Query } from './connections.ts';

interface Migration {
  /** The oldest version of the schema whose software works with this one. */
  worksFrom: number;
  sql: string;
}

const folder = new URL('./migrations/', import.meta.url);
/** Time limit for instances that wait for the first one's migrations. */
const lockMs = 30_000;
/** The same where they are only tried: callers wait for the locks that a trial waits for. */
const tryLockMs = 2_000;
/** A step that is tried keeps its locks until it is rolled back. */
const tryStatementMs = 5_000;
/** A step may rewrite a large table. */
const statementMs = 3_600_000;
/** Any number, the same for every instance of every version. */
const lockNumber = 7_226_031;

/** The steps, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8');
      const worksFrom = Number(/^-- works from: (\d+)$/m.exec(sql)?.[1]);
      if (!(worksFrom > 0)) throw new Error(`The migration ${name} does not say what works with it.`);
      return { worksFrom, sql };
    });
}

export type Version = Record<'version' | 'worksFrom', number>;

/**
 * Brings the database up to the schema of this version; instances that start at the same time wait for the first. One that is up to date
 * is only read, so that the role that serves needs no right to make tables. Rejects with StoreError, in one sentence, for one that a newer
 * version wrote and this one does not work with.
 */
export function migrate(
  { use, place }: Connections,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  const known = migrations.length;
  const isDone = ({ version, worksFrom }: Version): boolean => {
    if (worksFrom > known) throw newerError(place, version, known);
    return version >= known;
  };
  return use(statementMs, async (query) => {
    const found = await readVersion(query);
    if (found && isDone(found)) return;
    await query('BEGIN');
    await query(`SET LOCAL lock_timeout = ${lockMs}`);
    await query(`SELECT pg_advisory_xact_lock(${lockNumber})`);
    await query(`CREATE TABLE IF NOT EXISTS schema_version (
        version integer NOT NULL, works_from integer NOT NULL, single boolean PRIMARY KEY DEFAULT true CHECK (single))`);
    await query('INSERT INTO schema_version (version, works_from) VALUES (0, 0) ON CONFLICT DO NOTHING');
    // CockroachDB has no advisory locks and takes the call above for nothing: there the row is what later instances wait for.
    const { rows } = await query<Version>('SELECT version, works_from AS "worksFrom" FROM schema_version FOR UPDATE');
    const current = rows[0] ?? { version: 0, worksFrom: 0 };
    if (!isDone(current)) {
      for (const { sql } of migrations.slice(current.version)) await query(sql);
      const worksFrom = migrations.at(-1)?.worksFrom ?? 0;
      await query('UPDATE schema_version SET version = $1, works_from = $2', [known, worksFrom]);
    }
    await query('COMMIT');
  });
}

/** Runs what is pending as `migrate` does, and rolls it back. Gives the number of steps. Rejects with what pg says, or with StoreError. */
export function tryMigrations({ use }: Connections): Promise<number> {
  return use(statementMs, async (query) => {
    const { version } = (await readVersion(query)) ?? { version: 0 };
    await query('BEGIN');
    try {
      await query(`SET LOCAL lock_timeout = ${tryLockMs}`);
      await query(`SET LOCAL statement_timeout = ${tryStatementMs}`);
      const pending = readMigrations().slice(version);
      for (const { sql } of pending) await query(sql);
      return pending.length;
    } finally {
      await query('ROLLBACK');
    }
  });
}

/** The version of the schema; undefined where there is none. */
export async function readVersion(query: Query): Promise<Version | undefined> {
  const { rows } = await query<{ isThere: boolean }>(`SELECT to_regclass('schema_version') IS NOT NULL AS "isThere"`);
  if (!rows[0]?.isThere) return undefined;
  const found = await query<Version>('SELECT version, works_from AS "worksFrom" FROM schema_version');
  return found.rows[0];
}

function newerError(place: string, version: number, known: number): StoreError {
  return new StoreError(
    `The database ${place} was written by a newer Fieldgraph (schema ${version}, this one knows ${known}): update Fieldgraph, or set DATABASE_URL to another database.`,
  );
}
