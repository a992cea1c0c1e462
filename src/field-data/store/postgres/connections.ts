/**
 * The connections to one PostgreSQL: as many as DATABASE_POOL_MAX, each to a primary, none waited for without end. A statement that takes
 * too long is not cancelled: a commit that waits for its standby would then be taken for done (documentation of synchronous_commit). Its
 * socket is cut instead, and no write is acknowledged.
 */
import { Client, Pool, types } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { type StatementName, sql } from '../sql.ts';
import type { ConnectionLoad } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { connectError, endsConnection, faultOf } from './faults.ts';

/** A statement; with a name, each connection parses it once. A name stands for one text for good. */
export interface Statement {
  name?: string;
  text: string;
}

/** A statement that every engine has. */
export function statement(name: StatementName): Statement {
  return { name, text: sql[name] };
}

/** A statement and its values, sent to find out whether the database accepts it. */
export type Probe = readonly [statement: Statement, values: readonly unknown[]];

/** Result of a statement: its rows, and how many it read or changed. */
export interface Result<Row> {
  rows: Row[];
  count: number;
}

/** Asks over one connection. Rejects with what pg says. */
export type Query = <Row>(statement: Statement | string, values?: readonly unknown[]) => Promise<Result<Row>>;

export type Connections = ReturnType<typeof createConnections>;

/** How long a call waits for a connection: to get free, or to be made. */
const connectMs = 2_000;
/** Calls that wait, beyond which one is refused at once. */
const waitingMax = 2_048;
/** A connection that does not say soon whether it is to a primary is dropped. */
const checkMs = 1_000;
const idleMs = 30_000;
/** So that a failover behind one name, or a changed certificate, reaches every connection. */
const lifetimeSeconds = 1_800;
const keepAliveAfterMs = 10_000;

// Milliseconds and counts: all of them numbers that JavaScript holds exactly.
types.setTypeParser(types.builtins.INT8, Number);

/** Connections to the database of a URL, none made yet. Throws StoreError for a URL, or a certificate it names, that cannot be used. */
export function createConnections(url: string, max: number) {
  const options = optionsOf(url);
  const place = placeOf(options);
  const pool = new Pool({
    ...options,
    max,
    idleTimeoutMillis: idleMs,
    maxLifetimeSeconds: lifetimeSeconds,
    onConnect: (client) => assertPrimary(client as Client, place),
  });
  // A broken connection fails its statement, or is replaced unused. Without this listener, and that of `assertPrimary`, its error would end
  // the process.
  pool.on('error', () => {});

  /** Why the last connection could not be made; undefined once a statement was answered since. */
  let unreachable: StoreError | undefined;

  const connect = async () => {
    if (pool.waitingCount >= waitingMax) throw unreachable ?? faultOf('busy', place, 'too many wait');
    try {
      return await pool.connect();
    } catch (error) {
      // The message of pg-pool if all connections are in use; another message means that none can be made.
      const isWaiting = error instanceof Error && error.message.startsWith('timeout exceeded');
      if (!isWaiting) unreachable = connectError(error, place);
      // All connections may be in use by attempts to reach a database that is away.
      throw unreachable ?? faultOf('busy', place, 'no connection got free', error);
    }
  };

  /**
   * A connection that nobody else uses until it is released, whose statements may take `statementMs` each. Rejects with StoreBusyError
   * where none gets free, with StoreError where none can be made.
   */
  const take = async (statementMs: number) => {
    const client = await connect();
    const ask = queryOver(client, statementMs);
    let isLost = false;
    const query: Query = async (statement, values) => {
      try {
        const result = await ask<never>(statement, values);
        unreachable = undefined;
        return result;
      } catch (error) {
        isLost ||= endsConnection(error);
        throw error;
      }
    };
    // Ends a transaction that is open, and replaces a connection of no more use. `I`: idle, outside of a transaction.
    return { query, [Symbol.dispose]: () => client.release(isLost || client.getTransactionStatus() !== 'I') };
  };

  return {
    /** Host and name of the database, for operators: without role and password. */
    place,
    take,
    /** Gives `work` a connection for as long as it takes. */
    async use<T>(statementMs: number, work: (query: Query) => Promise<T>): Promise<T> {
      using connection = await take(statementMs);
      return await work(connection.query);
    },
    load: (): Omit<ConnectionLoad, 'listening'> => ({
      inUse: pool.totalCount - pool.idleCount,
      // Calls that an idle connection takes in the next tick do not wait.
      waiting: Math.max(0, pool.waitingCount - pool.idleCount),
      max,
    }),
    close: () => pool.end(),
  };
}

/** A connection in addition to those of every pool, not made yet. A statement may take as long as the check that it is to a primary. */
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
      await assertPrimary(client, place);
    },
  };
}

function queryOver(client: Client, statementMs: number): Query {
  return async (statement, values = []) => {
    // With a statement under way `end` destroys the socket.
    const cut = setTimeout(() => void client.end(), statementMs);
    try {
      const sent = typeof statement === 'string' ? { text: statement } : statement;
      const { rows, rowCount } = await client.query({ ...sent, values: [...values] });
      return { rows, count: rowCount ?? 0 };
    } finally {
      clearTimeout(cut);
    }
  };
}

/** A proxy may lead to a standby for a moment: what is read there may be old, and a key that was revoked still good. */
async function assertPrimary(client: Client, place: string): Promise<void> {
  client.on('error', () => {});
  const { rows } = await queryOver(
    client,
    checkMs,
  )<{ isReadOnly: boolean }>(`SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`);
  if (rows[0]?.isReadOnly) throw faultOf('away', place, 'it is read-only');
}

/** `sslmode` means what it means to libpq, except that `prefer` and `allow` demand encryption. */
function optionsOf(url: string, setting = 'DATABASE_URL') {
  try {
    // A URL may already contain it.
    const parsed = parse(url, { useLibpqCompat: !url.includes('uselibpqcompat=') });
    // It would be dropped, and nothing encrypted.
    if (typeof parsed.ssl === 'string' && parsed.ssl !== 'false')
      throw new StoreError(
        `${setting} has an ssl that is neither true nor false: write sslmode=require, or sslmode=verify-full to check the server too.`,
        { kind: 'inaccessible' },
      );
    const given = toClientConfig(parsed);
    return {
      ...given,
      application_name: given.application_name ?? 'fieldgraph',
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
    };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    // Not as the cause: it may hold the URL.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new StoreError(
      `${setting}, or a certificate that it names, cannot be read${code}: check its sslmode, sslrootcert, sslcert and sslkey.`,
      { kind: 'inaccessible' },
    );
  }
}

function placeOf({ host, port, database, user }: ReturnType<typeof toClientConfig>): string {
  const name = database || user || 'of this user';
  return host === undefined || host === '' ? name : `${name} at ${host}${port === undefined ? '' : `:${port}`}`;
}
