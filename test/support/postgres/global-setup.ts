/**
 * One PostgreSQL for a run of the tests, in which every store of a test has its own schema. If it cannot start, the tests that need it are
 * skipped, which REQUIRE_ALL=1 counts as failed.
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
/** Each project has its own copy of this module: only globals are shared. */
const shared = globalThis as { [started]?: Promise<PostgresServer | undefined> };

/** Starts the server for the first project, and provides its URL to each project. */
export async function setup({ provide }: TestProject): Promise<void> {
  shared[started] ??= startPostgres().catch((error) => {
    process.stderr.write(`\nNO POSTGRESQL: the tests of the store on PostgreSQL are skipped.\n${error.message}\n\n`);
    return undefined;
  });
  const server = await shared[started];
  provide('postgres', server && `${server.url}/postgres`);
}

/** Stops the server and removes its data: projects end when the tests of all have ended. */
export async function teardown(): Promise<void> {
  await (await shared[started])?.stop();
}
