/**
 * The connections to one PostgreSQL: at most DATABASE_POOL_MAX, each to a primary, and no wait is endless. A statement that takes too long
 * is not cancelled: a cancelled commit that waits for its standby would count as done (documentation of synchronous_commit). Instead its
 * socket is closed, and no write is acknowledged.
 */
import { Client, Pool, types } from 'pg';
import { Semaphore } from '../../../platform/sync/semaphore.ts';
import { type StatementName, sql } from '../sql.ts';
import type { ConnectionLoad } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { connectMs, optionsOf, placeOf } from './client-options.ts';
import { createCutConnections } from './cut-connections.ts';
import { connectError, endsConnection, faultOf, UnansweredStatement } from './faults.ts';

/** A statement. Each connection parses a named one once, so a name must always have the same text. */
export interface Statement {
  name?: string;
  text: string;
}

/** A statement that every engine has. */
export const statement = (name: StatementName): Statement => ({ name, text: sql[name] });

type Probe = readonly [statement: Statement, values: readonly unknown[]];
/** Statements and their values, sent to find out whether the database accepts them. */
export type Probes = readonly [Probe, ...Probe[]];

/** Result of a statement: its rows, and how many it read or changed. */
export interface Result<Row> {
  rows: Row[];
  count: number;
}

/** Runs a statement over one connection. Rejects with the error of pg. */
export type Query = <Row>(statement: Statement | string, values?: readonly unknown[]) => Promise<Result<Row>>;

/** Begins a transaction that waits for a lock at most so long. */
export async function begin(query: Query, lockMs: number): Promise<void> {
  await query('BEGIN');
  await query(`SET LOCAL lock_timeout = ${lockMs}`);
}

export type Connections = ReturnType<typeof createConnections>;

/** Calls that may wait for a connection. Further ones are refused at once. */
const waitingMax = 2_048;
/** Time limit of the check that a new connection is to a primary. Beyond it, the connection is dropped. */
const checkMs = 1_000;
/** Share of the connections that requests which write may have: all of them may wait for one lock or standby, and reads for neither. */
const writersShare = 0.75;
const idleMs = 30_000;
/** Connections are replaced after this time, so that all follow a failover under one name, or a changed certificate. */
const lifetimeSeconds = 1_800;

/**
 * Which of these processes still run a statement. A pooler such as PgBouncer sends invented ones to its clients. Behind it, as many
 * count as this role has statements that run for longer than the shortest time limit.
 */
const findRunning = `
  SELECT pid FROM unnest($1::int[]) WITH ORDINALITY AS cut (pid, place)
  WHERE CASE WHEN pg_backend_pid() = $2::int
    THEN EXISTS (SELECT FROM pg_stat_activity AS other WHERE other.pid = cut.pid AND state = 'active')
    ELSE place <= (
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND usename = session_user AND state = 'active'
        AND application_name = current_setting('application_name') AND now() - query_start > interval '2 seconds') END`;

// All values of this type are milliseconds and counts, which JavaScript represents exactly.
types.setTypeParser(types.builtins.INT8, Number);

/** Creates the pool for the database of a URL, without connecting. Throws StoreError for an unusable URL, or certificate that it names. */
export function createConnections(url: string, max: number) {
  const options = optionsOf(url);
  const place = placeOf(options);
  const pool = new Pool({
    ...options,
    max,
    idleTimeoutMillis: idleMs,
    maxLifetimeSeconds: lifetimeSeconds,
    onConnect: (client) => assertUsable(client as Client, place),
  });
  // A broken connection fails its statement or, if idle, is replaced. Without this listener, and that of `assertUsable`, its error would
  // end the process.
  pool.on('error', () => {});

  const cutConnections = createCutConnections(async (pids) => {
    const { client, query, connect } = createClient(url);
    try {
      await connect();
      const { rows } = await query<{ pid: number }>(findRunning, [pids, pidOf(client)]);
      return new Set(rows.map(({ pid }) => pid));
    } finally {
      client.end().catch(() => {});
    }
  });

  /** Why the last connection could not be made, or a statement was not answered; undefined after a statement succeeded. */
  let unreachable: StoreError | undefined;

  const writers = new Semaphore(Math.max(1, Math.floor(max * writersShare)), waitingMax);
  /** Resolves to whether one more may write. */
  const acquireWriter = () =>
    new Promise<boolean>((resolve) => {
      if (writers.tryAcquire()) return resolve(true);
      const waiter = { onAcquire: () => resolve(true) };
      if (!writers.tryWait(waiter)) return resolve(false);
      const abandon = () => {
        writers.abandon(waiter);
        resolve(false);
      };
      setTimeout(abandon, connectMs).unref();
    });

  const connect = async () => {
    if (pool.waitingCount >= waitingMax) throw unreachable ?? faultOf('busy', place, 'too many wait');
    try {
      return await pool.connect();
    } catch (error) {
      // The message of pg-pool if all connections are in use; another message means that none can be made.
      const isWaiting = error instanceof Error && error.message.startsWith('timeout exceeded');
      if (!isWaiting) unreachable = connectError(error, place);
      // Attempts to reach an unreachable database may occupy all connections.
      throw unreachable ?? faultOf('busy', place, 'no connection got free', error);
    }
  };

  /**
   * Takes a connection for exclusive use until it is released. Each statement may take `statementMs`. Rejects with StoreBusyError if none
   * gets free, and with StoreError if none can be made. With `isWrite`, it takes one of those for requests that write.
   */
  const take = async (statementMs: number, isWrite = false) => {
    if (isWrite && !(await acquireWriter())) throw unreachable ?? faultOf('busy', place, 'too many writes wait');
    const client = await connect().catch((error) => {
      if (isWrite) writers.release();
      throw error;
    });
    const send = queryOver(client, statementMs);
    let isLost = false;
    let isCut = false;
    const query: Query = async (statement, values) => {
      try {
        const result = await send<never>(statement, values);
        unreachable = undefined;
        return result;
      } catch (error) {
        isLost ||= endsConnection(error);
        isCut ||= error instanceof UnansweredStatement;
        if (error instanceof UnansweredStatement) unreachable = faultOf('away', place, error.code, error);
        throw error;
      }
    };
    // Closes a connection that is lost, or still in a transaction, which ends the transaction. `I` means idle, outside of a transaction.
    const free = () => {
      client.release(isLost || client.getTransactionStatus() !== 'I');
      if (isWrite) writers.release();
    };
    return { query, [Symbol.dispose]: () => (isCut ? cutConnections.add({ pid: pidOf(client), free }) : free()) };
  };

  return {
    /** Host and name of the database, for operators: without role and password. */
    place,
    take,
    /** Runs `work` with a connection, and then releases it. */
    async use<T>(statementMs: number, work: (query: Query) => Promise<T>, isWrite = false): Promise<T> {
      using connection = await take(statementMs, isWrite);
      return await work(connection.query);
    },
    load: (): Omit<ConnectionLoad, 'listening'> => ({
      inUse: pool.totalCount - pool.idleCount,
      // Calls that get an idle connection in the next tick do not count as waiting.
      waiting: Math.max(0, pool.waitingCount - pool.idleCount) + writers.waiting,
      max,
    }),
    close() {
      cutConnections.close();
      return pool.end();
    },
  };
}

/** Creates a client outside the pool, without connecting. Its statements have the time limit of the check that it is to a primary. */
export function createClient(url: string, setting?: string) {
  const options = optionsOf(url, setting);
  const place = placeOf(options);
  const client = new Client(options);
  client.on('error', () => {});
  return {
    place,
    client,
    query: queryOver(client, checkMs),
    async connect(): Promise<void> {
      await client.connect().catch((error) => {
        throw connectError(error, place);
      });
      await assertUsable(client, place);
    },
  };
}

const pidOf = (client: Client): number => (client as unknown as { processID: number }).processID;

function queryOver(client: Client, statementMs: number): Query {
  return async (statement, values = []) => {
    let isCut = false;
    let ending: NodeJS.Immediate | undefined;
    const end = () => {
      isCut = true;
      // While a statement runs, this destroys the socket.
      void client.end();
    };
    // If this process itself was late, an answer that has arrived meanwhile counts.
    const cut = setTimeout(() => {
      ending = setImmediate(end);
    }, statementMs);
    try {
      const sent = typeof statement === 'string' ? { text: statement } : statement;
      const { rows, rowCount } = await client.query({ ...sent, values: [...values] });
      return { rows, count: rowCount ?? 0 };
    } catch (error) {
      throw isCut ? new UnansweredStatement(statementMs, error) : error;
    } finally {
      clearTimeout(cut);
      clearImmediate(ending);
    }
  };
}

/**
 * Rejects a standby, to which a proxy may lead for a moment: its data may be old, and a revoked key may still be valid. Also rejects a
 * database that cannot represent every character of a note. Sets exact output of coordinates, PostgreSQL's default: a role may round them,
 * and a change of a field would write them back.
 */
async function assertUsable(client: Client, place: string): Promise<void> {
  client.on('error', () => {});
  const query = queryOver(client, checkMs);
  const { rows } = await query<{ isReadOnly: boolean; encoding: string }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly", current_setting('server_encoding') AS encoding,
      set_config('extra_float_digits', '1', false)`,
  );
  const { isReadOnly, encoding } = rows[0] ?? {};
  if (isReadOnly) throw faultOf('away', place, 'it is read-only');
  if (encoding !== 'UTF8')
    throw new StoreError(
      `The database ${place} has the encoding ${encoding}: create one with ENCODING 'UTF8', and name it in DATABASE_URL.`,
      { kind: 'inaccessible' },
    );
}
