/**
 * The schema of the database: SQL files in `migrations`, one for each version, forward only. A released file is never edited. The first
 * line of a file states the oldest version whose software works with its schema. While version N rolls out, processes of N - 1 still run,
 * and may start. So a step adds tables, nullable columns and indexes; only a later step removes what N - 1 still uses. No statement of the
 * store uses `SELECT *`, whose columns would change.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { StoreError } from '../store-error.ts';
import { begin, type Connections, type Query } from './connections.ts';

interface Migration {
  /** The oldest version of the schema whose software works with this one. */
  worksFrom: number;
  sql: string;
}

const folder = new URL('./migrations/', import.meta.url);
/** Time limit for instances that wait for the first one's migrations. */
const lockMs = 30_000;
/** Time limit for a trial. It is short, because callers wait for the locks that a trial waits for. */
const tryLockMs = 2_000;
/** Time limit of a step in a trial, which keeps its locks until the rollback. */
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

type Version = Record<'version' | 'worksFrom', number>;

/**
 * Brings the database to the schema of this version. Instances that start at the same time wait for the first. An up-to-date database is
 * only read, so that the role of the service needs no right to create tables. Rejects with StoreError, in one sentence, if a newer version
 * wrote the schema and this one does not work with it.
 */
export function migrate({ use, place }: Connections, migrations: readonly Migration[] = readMigrations()) {
  const known = migrations.length;
  const isDone = ({ version, worksFrom }: Version): boolean => {
    if (worksFrom > known)
      throw new StoreError(
        `The database ${place} was written by a newer Fieldgraph (schema ${version}, this one knows ${known}): update Fieldgraph, or set DATABASE_URL to another database.`,
      );
    return version >= known;
  };
  return use(statementMs, async (query) => {
    const found = await readVersion(query, place);
    if (found && isDone(found)) return;
    await begin(query, lockMs);
    await query(`SELECT pg_advisory_xact_lock(${lockNumber})`);
    await query(`CREATE TABLE IF NOT EXISTS schema_version (
        version integer NOT NULL, works_from integer NOT NULL, single boolean PRIMARY KEY DEFAULT true CHECK (single))`);
    await query('INSERT INTO schema_version (version, works_from) VALUES (0, 0) ON CONFLICT DO NOTHING');
    // CockroachDB has no advisory locks and ignores the call above. There, later instances wait for this row.
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

/** Runs the pending steps as `migrate` does, and rolls them back. Returns their number. Rejects with pg's error, or with StoreError. */
export function tryMigrations({ use, place }: Connections): Promise<number> {
  return use(statementMs, async (query) => {
    const { version } = (await readVersion(query, place)) ?? { version: 0 };
    await begin(query, tryLockMs);
    try {
      await query(`SET LOCAL statement_timeout = ${tryStatementMs}`);
      const pending = readMigrations().slice(version);
      for (const { sql } of pending) await query(sql);
      return pending.length;
    } finally {
      await query('ROLLBACK');
    }
  });
}

/** The version of the schema; undefined where there are no tables. Rejects with StoreError if there are tables without a version. */
export async function readVersion(query: Query, place: string): Promise<Version | undefined> {
  // In this order: another process may create all of them meanwhile.
  const { rows } = await query<Record<'hasFields' | 'hasVersion', boolean>>(
    `SELECT to_regclass('field') IS NOT NULL AS "hasFields", to_regclass('schema_version') IS NOT NULL AS "hasVersion"`,
  );
  const found = rows[0]?.hasVersion
    ? await query<Version>('SELECT version, works_from AS "worksFrom" FROM schema_version')
    : undefined;
  const [version] = found?.rows ?? [];
  if (version === undefined && rows[0]?.hasFields)
    throw new StoreError(
      `The database ${place} has a table field, but schema_version states no version: restore it from a backup, or, if the table is of another application, name a database of its own in DATABASE_URL.`,
      { kind: 'damaged' },
    );
  return version;
}
