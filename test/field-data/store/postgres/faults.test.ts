/** The service while its database is unreachable, hangs, is a standby or is full. The tests do this to a separate PostgreSQL server. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, type TestContext, test } from 'vitest';
import { createClient } from '../../../../src/field-data/store/postgres/connections.ts';
import { openPostgresStore } from '../../../../src/field-data/store/postgres/store.ts';
import { StoreBusyError } from '../../../../src/field-data/store/store-error.ts';
import type { LevelWithSilent } from '../../../../src/platform/log/log.ts';
import { readConfig } from '../../../../src/config.ts';
import { start } from '../../../../src/start/start.ts';
import { recordedLog } from '../../../support/recorded-log.ts';
import { runCommand } from '../../../support/command.ts';
import { startPooler } from '../../../support/postgres/pooler.ts';
import { hold } from '../../../support/postgres/schemas.ts';
import { type PostgresServer, runSql, startPostgres } from '../../../support/postgres/server.ts';
import { noteRow as note } from '../../support/stores.ts';

const password = 'hunter2-of-the-database';
const demoKey = 'the-demo-key';
/** Ends all other sessions of a database, and waits until they have ended: a test may stop the server next. */
const endOthers =
  'SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

let server: PostgresServer;

beforeAll(async () => {
  if (inject('postgres')) server = await startPostgres({ isDurable: true, settings: ['unix_socket_directories=/tmp'] });
});

afterAll(() => server?.stop());

/** Creates a database, and returns its URL and a superuser session in it. */
async function createDatabase(): Promise<{ url: string; run(text: string): Promise<pg.QueryResult> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const session = (database: string, text: string) => runSql(`${server.url}/${database}`, text);
  await session('postgres', `CREATE DATABASE ${name}`);
  const url = new URL(`${server.url}/${name}`);
  url.password = password;
  return { url: url.href, run: (text) => session(name, text) };
}

/** `await using` closes the store. */
const openStore = async (...args: Parameters<typeof openPostgresStore>) => {
  const store = await openPostgresStore(...args);
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
};

/** Makes commits wait for a standby that does not exist, until `release` or the end of the test. */
async function loseStandby(run: (text: string) => Promise<pg.QueryResult>) {
  const change = async (how: string) => {
    await run(`ALTER SYSTEM ${how}`);
    await run('SELECT pg_reload_conf()');
  };
  const release = () => change('RESET synchronous_standby_names');
  onTestFinished(release);
  await change("SET synchronous_standby_names = 'nowhere'");
  // The PostgreSQL process that makes commits wait reads the setting later than the others.
  for (let waiting = 0; waiting === 0; ) {
    let isDone = false;
    const commit = run("SELECT pg_logical_emit_message(true, '', '')").finally(() => {
      isDone = true;
    });
    const cancel = async () => {
      const { rows } = await run("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
      waiting = rows.length;
      return isDone || waiting > 0;
    };
    await expect.poll(cancel).toBe(true);
    await commit;
  }
  return { release };
}

/** Tests that run at the same time pass their own context. */
async function startOver(
  url: string,
  level: LevelWithSilent = 'trace',
  of: Pick<TestContext, 'expect' | 'onTestFinished'> = { expect, onTestFinished },
) {
  const { log, lines, entries } = recordedLog(level);
  const settings = { PORT: '0', FIELD_DATA_PORT: '0', ADMIN_PORT: '0', DEMO: 'on', DEMO_API_KEY: demoKey };
  const running = await start(readConfig({ ...settings, DATABASE_URL: url, EVENT_LOOP_DELAY_MS_MAX: '0' }), log);
  of.onTestFinished(() => running.stop());
  const rest = async (method: 'GET' | 'POST', idempotencyKey: string = randomUUID()) => {
    const query = method === 'GET' ? '?field_id=fld_demo_01&limit=100' : '';
    const response = await fetch(`${running.serviceUrl}/api/v1/observations${query}`, {
      method,
      headers: {
        authorization: `Bearer ${demoKey}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      ...(method === 'POST' ? { body: JSON.stringify({ field_id: 'fld_demo_01', text: 'Rust.' }) } : {}),
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };
  const readyOf = async (status: number) => {
    await of.expect.poll(async () => (await fetch(`${running.graphUrl}/ready`)).status).toBe(status);
    return (await (await fetch(`${running.adminUrl}/ready`)).json()) as { code?: string; reason?: string };
  };
  // Without the line that each request logs.
  const others = () => entries().filter(({ msg }) => msg !== 'field data request');
  return { ...running, lines, others, rest, readyOf };
}

describe('a service over PostgreSQL', () => {
  test('responds 503 and is unready with a reason while the database is down, then recovers without losing acknowledged writes', async () => {
    const { url } = await createDatabase();
    const { rest, readyOf, lines, adminUrl } = await startOver(url);
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^fieldgraph_database_connections_max 16$/m);
    // The readiness check of `/metrics` uses an idle connection and does not wait for one.
    expect(metrics).toMatch(/^fieldgraph_database_connections_waiting 0$/m);
    const key = randomUUID();
    const written = await rest('POST', key);
    expect(written.status).toBe(201);
    await readyOf(200);
    await server.halt('SIGKILL');
    expect(await rest('POST')).toMatchObject({ status: 503, retryAfter: '1' });
    expect(await rest('GET')).toMatchObject({ status: 503 });
    const unready = await readyOf(503);
    expect(unready.code).toBe('STORE_UNAVAILABLE');
    expect(unready.reason).toMatch(/^The database test_\w+ at 127\.0\.0\.1:\d+ cannot be reached.*\(ECONNREFUSED\)/);
    await server.resume();
    await readyOf(200);
    expect(await rest('POST', key)).toMatchObject({ status: 201, text: written.text });
    expect((await rest('POST')).status).toBe(201);
    expect(lines.join('')).toContain('ECONNREFUSED');
    expect([...lines, unready.reason].join('')).not.toContain(password);
  });

  test('logs loss and return of a killed database in two lines without a stack, however many requests are refused', async () => {
    const { url } = await createDatabase();
    const { rest, lines, others } = await startOver(url, 'info');
    await server.halt('SIGKILL');
    const answers: number[] = [];
    for (let round = 0; round < 5; round += 1) answers.push((await rest('POST')).status, (await rest('GET')).status);
    const meanwhile = others();
    await server.resume();
    expect(new Set(answers)).toEqual(new Set([503]));
    expect(meanwhile).toMatchObject([
      { level: 50, msg: 'the store is lost', reason: expect.stringMatching(/cannot be reached.*ECONNREFUSED/) },
    ]);
    // While the database starts, it may refuse connections for another reason.
    await expect.poll(() => others().at(-1)?.msg).toBe('the store is back');
    expect(others().at(-1)).toMatchObject({ level: 30, msg: 'the store is back', outageMs: expect.any(Number) });
    // Each line has another reason than the line before.
    const lost = others().slice(0, -1);
    for (const [at, { msg, reason }] of lost.entries())
      if (at > 0) expect([msg, reason === lost[at - 1]?.reason]).toEqual(['the store is still lost', false]);
    expect(lines.join('')).not.toContain('"stack"');
    expect((await rest('POST')).status).toBe(201);
  });

  test('logs a hanging database in two lines, also when more callers wait than there are connections', async () => {
    const { url, run } = await createDatabase();
    const { rest, others } = await startOver(url, 'info');
    await run(endOthers);
    server.signal('SIGSTOP');
    try {
      const answers = [await rest('GET'), ...(await Promise.all(Array.from({ length: 40 }, () => rest('GET'))))];
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(others()).toMatchObject([{ level: 50, msg: 'the store is lost' }]);
    } finally {
      server.signal('SIGCONT');
    }
    await expect.poll(() => others().at(-1)?.msg).toBe('the store is back');
  });

  test.concurrent('responds to every caller over new connections after the database ended all connections', async (context) => {
    const { url, run } = await createDatabase();
    const { rest } = await startOver(url, 'trace', context);
    await Promise.all(Array.from({ length: 16 }, () => rest('GET')));
    for (let round = 0; round < 3; round += 1) {
      await run(endOthers);
      const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => rest(index % 2 ? 'GET' : 'POST')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    }
  });

  test.concurrent('responds 409 to a write whose key another session is writing, and the log reports no outage', async (context) => {
    const { url } = await createDatabase();
    const { rest, others } = await startOver(url, 'info', context);
    const holder = await hold(
      url,
      `INSERT INTO observation (id, field_id, account, mode, category, observed_at, record, idempotency_key, fingerprint)
        VALUES ('obs_other', 'fld_demo_01', '~demo', 'test', 'other', 0, '{}', 'taken', '')`,
    );
    const answers = await Promise.all([rest('POST', 'taken'), rest('POST', 'taken'), rest('POST', 'free')]);
    expect(answers.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [409, '1'],
      [409, '1'],
      [201, null],
    ]);
    expect(others()).toEqual([]);
    await holder.end();
    expect((await rest('POST', 'taken')).status).toBe(201);
  });

  test.concurrent('is unavailable while the database is a read-only standby, and recovers when it is a primary again', async (context) => {
    const { url, run } = await createDatabase();
    const { rest, readyOf } = await startOver(url, 'trace', context);
    const database = new URL(url).pathname.slice(1);
    await run(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    // Existing connections still assume a primary.
    await run(endOthers);
    expect((await rest('POST')).status).toBe(503);
    expect((await readyOf(503)).reason).toMatch(
      /is a standby or read-only \(it is read-only\): .*default_transaction_read_only off/,
    );
    await run(`BEGIN READ WRITE; ALTER DATABASE ${database} RESET default_transaction_read_only; COMMIT`);
    await readyOf(200);
    expect((await rest('POST')).status).toBe(201);
  });
});

/** A database with its tables, and the URL of a role with the rights that docs/postgresql.md lists. */
async function createServedDatabase() {
  const { url, run } = await createDatabase();
  await (await openPostgresStore(url, { poolMax: 1 })).close();
  const role = new URL(url).pathname.slice(1);
  await run(`CREATE ROLE ${role} LOGIN`);
  await run(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
  const served = new URL(url);
  served.username = role;
  return { url: served.href, run, role };
}

const field = { id: 'fld_a', account: null, timezone: 'UTC', latitude: 0, longitude: 0, demo: false };
const servingTables = ['api_key', 'earth_observation', 'field', 'observation', 'schema_version', 'weather'];

const triggerOf = (expression: string) => `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN EXECUTE format('SELECT ${expression}', NEW.idempotency_key); RETURN NEW; END $$;
  CREATE TRIGGER refuse BEFORE INSERT ON observation FOR EACH ROW EXECUTE FUNCTION refuse()`;

test.each([
  ['detail', 'a constraint', 'ALTER TABLE observation ADD CONSTRAINT c CHECK (length(record) < 20) NOT VALID'],
  ['where', 'a statement of a trigger', triggerOf('sqrt(-length(%L))')],
  ['internalQuery', 'a trigger without its function', triggerOf('none(%L)')],
])(
  'the log has no value of the row in the property %s of the error when %s refuses a write',
  async (property, _what, change) => {
    const { url, run } = await createDatabase();
    const { rest, lines, others } = await startOver(url, 'error');
    await run(change);
    const key = randomUUID();
    expect((await rest('POST', key)).status).toBe(500);
    expect(others()).toMatchObject([{ err: { type: 'DatabaseError', [property]: '[redacted]' } }]);
    expect(lines.join('')).not.toContain(key);
  },
);

test.each(['26000', '42P05'])(
  'a pooler without prepared statements (%s) is 503, and the log names the setting to change',
  async (code) => {
    const { url, run } = await createDatabase();
    const { rest, others } = await startOver(url, 'error');
    await run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'prepared statement' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON observation FOR EACH ROW EXECUTE FUNCTION refuse()`);
    expect((await rest('POST')).status).toBe(503);
    const reason =
      /keeps no prepared statements \(SQLSTATE \w+\): use PgBouncer 1.21 or newer with max_prepared_statements/;
    expect(others()).toMatchObject([{ msg: 'the store is lost', reason: expect.stringMatching(reason) }]);
  },
);

test('a store is unusable for writes while one waits for a standby, and reads continue', async () => {
  const { url, run } = await createServedDatabase();
  await run("INSERT INTO field (id, timezone, latitude, longitude) VALUES ('fld_a', 'UTC', 0, 0)");
  await using store = await openStore(url, { poolMax: 4, statementMs: 2_000 });
  const standby = await loseStandby(run);
  await expect(store.addObservation(note('a'))).rejects.toMatchObject({ kind: 'away' });
  await expect.poll(async () => (await store.findFault())?.message).toContain('because its standby does not respond');
  expect(await store.listFields()).toHaveLength(1);
  await standby.release();
  await expect.poll(() => store.findFault()).toBeUndefined();
  expect(await store.addObservation(note('a'))).toMatchObject({ replayed: true });
});

test('a command whose commit the standby does not confirm reports that the change may be stored', async () => {
  const { url, run } = await createServedDatabase();
  const command = (words: string) => runCommand(words.split(' '), { env: { DATABASE_URL: url } });
  const standby = await loseStandby(run);
  const created = await command('keys create --account farm --name Phone --mode live');
  const stored =
    'It may be stored all the same: look at keys list, fields list or export once the database responds.\n';
  expect(created).toMatchObject({ code: 1, out: '' });
  expect(created.err).toMatch(/ acknowledges no write, because its standby does not respond .*: start the standby/);
  expect(created.err).toContain(stored);
  const adding = command('fields add fld_a --timezone UTC --latitude 0 --longitude 0 --public');
  const end =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'";
  await expect.poll(async () => (await run(end)).rowCount).toBe(1);
  expect((await adding).err).toContain(stored);
  expect((await command('fields list')).out).toContain('fld_a');
  await standby.release();
  // A commit that waited for its standby becomes visible only after a moment.
  await expect.poll(async () => (await command('keys list')).out).toContain('Phone');
});

test('a store does not acknowledge a repeated write while the standby is missing, even after a restart of the database', async () => {
  const { url, run } = await createDatabase();
  await using store = await openStore(url, { poolMax: 2, statementMs: 2_000 });
  await store.addField(field);
  const standby = await loseStandby(run);
  await expect(store.addObservation(note('a'))).rejects.toMatchObject({ kind: 'away' });
  await server.halt('SIGKILL');
  await server.resume();
  expect((await run('SELECT FROM observation')).rowCount).toBe(1);
  await expect(store.addObservation(note('a'))).rejects.toMatchObject({ kind: 'away' });
  await standby.release();
  expect(await store.addObservation(note('a'))).toMatchObject({ replayed: true });
});

test('a process that was stopped for longer than a statement may take still reads its answer', async () => {
  const { url } = await createServedDatabase();
  await using store = await openStore(url, { poolMax: 1, statementMs: 2_000 });
  await store.listFields();
  const added = store.addField(field);
  // The statement is sent. Then nothing of this process runs, as after SIGSTOP, and the answer waits in its socket.
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  expect(await added).toBe(true);
  expect(await store.findFault()).toBeUndefined();
});

// Tests of the whole server are above: these change only their own database, and mostly wait.
describe.concurrent('the readiness of a service', () => {
  test('fails with the table name while its role may not insert observations, and returns with the right', async (context) => {
    const { url, run, role } = await createServedDatabase();
    const { readyOf, rest } = await startOver(url, 'trace', context);
    await readyOf(200);
    await run(`REVOKE INSERT ON observation FROM ${role}`);
    // The service detects this without a write.
    const unready = await readyOf(503);
    expect(unready.code).toBe('STORE_UNAVAILABLE');
    expect(unready.reason).toContain('(SQLSTATE 42501: permission denied for table observation)');
    expect((await rest('POST')).status).toBe(503);
    await run(`GRANT INSERT ON observation TO ${role}`);
    await readyOf(200);
    expect((await rest('POST')).status).toBe(201);
  });

  test('needs only the right to read, and to insert observations', async (context) => {
    const { url, run, role } = await createServedDatabase();
    await run(`REVOKE ALL ON import_progress FROM ${role}`);
    for (const table of servingTables) await run(`REVOKE UPDATE, DELETE ON ${table} FROM ${role}`);
    for (const table of servingTables) if (table !== 'observation') await run(`REVOKE INSERT ON ${table} FROM ${role}`);
    const { readyOf, rest } = await startOver(url, 'trace', context);
    await readyOf(200);
    expect((await rest('POST')).status).toBe(201);
  });
});

describe.concurrent('a service whose disk was full', () => {
  /** Adds a trigger to a table that raises the disk_full error of PostgreSQL. */
  const fill = (table: string) =>
    `CREATE OR REPLACE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full';
     END $$;
     CREATE TRIGGER fill BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fill()`;

  test.for([
    ['write import_progress', (role: string) => `REVOKE ALL ON import_progress FROM ${role}`],
    ['write temporary files', (role: string) => `ALTER ROLE ${role} SET temp_file_limit = 0`],
  ] as const)('is ready when there is space again, even if its role may not %s', async ([, forbid], context) => {
    const { url, run, role } = await createServedDatabase();
    await run(forbid(role));
    const { readyOf, rest } = await startOver(url, 'trace', context);
    await run(fill('observation'));
    expect((await rest('POST')).status).toBe(503);
    await run('DROP TRIGGER fill ON observation');
    await readyOf(200);
    expect((await rest('POST')).status).toBe(201);
  });

  test('is ready as soon as a write of a caller succeeds', async (context) => {
    const { url, run } = await createServedDatabase();
    const { readyOf, rest } = await startOver(url, 'trace', context);
    await run(fill('observation'));
    await run(fill('import_progress'));
    expect((await rest('POST')).status).toBe(503);
    expect((await readyOf(503)).reason).toContain('is full');
    await run('DROP TRIGGER fill ON observation');
    expect((await rest('POST')).status).toBe(201);
    await readyOf(200);
  });

  test('is not ready while only pages that were allocated before have space', async (context) => {
    const { url, run } = await createServedDatabase();
    const { readyOf, rest } = await startOver(url, 'trace', context);
    await run(fill('observation'));
    // Raised in place of PostgreSQL's own function, whose rows need a temporary file. Only the disk of the tables is full.
    await run(`CREATE FUNCTION public.generate_series(int, int) RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN
      IF current_setting('temp_tablespaces') = '' THEN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END IF;
    END $$`);
    const database = `ALTER DATABASE ${new URL(url).pathname.slice(1)}`;
    await run(`${database} SET search_path = public, pg_catalog`);
    await run(`${database} SET temp_tablespaces = 'other'`);
    await run(endOthers);
    expect((await rest('POST')).status).toBe(503);
    await readyOf(503);
    await run('DROP FUNCTION public.generate_series(int, int)');
    await readyOf(200);
  });
});

test.concurrent('the check of a store leaves no dead row in any table', async () => {
  const { url, run } = await createServedDatabase();
  await using store = await openStore(url, { poolMax: 1 });
  const ofTables = "FROM pg_class WHERE relnamespace = 'public'::regnamespace";
  const sizes = async () => (await run(`SELECT sum(pg_relation_size(oid))::int AS bytes ${ofTables}`)).rows[0].bytes;
  const before = await sizes();
  for (let look = 0; look < 10; look += 1) expect(await store.findFault()).toBeUndefined();
  expect(await sizes()).toBe(before);
});

test.concurrent.each([
  ['', 'observation IN SHARE MODE', undefined],
  ['', 'weather IN ACCESS EXCLUSIVE MODE', undefined],
  ['not ', 'field IN ACCESS EXCLUSIVE MODE', expect.stringMatching(/is busy .*\(SQLSTATE 55P03\)/)],
])('a store is %susable while another session locks %s', async (_a, lock, message) => {
  const { url } = await createServedDatabase();
  await using store = await openStore(url, { poolMax: 1 });
  const holder = await hold(url, `LOCK TABLE ${lock}`);
  expect((await store.findFault())?.message).toEqual(message);
  await holder.end();
  expect(await store.findFault()).toBeUndefined();
});

test.concurrent.each(servingTables)(
  'a store detects that %s is no longer readable or no longer exists',
  async (table) => {
    const { url, run, role } = await createServedDatabase();
    await using store = await openStore(url, { poolMax: 1 });
    expect(await store.findFault()).toBeUndefined();
    await run(`REVOKE SELECT ON ${table} FROM ${role}`);
    expect((await store.findFault())?.message).toContain(`permission denied for table ${table})`);
    await run(`GRANT SELECT ON ${table} TO ${role}; ALTER TABLE ${table} RENAME TO renamed`);
    // No advice to restore: that would replace records that are only hidden.
    expect((await store.findFault())?.message).toContain(
      `relation "${table}" does not exist): check USAGE on its schema, search_path and the name.`,
    );
    await run(`ALTER TABLE renamed RENAME TO ${table}`);
    expect(await store.findFault()).toBeUndefined();
  },
);

test.concurrent('a statement ended too soon by the database is reported with the setting that caused it', async () => {
  const { url, run, role } = await createServedDatabase();
  await run(`ALTER ROLE ${role} SET statement_timeout = '2s'`);
  await using store = await openStore(url, { poolMax: 1 });
  const holder = await hold(url, 'LOCK TABLE weather IN ACCESS EXCLUSIVE MODE');
  const query = { field: { id: 'fld_a' }, granularity: 'daily', order: 'asc', from: 0, to: 1 } as never;
  await expect(store.weather(query)).rejects.toThrow(/\(SQLSTATE 57014\): take statement_timeout away from the role/);
  await holder.end();
});

test.concurrent('fields of a role whose numbers are rounded are exact', async () => {
  const { url, run, role } = await createServedDatabase();
  await run(`ALTER ROLE ${role} SET extra_float_digits = -15`);
  await run(
    "INSERT INTO field (id, timezone, latitude, longitude) VALUES ('fld_a', 'UTC', 52.520006594, -0.1234567890123456)",
  );
  const { out } = await runCommand(['fields', 'export'], { env: { DATABASE_URL: url } });
  expect(out).toContain('fld_a,UTC,52.520006594,-0.1234567890123456,');
});

test.concurrent('a database that accepts no connections now is away, and its encryption is not blamed', async () => {
  const { url } = await createDatabase();
  await runSql(`${server.url}/postgres`, `ALTER DATABASE ${new URL(url).pathname.slice(1)} ALLOW_CONNECTIONS false`);
  await expect(openPostgresStore(url, { poolMax: 1 })).rejects.toMatchObject({
    ...{ name: 'StoreError', kind: 'away' },
    message: expect.stringContaining('cannot be reached, or takes no writes now (SQLSTATE 55000): check that it runs'),
  });
});

test.concurrent('a database without a free connection is reported as such, not as unreachable', async () => {
  const { url, run } = await createDatabase();
  const name = `role_${randomUUID().replaceAll('-', '')}`;
  await run(`CREATE ROLE ${name} LOGIN CONNECTION LIMIT 0`);
  const limited = Object.assign(new URL(url), { username: name }).href;
  await expect(openPostgresStore(limited, { poolMax: 1 })).rejects.toMatchObject({
    ...{ name: 'StoreError', kind: 'away' },
    message: expect.stringContaining('has no connection left (SQLSTATE 53300): lower DATABASE_POOL_MAX'),
  });
});

test.concurrent('a database whose encoding cannot represent every character is refused at start', async () => {
  const { url, run } = await createDatabase();
  const name = `${new URL(url).pathname.slice(1)}_latin`;
  await run(`CREATE DATABASE ${name} ENCODING LATIN1 LOCALE 'C' TEMPLATE template0`);
  const latin = Object.assign(new URL(url), { pathname: name }).href;
  await expect(openPostgresStore(latin, { poolMax: 1 })).rejects.toMatchObject({
    ...{ name: 'StoreError', kind: 'inaccessible' },
    message: expect.stringMatching(/_latin at \S+ has the encoding LATIN1: create one with ENCODING 'UTF8'/),
  });
});

test.concurrent('a pooler without a free connection is named as a possible reason at start', async () => {
  const pooler = await startPooler((await createDatabase()).url);
  pooler.isFull = true;
  await expect(openPostgresStore(pooler.url, { poolMax: 1 })).rejects.toMatchObject({
    ...{ name: 'StoreError', kind: 'away' },
    message: expect.stringMatching(/ does not answer \(no answer to a statement for 1 s\): .* SHOW POOLS /),
  });
});

describe.concurrent('a store', () => {
  test('ends the wait for a slow write without cancelling it, and a retry finds the stored observation', async ({
    expect,
  }) => {
    const { url, run } = await createDatabase();
    await using store = await openStore(url, { poolMax: 2, statementMs: 2_000 });
    await store.addField(field);
    const holder = await hold(url, 'LOCK TABLE observation IN ACCESS EXCLUSIVE MODE');
    const first = note('a');
    await expect(store.addObservation(first)).rejects.toMatchObject({
      ...{ name: 'StoreError', kind: 'away' },
      message: expect.stringMatching(
        / does not answer \(no answer to a statement for 2 s\): look in pg_locks for a lock/,
      ),
    });
    await holder.end();
    const count = async () => (await run('SELECT count(*)::int AS count FROM observation')).rows[0].count;
    await expect.poll(count).toBe(1);
    expect(await store.addObservation(note('a'))).toMatchObject({ record: first.record });
    expect(await count()).toBe(1);
  });

  const proxies = { nothing: async (url: string) => ({ url }), 'a pooler': startPooler };
  test.for(Object.entries(proxies))(
    'with %s in front of the database runs at most as many statements as connections, including timed-out ones',
    async ([, startBefore], { expect }) => {
      const { url, run } = await createDatabase();
      const pooled = await startBefore(url);
      await using store = await openStore(pooled.url, { poolMax: 4, statementMs: 2_000 });
      await store.addField(field);
      const holder = await hold(url, 'LOCK TABLE observation IN SHARE MODE');
      const ofLock = "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      for (let round = 0; round < 3; round += 1) {
        const writes = ['a', 'b', 'c', 'd'].map((key) => store.addObservation(note(key)));
        for (const { status } of await Promise.allSettled(writes)) expect(status).toBe('rejected');
        expect((await run(`SELECT ${ofLock}`)).rowCount).toBeLessThanOrEqual(4);
      }
      await holder.end();
      await expect.poll(() => store.connections?.().inUse).toBe(0);
      expect(await store.addObservation(note('e'))).toMatchObject({ replayed: false });
    },
  );

  test('does not release the slots of timed-out statements while a full pooler prevents the check for them', async ({
    expect,
  }) => {
    const { url } = await createDatabase();
    const pooler = await startPooler(url);
    await using store = await openStore(pooler.url, { poolMax: 4, statementMs: 2_000 });
    await store.addField(field);
    const holder = await hold(url, 'LOCK TABLE observation IN SHARE MODE');
    const writing = Promise.allSettled(['a', 'b'].map((key) => store.addObservation(note(key))));
    await expect.poll(() => store.connections?.().inUse).toBe(2);
    pooler.isFull = true;
    await writing;
    await expect.poll(() => pooler.unanswered).toBeGreaterThan(1);
    expect(store.connections?.().inUse).toBe(2);
    pooler.isFull = false;
    await holder.end();
    await expect.poll(() => store.connections?.().inUse).toBe(0);
  });

  test('reserves connections for reads, however many writes wait for a lock', async ({ expect }) => {
    const { url } = await createDatabase();
    await using store = await openStore(url, { poolMax: 4, statementMs: 20_000 });
    await store.addField(field);
    const holder = await hold(url, 'LOCK TABLE observation IN SHARE MODE');
    const writing = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((key) => store.addObservation(note(key))));
    await expect.poll(() => store.connections?.()).toEqual({ inUse: 3, waiting: 2, max: 4 });
    expect(await store.listFields()).toHaveLength(1);
    await expect.poll(() => store.connections?.().waiting).toBe(0);
    expect(await store.listFields()).toHaveLength(1);
    await holder.end();
    const refused = (await writing).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toEqual([expect.any(StoreBusyError), expect.any(StoreBusyError)]);
  });

  test('fails as busy after a while when all connections are in use, and counts used and waiting ones', async ({
    expect,
  }) => {
    const { url } = await createDatabase();
    await using store = await openStore(url, { poolMax: 1, statementMs: 20_000 });
    await store.addField(field);
    const holder = await hold(url, 'LOCK TABLE observation IN ACCESS EXCLUSIVE MODE');
    const pendingWrite = store.addObservation(note('a'));
    await expect.poll(() => store.connections?.()).toEqual({ inUse: 1, waiting: 0, max: 1 });
    const waiting = store.listFields();
    expect(store.connections?.()).toEqual({ inUse: 1, waiting: 1, max: 1 });
    await expect(waiting).rejects.toBeInstanceOf(StoreBusyError);
    await holder.end();
    expect(await pendingWrite).toMatchObject({ replayed: false });
    // The notification of other processes uses the same connection.
    await expect.poll(() => store.connections?.()).toEqual({ inUse: 0, waiting: 0, max: 1 });
  });

  test('closes without waiting for a statement that the database does not respond to', async ({ expect }) => {
    const { url } = await createDatabase();
    const store = await openPostgresStore(url, { poolMax: 1, statementMs: 20_000 });
    await store.addField(field);
    const holder = await hold(url, 'LOCK TABLE observation IN ACCESS EXCLUSIVE MODE');
    let isAnswered = false;
    const writing = store.addObservation(note('a')).finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => store.connections?.()).toEqual({ inUse: 1, waiting: 0, max: 1 });
    await store.close();
    expect(isAnswered).toBe(false);
    await holder.end();
    expect(await writing).toMatchObject({ replayed: false });
  });

  test('is busy for a batch while another store has the lock, and still writes observations', async () => {
    const { url } = await createDatabase();
    await using one = await openStore(url, { poolMax: 2 });
    await using other = await openStore(url, { poolMax: 2 });
    await one.addField(field);
    const day = {
      fieldId: 'fld_a',
      granularity: 'daily',
      kind: 'observed',
      startsAt: 0,
      endsAt: 86_400_000,
      issuedAt: 0,
    } as const;
    const batch = [{ resource: 'weather', row: { ...day, record: '{}' } }] as const;
    // It begins at noon: no key of the table would detect the overlap.
    const noon = { ...day, startsAt: 43_200_000, endsAt: 129_600_000 };
    const overlapping = [{ resource: 'weather', row: { ...noon, record: '{}' } }] as const;
    await one.transaction(async () => {
      await one.writeBatch(batch);
      await expect(other.writeBatch(overlapping)).rejects.toBeInstanceOf(StoreBusyError);
      expect(await other.addObservation(note('a'))).toMatchObject({ replayed: false });
    });
    expect(await other.writeBatch(overlapping)).toMatchObject({ added: 0, clashes: [{ index: 0 }] });
  });

  test.each<[string, (url: URL) => void, RegExp]>([
    [
      'a port that nobody listens on',
      (url) => {
        url.port = '1';
      },
      /cannot be reached.*ECONNREFUSED/,
    ],
    [
      'no such database',
      (url) => {
        url.pathname = '/nowhere';
      },
      /^The database nowhere at \S+ does not exist on this server \(SQLSTATE 3D000\): create it/,
    ],
    [
      'no such role',
      (url) => {
        url.username = 'nobody';
      },
      /refuses the role, or connections of this kind \(SQLSTATE 28000\): check the role/,
    ],
    [
      'TLS that the server does not support',
      (url) => {
        url.searchParams.set('sslmode', 'require');
      },
      /agrees on no encryption with this process \(TLS: refused\): check sslmode/,
    ],
    [
      'a missing certificate file',
      (url) => {
        url.searchParams.set('sslrootcert', '/nowhere/ca.pem');
      },
      /certificate.*ENOENT/,
    ],
    ...['require', 'no-verify', 'on'].map((ssl): [string, (url: URL) => void, RegExp] => [
      `ssl=${ssl}`,
      (url) => {
        url.searchParams.set('ssl', ssl);
      },
      /^DATABASE_URL has an ssl .*: write sslmode=require, or sslmode=verify-full/,
    ]),
  ])('is refused at start for %s, with a sentence that contains no password', async (_what, change, sentence) => {
    const url = new URL((await createDatabase()).url);
    change(url);
    const refusal = await openPostgresStore(url.href, { poolMax: 1 }).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: 'StoreError', message: expect.stringMatching(sentence) });
    expect(String((refusal as Error).message)).not.toContain(password);
  });
});

test.concurrent('a store connects over the Unix socket in the URL', async () => {
  const name = new URL((await createDatabase()).url).pathname;
  const { DATABASE_URL: url } = readConfig({
    DATABASE_URL: `postgres://postgres@${name}?host=/tmp&port=${server.port}`,
  });
  await using store = await openStore(url ?? '', { poolMax: 1 });
  expect(await store.listFields()).toEqual([]);
});

test.concurrent('the end of an idle connection has no other effect', async () => {
  const { url, run } = await createDatabase();
  await using store = await openStore(url, { poolMax: 2 });
  await store.listFields();
  await run(endOthers);
  await delay(0);
  expect(await store.listFields()).toEqual([]);
});

test.concurrent('a server that accepts a connection and never responds is reported as unreachable', async ({
  onTestFinished,
}) => {
  const mute = createServer(() => {});
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void mute.close());
  const { port } = mute.address() as AddressInfo;
  const { connect } = createClient(`postgres://postgres@127.0.0.1:${port}/x`);
  await expect(connect()).rejects.toMatchObject({
    kind: 'away',
    message: expect.stringContaining('cannot be reached'),
  });
});

test.concurrent.for([
  ['a role whose password is wrong', '28P01', 'refuses the role or its password (SQLSTATE 28P01): correct them in'],
  [
    'a role that a pooler does not know',
    '08P01',
    'has a pooler such as PgBouncer before it, which refuses this connection (SQLSTATE 08P01): check the role, its password and the database in',
  ],
])('%s is refused with a sentence that states the cause', async ([, code, sentence], { onTestFinished }) => {
  const fields = ['SFATAL', `C${code}`, 'Mpassword authentication failed for user "postgres"', ''].join('\0');
  const size = Buffer.alloc(4);
  size.writeInt32BE(4 + Buffer.byteLength(fields) + 1);
  const refusing = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), size, Buffer.from(`${fields}\0`)])));
  });
  await once(refusing.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void refusing.close());
  const place = `127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  await expect(openPostgresStore(`postgres://postgres:wrong@${place}/x`, { poolMax: 1 })).rejects.toThrow(
    `The database x at ${place} ${sentence} DATABASE_URL`,
  );
});

test.concurrent('a server that does not respond within query_timeout is not reported as refusing TLS', async ({
  onTestFinished,
}) => {
  const accepted = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  const mute = createServer((socket) => socket.once('data', () => socket.write(accepted)));
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void mute.close());
  const { port } = mute.address() as AddressInfo;
  const url = `postgres://postgres@127.0.0.1:${port}/x?query_timeout=1`;
  await expect(openPostgresStore(url, { poolMax: 1 })).rejects.toThrow(
    `The database x at 127.0.0.1:${port} does not accept this process, or cannot use its disk (Query read timeout): check`,
  );
});
