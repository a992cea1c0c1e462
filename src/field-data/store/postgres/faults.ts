/** Maps SQLSTATEs (https://www.postgresql.org/docs/current/errcodes-appendix.html) and broken connections to errors of the store. */
import { DatabaseError } from 'pg';
import { errorsOf, StoreError } from '../store-error.ts';

/** By code, else by class: the first two characters of the code. */
const kinds: ReadonlyMap<string, Parameters<typeof faultOf>[0]> = new Map([
  ['08', 'away'], // connection exception
  ['25006', 'away'], // read-only transaction: a standby answered
  ['26000', 'away'], // no such prepared statement
  ['28', 'inaccessible'], // the role is refused
  ['3D000', 'inaccessible'], // no such database
  ['3F000', 'inaccessible'], // no such schema
  ['40', 'busy'], // deadlock, or a transaction that could not be serialized
  ['42501', 'inaccessible'], // insufficient privilege
  ['42P01', 'damaged'], // no such table
  ['42P05', 'away'], // the prepared statement exists already
  ['42703', 'damaged'], // no such column
  ['53100', 'full'],
  ['53', 'away'], // out of memory or of connections
  ['55000', 'away'], // ALLOW_CONNECTIONS is false
  ['55P03', 'busy'], // lock not available
  ['57', 'away'], // stopping, starting or stopped
  ['58', 'inaccessible'], // system error, such as of its disk
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
]);

/** Codes whose message names a table or a column, and neither a role nor a value. */
const naming: ReadonlySet<string> = new Set(['42501', '42P01', '42703']);

const ofCredentials = [
  'refuses the role or its password',
  'correct them in DATABASE_URL, which is read once, at start',
] as const;

const unprepared = [
  'has a pooler before it that keeps no prepared statements',
  'use PgBouncer 1.21 or newer with max_prepared_statements above 0, or session mode',
] as const;

const readOnly = [
  'is a standby or read-only',
  'name its primary in DATABASE_URL, or switch default_transaction_read_only off. Some hosts switch it on while their disk is almost full',
] as const;

/** The code of `away` if commits wait for a standby. */
export const noStandby = 'no standby';

/** The beginning of the code of a statement without an answer. */
const unanswered = 'no answer to a statement';

/** The most frequent causes of `inaccessible` and `away`, by the start of their code. */
export const knownCauses = [
  ['SQLSTATE 28P01', ...ofCredentials],
  ['no password', ...ofCredentials],
  [
    // Also where pg_hba.conf accepts the role only from other addresses, or only with TLS.
    'SQLSTATE 28',
    'refuses the role, or connections of this kind',
    'check the role and sslmode in DATABASE_URL, and pg_hba.conf of the server',
  ],
  ['SQLSTATE 3D000', 'does not exist on this server', 'create it, or correct its name in DATABASE_URL'],
  [
    'TLS',
    'agrees on no encryption with this process',
    'check sslmode, sslrootcert, sslcert and sslkey in DATABASE_URL',
  ],
  [
    'SQLSTATE 08P01',
    'has a pooler such as PgBouncer before it, which refuses this connection',
    "check the role, its password and the database in DATABASE_URL, and the pooler's log",
  ],
  ['it is read-only', ...readOnly],
  ['SQLSTATE 25006', ...readOnly],
  ['SQLSTATE 26000', ...unprepared],
  ['SQLSTATE 42P05', ...unprepared],
  [
    'SQLSTATE 53300',
    'has no connection left',
    'lower DATABASE_POOL_MAX, or raise max_connections of the server, or CONNECTION LIMIT of role or database',
  ],
  ['SQLSTATE 57014', 'ended a statement too soon', 'take statement_timeout away from the role and the database'],
  [
    unanswered,
    'does not answer',
    'look in pg_locks for a lock that another session holds, and check that the server and the network respond. With PgBouncer, use SHOW POOLS to check whether its pool is too small',
  ],
  [
    noStandby,
    'acknowledges no write, because its standby does not respond',
    'start the standby, or take it out of synchronous_standby_names',
  ],
] as const;

/** The sentence of a code: of its known cause, else of any other. */
const because = (otherwise: string, otherAdvice: string) => (place: string, code: string | number) => {
  const known = knownCauses.find(([start]) => String(code).startsWith(start));
  const [, what, advice] = known ?? ['', otherwise, otherAdvice];
  return `The database ${place} ${what} (${code}): ${advice}.`;
};

/** An error of this kind. `place` is host and name of the database, never a role or its password. */
export const faultOf = errorsOf({
  away: because(
    'cannot be reached, or takes no writes now',
    'check that it runs and that this is its primary. Nothing that was acknowledged is lost',
  ),
  inaccessible: because(
    'does not accept this process, or cannot use its disk',
    'check the grants of the role, that the command migrate was run as the owner of the tables, and the log of the database',
  ),
  full: (place, code) => `The disk of the database ${place} is full (${code}): free some space.`,
  damaged: (place, code) =>
    String(code).startsWith('SQLSTATE 42')
      ? `The database ${place} shows this role no such table or column (${code}): check USAGE on its schema, search_path and the name. If it is gone, restore the database from a backup.`
      : `The database ${place} is damaged (${code}): restore it from a backup, or name another one.`,
  busy: (place, code) =>
    `The database ${place} is busy for longer than this process waits (${code}): let imports and removals end, then try again.`,
});

/** A statement whose connection was closed before its answer: the network is down, or another session holds a lock. */
export class UnansweredStatement extends Error {
  readonly code: string;
  constructor(statementMs: number, cause: unknown) {
    super('Client was closed', { cause });
    this.code = `${unanswered} for ${statementMs / 1_000} s`;
  }
}

/** Converts an error of PostgreSQL to one of the store. Any other error, such as that of a wrong statement, is returned unchanged. */
export function storeError(error: unknown, place: string): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof DatabaseError) {
    const code = error.code ?? '';
    const kind = kinds.get(code) ?? kinds.get(code.slice(0, 2));
    const what = naming.has(code) ? `: ${error.message}` : '';
    return kind ? faultOf(kind, place, `SQLSTATE ${code}${what}`, error) : error;
  }
  return isLost(error) ? faultOf('away', place, codeOf(error), error) : error;
}

/** The error of a failed attempt to connect. Errors of TLS have a code, which the socket did not make, or name SSL. */
export function connectError(error: unknown, place: string): StoreError {
  const known = storeError(error, place);
  if (known instanceof StoreError) return known;
  // The message of pg if the server requires a password and the URL has none.
  const message = error instanceof Error ? error.message : '';
  const code = codeOf(error, message.includes('SSL') ? 'refused' : '');
  const other = message.includes('password must be a') ? 'no password' : message;
  return faultOf('inaccessible', place, code ? `TLS: ${code}` : other, error);
}

/** Whether a statement may be retried on another connection: it did not run, or nobody knows. Only for reads and idempotent writes. */
export function isRetryable(error: unknown): boolean {
  return error instanceof StoreError && (error.kind === 'away' || isRolledBack(error));
}

/** Whether the database rolled back a transaction in favour of another, so that it may be retried. */
export function isRolledBack(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : undefined;
  return cause instanceof DatabaseError && (cause.code ?? '').startsWith('40');
}

/** Whether the role lacks a privilege, or may write no temporary file of that size. */
export const isDenied = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '42501' || error.code === '53400');

/** Whether a statement waited too long for the lock of another transaction. */
export const isLocked = (error: unknown): boolean => error instanceof DatabaseError && error.code === '55P03';

/** Whether the disk of the database refused a write: it is full, or a system error occurred (class 58). */
export function isOfDisk({ kind, cause }: StoreError): boolean {
  return kind === 'full' || (cause instanceof DatabaseError && (cause.code ?? '').startsWith('58'));
}

/** Whether the connection is unusable: it broke, the server ends it, or it is to a standby. */
export function endsConnection(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.severity !== 'ERROR' || error.code === '25006';
}

/** Whether the connection was lost. Errors of the socket have a system code; pg's, for a connection that ends under a statement, do not. */
const isLost = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || lostForm.test(error.message));

const lostForm = /^(Connection terminated|Client (was closed|has encountered)|timeout expired)/;

function codeOf(error: unknown, otherwise = 'connection lost'): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : otherwise;
}
