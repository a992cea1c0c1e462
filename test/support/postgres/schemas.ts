/** A database for one test: a schema in the PostgreSQL of the run, named after a folder, so that the folder identifies it. */
import { basename } from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { runSql } from './server.ts';

/** The schemas that exist or are being created. */
const schemas = new Map<string, Promise<unknown>>();

/** The URL of the database of a folder, created at the first call. */
export async function databaseUrlOf(folder: string): Promise<string> {
  const url = inject('postgres');
  if (!url) throw new Error('There is no PostgreSQL.');
  const schema = basename(folder).replaceAll(/[^0-9A-Za-z]/g, '_');
  const made = schemas.get(schema) ?? runSql(url, `CREATE SCHEMA IF NOT EXISTS "${schema}"`);
  schemas.set(schema, made);
  await made;
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path="${schema}"`);
  return own.href.replaceAll('+', '%20');
}

/** Runs a statement in the database of a folder. */
export async function inDatabaseOf(folder: string, text: string, values: unknown[] = []) {
  return (await runSql<Record<string, unknown>>(await databaseUrlOf(folder), text, values)).rows;
}

/** Opens a transaction in another session, until `end`. */
export async function hold(url: string, text: string) {
  const own = new pg.Client({ connectionString: url });
  await own.connect();
  const { rows } = await own.query('SELECT pg_backend_pid() AS pid');
  await own.query(`BEGIN; ${text}`);
  const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  return {
    /** Resolves when another session waits for this transaction. */
    isWaitedFor: () => expect.poll(async () => (await runSql(url, waiting, [rows[0].pid])).rows).toHaveLength(1),
    async end(how: 'COMMIT' | 'ROLLBACK' = 'ROLLBACK') {
      await own.query(how);
      await own.end();
    },
  };
}

/** The same in the database of a folder. */
export const holdIn = async (folder: string, text: string) => hold(await databaseUrlOf(folder), text);
