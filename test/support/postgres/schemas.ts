/** A database for one test: a schema in the PostgreSQL of the run, named after a folder, so that the folder identifies it. */
import { basename } from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';

/** The schemas that exist or are being created. */
const schemas = new Map<string, Promise<unknown>>();

/** Sessions for single statements: to open one takes PostgreSQL longer than most statements. */
let sessions: pg.Pool | undefined;

const schemaOf = (folder: string) => basename(folder).replaceAll(/[^0-9A-Za-z]/g, '_');

/** The URL of the database of a folder, created at the first call. */
export async function databaseUrlOf(folder: string): Promise<string> {
  const own = new URL(inject('postgres') ?? expect.fail('There is no PostgreSQL.'));
  const schema = schemaOf(folder);
  await schemas.getOrInsertComputed(schema, () => inDatabaseOf(folder, `CREATE SCHEMA IF NOT EXISTS "${schema}"`));
  own.searchParams.set('options', `-c search_path="${schema}"`);
  return own.href.replaceAll('+', '%20');
}

/** Runs a statement in the database of a folder. */
export async function inDatabaseOf(folder: string, text: string, values?: unknown[]) {
  sessions ??= new pg.Pool({ connectionString: inject('postgres'), allowExitOnIdle: true }).on('error', () => {});
  const session = await sessions.connect();
  await session.query(`SET search_path = "${schemaOf(folder)}"`);
  return (await session.query<Record<string, unknown>>(text, values).finally(() => session.release())).rows;
}

/** Opens a transaction in another session, until `end`. */
export async function hold(url: string, text: string) {
  const own = new pg.Client({ connectionString: url });
  await own.connect();
  await own.query(`BEGIN; ${text}`);
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
  return {
    /** Resolves when another session waits for this transaction. */
    isWaitedFor: () => expect.poll(async () => (await own.query(waiting)).rows).toHaveLength(1),
    end: (how: 'COMMIT' | 'ROLLBACK' = 'ROLLBACK') => own.query(how).then(() => own.end()),
  };
}

/** The same in the database of a folder. */
export const holdIn = async (folder: string, text: string) => hold(await databaseUrlOf(folder), text);
