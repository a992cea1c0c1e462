/** Checks the PostgreSQL database for the command `doctor`. It writes only in a transaction that is rolled back. */
import { fail, good, type Outcome, skip, warn } from '../../../platform/cli/check.ts';
import { checkOffset } from '../../../platform/cli/clock-offset.ts';
import { StoreError, type StoreFaultKind } from '../store-error.ts';
import { begin, type Connections, createClient, createConnections, type Query } from './connections.ts';
import { knownCauses, storeError } from './faults.ts';
import { readMigrations, readVersion, tryMigrations } from './migrations.ts';
import { probes } from './observations.ts';

/** Time limits of a statement, and of its wait for a lock. Connecting may take 2 more seconds. */
const statementMs = 2_000;
const lockMs = 1_000;
/** SQLSTATE of a statement that took too long. */
const timedOut = '57014';
const versionMin = 150_000;

/** Reports the server of a URL, its clock, the schema and the rights of the role. */
export async function checkPostgres(
  url: string,
  { directUrl, poolMax, dryRun }: { directUrl: string | undefined; poolMax: number; dryRun: boolean },
): Promise<Outcome[]> {
  const connections = createConnections(url, 1);
  try {
    const outcomes = [...(await checkServer(connections, poolMax)), await checkSchema(connections, dryRun)];
    if (directUrl !== undefined) outcomes.push(await checkDirect(directUrl));
    if (dryRun) outcomes.push(await checkPending(connections));
    const backup = 'Look at the date of your last pg_dump, or at the archiving of its server: docs/postgresql.md.';
    const disk = 'Look at the free space of the database server.';
    return [
      ...outcomes,
      { check: 'backup', ...skip('PostgreSQL does not know when it was last backed up.', backup) },
      { check: 'disk', ...skip('The records are not on a disk of this machine.', disk) },
    ];
  } catch (error) {
    return [failed(error, connections.place)];
  } finally {
    await connections.close();
  }
}

const otherwise = 'Correct this, then check again: docs/postgresql.md.';

/** What only doctor says of an error, by SQLSTATE or system code: what the database does, and what to do. */
const common: ReadonlyMap<string, readonly [what: string, next: string]> = new Map<string, readonly [string, string]>([
  ['42501', ['refuses a statement of this role', 'Grant the role what docs/postgresql.md lists.']],
  ['55P03', ['is busy with the lock of another session', 'Wait until that session ends, then check again.']],
  ['ECONNREFUSED', ['cannot be reached: nothing listens there', 'Start it, or correct host and port in DATABASE_URL.']],
  ['ENOTFOUND', ['cannot be reached: its host is unknown', 'Correct the host in DATABASE_URL.']],
]);

function failed(error: unknown, place: string): Outcome {
  const failure = storeError(error, place);
  const cause = failure instanceof StoreError ? failure.cause : failure;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // Only messages of class 42 contain no value of a record.
  const said = code.startsWith('42') ? `${code}: ${(cause as Error).message}` : code;
  const [what, next] = common.get(code) ?? [];
  if (what !== undefined && next !== undefined) return fail(`The database ${place} ${what} (${said}).`, next);
  const [, refusal, advice] = knownCauses.find(([start]) => `SQLSTATE ${code}`.startsWith(start)) ?? [];
  if (advice)
    return fail(`The database ${place} ${refusal} (${code}).`, `${advice[0]?.toUpperCase()}${advice.slice(1)}.`);
  if (failure instanceof StoreError) return fail(failure.message, otherwise);
  return fail(`The database refuses a statement of this version (SQLSTATE ${said}).`, otherwise);
}

/** Settings of the server, the database or the role. Times are in milliseconds, 0 for none. */
const settingRules: Readonly<Record<string, { isGood(value: string): boolean; next: string }>> = {
  synchronous_commit: {
    isGood: (value) => value === 'on' || value === 'remote_apply',
    next: 'Set it to on: otherwise a crash can lose an observation that was acknowledged.',
  },
  default_transaction_isolation: {
    isGood: (value) => value === 'read committed',
    next: 'Set it to read committed: otherwise requests at one time fail.',
  },
  synchronous_standby_names: {
    isGood: (value) => value === '',
    next: 'No such standby is connected, so no write is acknowledged: start it, or take it out of this setting.',
  },
  statement_timeout: {
    isGood: (value) => value === '0',
    next: 'Set it to 0: a write that it ends may be acknowledged, and be lost in a failover.',
  },
  idle_in_transaction_session_timeout: {
    isGood: (value) => value === '0' || Number(value) > 120_000,
    next: 'Set it to 0, or above two minutes: otherwise it ends imports.',
  },
};

async function checkSettings(query: Query): Promise<Outcome[]> {
  // The state of a standby is null for most roles.
  const { rows } = await query<Record<'name' | 'setting', string>>(
    `SELECT name, setting FROM pg_settings WHERE name = ANY ($1) AND (name <> 'synchronous_standby_names'
      OR NOT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state IS DISTINCT FROM 'async'))`,
    [Object.keys(settingRules)],
  );
  return rows.flatMap(({ name, setting }) => {
    const rule = settingRules[name];
    return !rule || rule.isGood(setting) ? [] : warn(`${name} is ${setting} for this role.`, rule.next);
  });
}

/** Sends a first statement over the same connection, so that the time to connect does not distort the clock's offset. */
function checkServer({ use, place }: Connections, poolMax: number): Promise<Outcome[]> {
  return use(statementMs, async (query) => {
    await query('SELECT 1');
    const sentMs = Date.now();
    const { rows } = await query<Record<'now' | 'version' | 'connectionsMax', number>>(
      `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
        current_setting('server_version_num')::int AS version, current_setting('max_connections')::int AS "connectionsMax"`,
    );
    const receivedMs = Date.now();
    const ofSettings = await checkSettings(query);
    return rows.flatMap(({ now, version, connectionsMax }) => {
      const outcomes = [checkOffset('the database', now, { sentMs, receivedMs })];
      const olderDetail = `The database ${place} is PostgreSQL ${Math.floor(version / 10_000)}.`;
      if (version < versionMin) outcomes.push(fail(olderDetail, 'Upgrade it to PostgreSQL 15 or newer.'));
      const fewDetail = `DATABASE_POOL_MAX is ${poolMax}; the server takes ${connectionsMax} connections of all its clients.`;
      if (poolMax >= connectionsMax)
        outcomes.push(warn(fewDetail, 'Lower it, so that all processes together need fewer.'));
      return [...outcomes, ...ofSettings];
    });
  });
}

/** The indexes of migrations, with what each is on. */
const addedIndex = /^CREATE INDEX IF NOT EXISTS (\w+) (.+);$/gm;

function checkSchema({ use, place }: Connections, dryRun: boolean): Promise<Outcome> {
  const migrations = readMigrations();
  const known = migrations.length;
  return use(statementMs, async (query) => {
    const found = await readVersion(query, place);
    if (found === undefined) {
      const { rows } = await query<{ mayCreate: boolean | null }>(
        `SELECT has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate"`,
      );
      const next = 'If you expect data, correct DATABASE_URL.';
      if (rows[0]?.mayCreate) return warn(`The database ${place} has no tables: a start makes them.`, next);
      return fail(
        `The database ${place} has no tables, and this role may not create them.`,
        `Run the command migrate as the owner of the tables. ${next}`,
      );
    }
    const { version, worksFrom } = found;
    if (worksFrom > known)
      return fail(
        `The database ${place} has schema ${version}; this version knows ${known}.`,
        'Install the version that wrote it, or a newer one.',
      );
    if (version < known)
      return warn(
        `PostgreSQL has schema ${version}; a start brings it to schema ${known}.`,
        dryRun ? 'Back up before the upgrade.' : 'Back up, then check with --dry-run.',
      );
    await begin(query, lockMs);
    for (const [statement, values] of probes) await query(statement, values);
    await query('ROLLBACK');
    // CREATE INDEX CONCURRENTLY leaves one that is not valid where it fails, and the migration then keeps it.
    for (const [, name = '', columns] of migrations.flatMap(({ sql }) => [...sql.matchAll(addedIndex)])) {
      const { count } = await query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid', [name]);
      if (count === 0)
        return warn(
          `The index ${name} of ${place} is missing or not valid, so observations are read slowly.`,
          `As the owner of the tables: DROP INDEX IF EXISTS ${name}; then CREATE INDEX CONCURRENTLY ${name} ${columns}.`,
        );
    }
    return good(`PostgreSQL has schema ${version}; this version knows ${known}, and its role may read and write.`);
  });
}

/** Checks that it can listen. Whether it leads to the same database, or through a pooler, cannot be detected. */
async function checkDirect(url: string): Promise<Outcome> {
  const { client, query, connect, place } = createClient(url, 'DATABASE_DIRECT_URL');
  try {
    await connect();
    await query('LISTEN fieldgraph');
    return good('DATABASE_DIRECT_URL takes the connection that waits for notifications.');
  } catch (error) {
    const { detail } = failed(error, place);
    return warn(`DATABASE_DIRECT_URL: ${detail}`, 'Correct it: until then, processes poll for changes.');
  } finally {
    await client.end();
  }
}

const trialNexts: Partial<Record<StoreFaultKind, string>> = {
  busy: 'Upgrade while no import and no long query runs: they hold what it locks.',
  inaccessible: 'Run the command migrate as the owner of the tables.',
};

async function checkPending(connections: Connections): Promise<Outcome> {
  try {
    const count = await tryMigrations(connections);
    if (count === 0) return good('Dry run: no migration is pending.');
    return good(`Dry run: ${count} pending migrations ran and were rolled back.`);
  } catch (error) {
    const { kind, cause } = storeError(error, connections.place) as Partial<StoreError>;
    if ((cause as { code?: unknown } | undefined)?.code === timedOut)
      return skip(
        'Dry run: a migration takes longer than it may here, and was rolled back.',
        'Try it on a copy of the database, and upgrade while few callers wait.',
      );
    const next = (kind && trialNexts[kind]) ?? 'Do not upgrade yet: undo what was changed in its tables.';
    return fail(`Dry run: ${failed(error, connections.place).detail}`, next);
  }
}
