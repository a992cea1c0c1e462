/** Options of connections, from the URL of a database and the environment variables that pg reads. */
import { Client } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { sslModes } from '../database-url.ts';
import { StoreError } from '../store-error.ts';

/** How long a call waits for a free connection, or for a new one. */
export const connectMs = 2_000;
const keepAliveAfterMs = 10_000;
const portMax = 65_535;

/** Options for pg. `sslmode` has the meaning that libpq gives it. Throws StoreError for an unusable URL, or certificate that it names. */
export function optionsOf(url: string, setting = 'DATABASE_URL') {
  try {
    // The parser refuses the option if the URL already contains it.
    const parsed = parse(url, { useLibpqCompat: !url.includes('uselibpqcompat=') });
    // The parser would drop such a value, and nothing would be encrypted.
    if (typeof parsed.ssl === 'string' && parsed.ssl !== 'false')
      throw new StoreError(
        `${setting} has an ssl that is neither true nor false: write sslmode=require, or sslmode=verify-full to check the server too.`,
        { kind: 'inaccessible' },
      );
    if (parsed.port) assertPort(Number(parsed.port), setting);
    const given = toClientConfig(parsed);
    if (!parsed.port) assertPort(new Client(given).port, 'PGPORT');
    if (given.ssl === undefined) assertMode();
    return {
      ...given,
      application_name: given.application_name ?? 'fieldgraph',
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
    };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    // The error is not passed on as the cause, because it may contain the URL.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new StoreError(
      `${setting}, or a certificate that it names, cannot be read${code}: check its sslmode, sslrootcert, sslcert and sslkey.`,
      { kind: 'inaccessible' },
    );
  }
}

/** Throws StoreError. `connect` would throw for such a port, and the pool would wait for that connection for ever. */
function assertPort(port: number, source: string): void {
  if (Number.isInteger(port) && port >= 1 && port <= portMax) return;
  throw new StoreError(`The port in ${source} must be a whole number from 1 to ${portMax}.`, { kind: 'inaccessible' });
}

/** Throws StoreError for a PGSSLMODE that pg would ignore, so that nothing would be encrypted. It reads it if the URL has no sslmode. */
function assertMode(): void {
  // biome-ignore lint/style/noProcessEnv: no setting of ours, and pg reads it.
  const mode = process.env.PGSSLMODE;
  if (!mode || sslModes.has(mode)) return;
  throw new StoreError('PGSSLMODE must be disable, require, verify-ca or verify-full, not prefer, allow or another.', {
    kind: 'inaccessible',
  });
}

/** Host and name of a database, for messages. */
export function placeOf({ host, port, database, user }: ReturnType<typeof toClientConfig>): string {
  const given = database || user || '';
  // A part of a misread URL may contain the password.
  const name = /^[^:@/]+$/.test(given) ? given : 'of this user';
  return host === undefined || host === '' ? name : `${name} at ${host}${port === undefined ? '' : `:${port}`}`;
}
