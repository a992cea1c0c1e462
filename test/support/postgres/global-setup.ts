/**
 * One PostgreSQL for a run of the tests. Every store of a test has a schema of its own in it. Where it cannot start, the tests that need it
 * are skipped, which REQUIRE_ALL=1 counts as failed.
 */
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of its database. */
    postgres: string | undefined;
  }
}

const started = Symbol.for('fieldgraph.postgres');
/** Each project has a copy of this module: they share what is global. */
const shared = globalThis as { [started]?: Promise<PostgresServer | undefined> };

/** Starts it for the first project, and provides each with where it is. */
export async function setup({ provide }: TestProject): Promise<void> {
  shared[started] ??= startPostgres().catch((error) => {
    process.stderr.write(`\nNO POSTGRESQL: the tests of the store on PostgreSQL are skipped.\n${error.message}\n\n`);
    return undefined;
  });
  const server = await shared[started];
  provide('postgres', server && `${server.url}/postgres`);
}

/** Ends it, with all that the tests left in it: projects end when the tests of all have ended. */
export async function teardown(): Promise<void> {
  await (await shared[started])?.stop();
}
