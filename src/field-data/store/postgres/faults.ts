/** SQLSTATEs (https://www.postgresql.org/docs/current/errcodes-appendix.html) and broken connections as the store's faults. */
import { DatabaseError } from 'pg';
import { errorsOf, StoreError } from '../store-error.ts';

/** By code, else by its class, which is its first two characters. */
const kinds: ReadonlyMap<string, Parameters<typeof faultOf>[0]> = new Map([
  ['08', 'away'], // connection exception
  ['25006', 'away'], // read-only transaction: a standby answered
  ['28', 'inaccessible'], // the role is refused
  ['3D000', 'inaccessible'], // no such database
  ['3F000', 'inaccessible'], // no such schema
  ['40', 'busy'], // deadlock, or a transaction that could not be put in order with another
  ['42501', 'inaccessible'], // insufficient privilege
  ['42P01', 'damaged'], // no such table
  ['42703', 'damaged'], // no such column
  ['53100', 'full'],
  ['53', 'away'], // out of memory or of connections
  ['55P03', 'busy'], // lock not available
  ['57', 'away'], // stopping, starting or stopped
  ['58', 'inaccessible'], // system error, such as of its disk
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
]);

/** Codes whose message names a table or a column, and neither a role nor a value. */
const naming: ReadonlySet<string> = new Set(['42501', '42P01', '42703']);

/** An error of this kind. `place` is host and name of the database, never a role or its password. */
export const faultOf = errorsOf({
  away: (place, code) =>
    `The database ${place} cannot be reached, or takes no writes now (${code}): check that it runs and that this is its primary. Nothing that was acknowledged is lost.`,
  inaccessible: (place, code) =>
    `The database ${place} does not accept this process, or cannot use its disk (${code}): check the role, the password and the TLS settings of DATABASE_URL, the grants of the role, and the log of the database. Check too that the command migrate was run as the owner of the tables.`,
  full: (place, code) => `The disk of the database ${place} is full (${code}): free some space.`,
  damaged: (place, code) =>
    `The database ${place} is damaged, or lacks tables of this version (${code}): restore it from a backup, or name another one.`,
  busy: (place, code) => `The database ${place} is busy for longer than this process waits (${code}).`,
});

/** PostgreSQL's faults as the store's; any other error (a statement of ours that is wrong) stays what it is. */
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

/** A connection that was not made: nobody is there, or, where neither the server nor the socket says why, TLS was not agreed on. */
export function connectError(error: unknown, place: string): StoreError {
  const known = storeError(error, place);
  if (known instanceof StoreError) return known;
  // What pg says where the server requests a password, and the address has none.
  const isWithoutPassword = error instanceof Error && error.message.includes('password must be a');
  return faultOf('inaccessible', place, isWithoutPassword ? 'no password' : codeOf(error, 'TLS not agreed on'), error);
}

/**
 * Whether the same statement may be sent again on another connection: it did not run, or nobody knows whether it did. Only for reads
 * and for what may be done twice.
 */
export function isRetryable(error: unknown): boolean {
  return error instanceof StoreError && (error.kind === 'away' || isRolledBack(error));
}

/** Whether the database rolled a transaction back so that another can go on: it may be sent again. */
export function isRolledBack(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : undefined;
  return cause instanceof DatabaseError && (cause.code ?? '').startsWith('40');
}

/** Whether the role lacks a privilege. */
export const isDenied = (error: unknown): boolean => error instanceof DatabaseError && error.code === '42501';

/** Whether the disk of the database refused: for want of room, or by an error of the system (class 58). */
export function isOfDisk({ kind, cause }: StoreError): boolean {
  return kind === 'full' || (cause instanceof DatabaseError && (cause.code ?? '').startsWith('58'));
}

/** Whether the connection is of no more use: it broke, or the server ends it, or it is one to a standby. */
export function endsConnection(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.severity !== 'ERROR' || error.code === '25006';
}

/** What pg says where a connection ends under a statement has no code; what the socket says has the code of the system. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'syscall' in error || /^(Connection terminated|Client (was closed|has encountered))/.test(error.message);
}

function codeOf(error: unknown, otherwise = 'connection lost'): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : otherwise;
}
