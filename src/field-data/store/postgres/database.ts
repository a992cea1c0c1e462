/**
 * One PostgreSQL database with the schema of this version. If a connection breaks, reads are retried, and writes only if they are
 * idempotent. A transaction is retried only if the database rolled it back in favour of another.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { asStoreError, StoreBusyError, StoreError } from '../store-error.ts';
import { begin, type Connections, createConnections, type Probes, type Query, type Statement } from './connections.ts';
import { faultOf, isDenied, isLocked, isOfDisk, isRetryable, isRolledBack, noStandby, storeError } from './faults.ts';
import { migrate } from './migrations.ts';

/** An open database. Methods reject with StoreBusyError or StoreError if the database is the reason. */
export type Database = ReturnType<typeof createDatabase>;

/** A little less than the gateway's own default deadline. */
const statementMsDefault = 8_000;
/** Time limit of a batch, or of a part of an export. */
const bulkStatementMs = 120_000;
/** Rows of an export in memory. */
const streamedRowsMax = 1_000;
const lockMs = 2_000;
const triesMax = 3;
/** A failure later than this after the first try is not retried. */
const retryWithinMs = 2_000;
const retryAfterMs = 30;
/** Time limits of the readiness check, and of its wait for a lock. */
const readinessMs = 2_000;
const readinessLockMs = 500;

/** Commits that the standby does not confirm. Each is in the list until it does, also if its connection was cut. */
const longCommits = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND now() - query_start > interval '2 seconds'`;

const lockChanges = (suffix: '' | '_shared') => `SELECT pg_advisory_xact_lock${suffix}('field'::regclass::oid::bigint)`;
/**
 * The first lock of a change or removal. It waits for strict imports, which lock fields and tables in the order of their files: otherwise a
 * deadlock.
 */
export const lockForChange: Statement = { name: 'lock for change', text: lockChanges('') };

export interface DatabaseOptions {
  poolMax: number;
  /** Time limit of a request's statement, after which its socket is closed. */
  statementMs?: number;
}

/** Opens the database of a URL. Rejects with StoreError, in one sentence, if it cannot be used. */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Database> {
  const connections = createConnections(url, options.poolMax);
  try {
    await migrate(connections);
  } catch (error) {
    await connections.close();
    throw storeError(error, connections.place);
  }
  return createDatabase(connections, options);
}

function createDatabase(connections: Connections, { statementMs = statementMsDefault }: DatabaseOptions) {
  /** The connection of `transaction` while that runs: all calls of `run` then use it. */
  let bulk: Query | undefined;
  /** Failure of the last call; undefined once one succeeded. */
  let lastFailure: StoreError | undefined;
  /** Whether the disk refused a write. Only a statement that writes a row can find out whether it works again. */
  let isDiskDoubtful = false;

  async function run<T>(ms: number, work: (query: Query) => Promise<T>, isWrite = false): Promise<T> {
    try {
      const result = await (bulk ? work(bulk) : connections.use(ms, work, isWrite));
      lastFailure = undefined;
      return result;
    } catch (error) {
      const failure = storeError(error, connections.place);
      if (failure instanceof StoreError && !(failure instanceof StoreBusyError)) {
        lastFailure = failure;
        isDiskDoubtful ||= isOfDisk(failure);
      }
      throw failure;
    }
  }

  /** Runs a statement that may be sent more than once: a read, or with `isWrite` an idempotent write. */
  async function queryRetried<Row>(statement: Statement, values?: readonly unknown[], isWrite = false) {
    const giveUpAt = performance.now() + retryWithinMs;
    for (let tries = 1; ; tries += 1) {
      try {
        return await run(statementMs, (query) => query<Row>(statement, values), isWrite);
      } catch (error) {
        const isLast = tries === triesMax || bulk !== undefined || performance.now() >= giveUpAt;
        if (isLast || !isRetryable(error)) throw error;
      }
      await delay(retryAfterMs * tries);
    }
  }

  /** Runs one transaction, all of it or nothing. It waits for a lock as long as for a connection. */
  async function transact<T>(work: (query: Query) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await run(bulkStatementMs, async (query) => {
          // Inside `transaction`, the end of that transaction decides.
          if (bulk) {
            await query(lockChanges('_shared'));
            return work(query);
          }
          await begin(query, lockMs);
          const result = await work(query);
          await query('COMMIT').catch(assertUnstored);
          return result;
        });
      } catch (error) {
        if (tries === triesMax || bulk !== undefined || !isRolledBack(error)) throw error;
      }
    }
  }

  /** Rethrows the error of a commit. If the commit may have succeeded, the message says so, and whether the standby is the reason. */
  async function assertUnstored(error: unknown): Promise<never> {
    const failure = storeError(error, connections.place);
    if (bulk || !(failure instanceof StoreError) || failure.kind !== 'away') throw error;
    const { count } = await connections.use(readinessMs, (query) => query(longCommits)).catch(() => ({ count: 0 }));
    const { message } = count > 0 ? faultOf('away', connections.place, noStandby) : failure;
    // The database shows no commit that waits for its standby.
    const stored =
      'It may be stored all the same: look at keys list, fields list or export once the database responds.';
    throw new StoreError(`${message} ${stored}`, { kind: 'away', cause: error });
  }

  return {
    queryRetried,
    /** Sends a statement once. If it rejects with `away`, the statement may have been executed. */
    queryOnce: (statement: Statement, values?: readonly unknown[]) =>
      run(statementMs, (query) => query(statement, values).catch(assertUnstored)),
    transact,
    /** Call it after a row was really inserted, which proves that the disk accepts writes. */
    trustDisk: () => {
      isDiskDoubtful = false;
    },
    /** Commits the writes of `work`, in however many steps, unless it rejects. For a store that does nothing else. */
    async transaction<T>(work: () => Promise<T>): Promise<T> {
      const outcome = await run(bulkStatementMs, async (query) => {
        await begin(query, lockMs);
        bulk = query;
        const [outcome] = await Promise.allSettled([work()]);
        bulk = undefined;
        // Without a commit, the connection is closed, which rolls back.
        if (outcome.status === 'fulfilled') await query('COMMIT').catch(assertUnstored);
        return outcome;
      });
      // It may be the error of a file, which is not converted to one of the database.
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
    /** Streams the rows of a query from one snapshot, with a few in memory at a time. */
    async *stream<Row>(text: string, values: readonly unknown[]): AsyncIterable<Row> {
      using connection = await connections.take(bulkStatementMs);
      const { query } = connection;
      try {
        await query('BEGIN READ ONLY');
        await query(`DECLARE records NO SCROLL CURSOR FOR ${text}`, values);
        for (;;) {
          const { rows } = await query<Row>(`FETCH ${streamedRowsMax} FROM records`);
          if (rows.length === 0) break;
          yield* rows;
        }
        await query('COMMIT');
      } catch (error) {
        throw storeError(error, connections.place);
      }
    },
    /**
     * Returns why the database refuses one of these statements, or still cannot write to its disk. A lock of another transaction, which no
     * other process of the service avoids, is a reason only for the first statement: every request needs it.
     */
    async findFault([first, ...others]: Probes): Promise<StoreError | undefined> {
      let isFirstDone = false;
      try {
        await connections.use(readinessMs, async (query) => {
          await begin(query, readinessLockMs);
          await query(...first);
          isFirstDone = true;
          if ((await query(longCommits)).count > 0) throw faultOf('away', connections.place, noStandby);
          await query('SELECT version FROM schema_version');
          for (const probe of others) await query(...probe);
          // While this process is not ready, it may get no requests that would show whether writes work again.
          if (isDiskDoubtful) await writeNothing(query);
          await query('COMMIT');
        });
        isDiskDoubtful = false;
        return undefined;
      } catch (error) {
        if (isLocked(error) && isFirstDone) return undefined;
        const failure = storeError(error, connections.place);
        // All connections are in use: by normal calls, or by statements that never get a response, which set `lastFailure`.
        if (failure instanceof StoreBusyError && !isLocked(error)) return lastFailure;
        return asStoreError(failure);
      }
    },
    load: connections.load,
    close: connections.close,
  };
}

/**
 * Writes to the disk as every write does, and leaves nothing. A row may fit into a page that was allocated before, so the first statement
 * writes a temporary file of a megabyte next to the tables. What the role may not do, only a caller's write can test.
 */
async function writeNothing(query: Query): Promise<void> {
  const values = ['readiness'];
  try {
    await query(`SELECT set_config('work_mem', '64', true), set_config('temp_tablespaces', '', true)`);
    await query('SELECT count(*) FROM generate_series(1, 70000)');
    await query('INSERT INTO import_progress (file, entries) VALUES ($1, 0) ON CONFLICT DO NOTHING', values);
    await query('DELETE FROM import_progress WHERE file = $1', values);
  } catch (error) {
    if (!isDenied(error)) throw error;
  }
}
