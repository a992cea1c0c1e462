/**
 * One PostgreSQL for a run of the tests: that of TEST_DATABASE_URL, else one of our own. Every store of a test has a schema of its own in it.
 * Where there is none, the tests that need it are skipped, which REQUIRE_ALL=1 counts as failed.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; prefix: string } | undefined;
  }
}

const started = Symbol.for('fieldgraph.postgres');
const users = Symbol.for('fieldgraph.postgres.users');
/** Each project has a copy of this module: they share what is global. */
const shared = globalThis as { [started]?: ReturnType<typeof startOne>; [users]?: number };

/** Starts it for the first project, and provides each with where it is. */
export async function setup({ provide }: TestProject): Promise<void> {
  shared[users] = (shared[users] ?? 0) + 1;
  shared[started] ??= startOne();
  provide('postgres', (await shared[started]).postgres);
}

/** Ends it for the last project, with all that the tests left in it. */
export async function teardown(): Promise<void> {
  shared[users] = (shared[users] ?? 0) - 1;
  if (shared[users] === 0) await (await shared[started])?.end();
}

async function startOne() {
  const prefix = `test_${randomBytes(4).toString('hex')}`;
  const given = process.env.TEST_DATABASE_URL;
  try {
    const server = given ? undefined : await startPostgres();
    const url = given ?? `${server?.url}/postgres`;
    return { postgres: { url, prefix }, end: () => (server ? server.stop() : dropSchemas(url, prefix)) };
  } catch (error) {
    process.stderr.write(
      `\nNO POSTGRESQL: the tests of the store on PostgreSQL are skipped. Set TEST_DATABASE_URL, or mend this:\n${error instanceof Error ? error.message : error}\n\n`,
    );
    return { postgres: undefined, end: async () => {} };
  }
}

async function dropSchemas(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT nspname AS name FROM pg_namespace WHERE starts_with(nspname, $1)', [
    prefix,
  ]);
  for (const { name } of rows) await client.query(`DROP SCHEMA ${pg.escapeIdentifier(name)} CASCADE`);
  await client.end();
}
