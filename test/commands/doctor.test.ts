/** `npm start -- doctor`, over every store: no findings for a healthy instance, the version of its store, and no writes. */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderOfTest } from '../field-data/support/service.ts';
import { inFileOf, isPostgres, openTestStore, storeEnvironment } from '../field-data/support/stores.ts';
import { runCommand } from '../support/command.ts';
import { doctor } from '../support/doctor.ts';
import { freePort } from '../support/free-port.ts';
import { databaseUrlOf, holdIn, inDatabaseOf } from '../support/postgres/schemas.ts';
import { runSql, startPostgres } from '../support/postgres/server.ts';
import { runHere } from '../support/run-here.ts';
import { startProduct } from '../support/running.ts';

const filesOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'base64')]);

it('doctor reports nothing for a healthy instance, running or stopped, and writes nothing', async () => {
  const dataDir = folderOfTest();
  const port = async () => String(await freePort());
  const ports = { PORT: await port(), FIELD_DATA_PORT: await port(), ADMIN_PORT: await port() };
  const product = await startProduct({ ...ports, ...(await storeEnvironment(dataDir)) });
  const running = await doctor(dataDir, ports, [], { run: runCommand });
  await product[Symbol.asyncDispose]();
  expect(running).toMatchObject({ code: 0, seen: [] });
  const detailsOf = ({ findings }: typeof running) => findings.map(({ detail }) => detail);
  expect(detailsOf(running).filter((detail) => detail.endsWith('by Fieldgraph, which is ready.'))).toHaveLength(3);
  const files = filesOf(dataDir);
  const stopped = await doctor(dataDir, ports, ['--dry-run']);
  expect(stopped).toMatchObject({ code: 0, seen: [] });
  expect(detailsOf(stopped).filter((detail) => detail.endsWith('is free.'))).toHaveLength(3);
  expect(detailsOf(stopped)).toContain('Dry run: no migration is pending.');
  expect(filesOf(dataDir)).toEqual(files);
});

/** Creates the store of a folder and runs statements in it. */
async function change(dataDir: string, sql: { sqlite: string; postgres: string }): Promise<void> {
  await (await openTestStore(dataDir)).close();
  if (isPostgres) return void (await inDatabaseOf(dataDir, sql.postgres));
  inFileOf(dataDir, sql.sqlite);
}

it('doctor reports an error for a store of a newer version', async () => {
  const dataDir = folderOfTest();
  const postgres = 'UPDATE schema_version SET version = 99, works_from = 99';
  await change(dataDir, { sqlite: 'PRAGMA user_version = 99', postgres });
  const { code, seen } = await doctor(dataDir);
  expect(seen).toEqual([
    expect.stringMatching(/^store error: The database .*has schema 99; this version knows \d+\.$/),
  ]);
  expect(code).toBe(1);
});

it('doctor warns of pending migrations; --dry-run runs them, reports one that fails, and does not change the store', async () => {
  const columns = ['name', 'crop', 'eppo', 'hectares'];
  const drop = columns.map((name) => `ALTER TABLE field DROP COLUMN ${name};`).join('');
  const postgres = 'UPDATE schema_version SET version = 1';
  const older = folderOfTest();
  await change(older, { sqlite: drop, postgres: drop + postgres });
  for (const words of [[], ['--dry-run'], ['--dry-run']]) {
    const { code, seen, findings } = await doctor(older, {}, words);
    expect(seen).toEqual([
      expect.stringMatching(
        /^store warning: \w+ has schema \d; a start (brings it to schema \d|runs its pending migrations \(1\))\.$/,
      ),
    ]);
    expect(code).toBe(0);
    expect(findings.filter(({ detail }) => /^Dry run: \d pending migrations? ran/.test(detail))).toHaveLength(
      words.length,
    );
  }
  const broken = folderOfTest();
  await change(broken, { sqlite: 'PRAGMA user_version = 1', postgres });
  const { code, seen } = await doctor(broken, {}, ['--dry-run']);
  expect(seen).toContainEqual(expect.stringMatching(/^store error: Dry run: .* already exists/));
  expect(code).toBe(1);
});

if (isPostgres)
  describe('the doctor over PostgreSQL', () => {
    it('does not wait long for a lock in a dry run, and reports that the database is busy', async () => {
      const dataDir = folderOfTest();
      await change(dataDir, { sqlite: '', postgres: 'UPDATE schema_version SET version = 1' });
      const holder = await holdIn(dataDir, 'LOCK TABLE field IN ACCESS SHARE MODE');
      const { seen, findings } = await doctor(dataDir, {}, ['--dry-run']);
      await holder.end();
      expect(findings.map(({ next }) => next)).toContain(
        'Upgrade while no import and no long query runs: they hold what it locks.',
      );
      expect(seen).toContainEqual(expect.stringMatching(/^store error: Dry run: The database .* is busy .*55P03/));
    });

    it('reports an error for a table that another session locks', async () => {
      const dataDir = folderOfTest();
      await change(dataDir, { sqlite: '', postgres: 'SELECT 1' });
      const holder = await holdIn(dataDir, 'LOCK TABLE observation IN SHARE MODE');
      const { seen } = await doctor(dataDir);
      await holder.end();
      expect(seen).toEqual([
        expect.stringMatching(/^store error: The database .* is busy with the lock of another session \(55P03\)\.$/),
      ]);
    });

    it.each(['observation_field', 'observation_category'])(
      'warns of an invalid index %s that CREATE INDEX CONCURRENTLY left, with the statements that repair it',
      async (name) => {
        const dataDir = folderOfTest();
        const definition = () => inDatabaseOf(dataDir, `SELECT pg_get_indexdef(to_regclass('${name}')) AS definition`);
        const invalid = `UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('${name}')`;
        await change(dataDir, { sqlite: '', postgres: invalid });
        const before = await definition();
        const { seen, findings } = await doctor(dataDir);
        expect(seen).toEqual([
          expect.stringMatching(RegExp(`^store warning: The index ${name} of .* is missing or not valid`)),
        ]);
        const next = findings.find(({ detail }) => detail.includes(name))?.next ?? '';
        for (const statement of next.match(/(?:DROP|CREATE) INDEX[^;]*[^;.]/g) ?? [])
          await change(dataDir, { sqlite: '', postgres: statement });
        expect((await doctor(dataDir)).seen).toEqual([]);
        expect(await definition()).toEqual(before);
      },
    );

    it('warns of a DATABASE_DIRECT_URL at which no database listens, without its password', async () => {
      const dataDir = folderOfTest();
      await change(dataDir, { sqlite: '', postgres: 'SELECT 1' });
      const good = await doctor(dataDir, { DATABASE_DIRECT_URL: await databaseUrlOf(dataDir) });
      expect(good.seen.join('\n')).not.toContain('DATABASE_DIRECT_URL');
      const nowhere = `postgres://someone:password@127.0.0.1:${await freePort()}/fields`;
      const { seen } = await doctor(dataDir, { DATABASE_DIRECT_URL: nowhere });
      expect(seen).toContainEqual(
        expect.stringMatching(/^store warning: DATABASE_DIRECT_URL: The database fields at .* \(ECONNREFUSED\)/),
      );
      expect(seen.join('\n')).not.toContain('password');
    });

    it('reports an error for an invalid port in DATABASE_URL or DATABASE_DIRECT_URL', async () => {
      const dataDir = folderOfTest();
      const bad = `${await databaseUrlOf(dataDir)}&port=99999`;
      for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'])
        expect((await doctor(dataDir, { [name]: bad })).seen).toContain(
          `store error: The port in ${name} must be a whole number from 1 to 65535.`,
        );
    });

    it('explains each refusal of the server, with a next step and without the password', async () => {
      const folder = folderOfTest();
      const access = join(folder, 'pg_hba.conf');
      // If the tests run as root, the server runs as another user.
      chmodSync(folder, 0o755);
      writeFileSync(access, 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
      const server = await startPostgres({ settings: [`hba_file=${access}`] });
      onTestFinished(() => server.stop());
      const run = (text: string) => runSql(`${server.url}/postgres`, text);
      await run("CREATE ROLE app LOGIN PASSWORD 'right-password'");
      const lineOf = async (password: string, name = 'postgres') => {
        const url = server.url.replace('postgres@', `app:${password}@`);
        const { findings } = await doctor(folder, { DATABASE_URL: `${url}/${name}` });
        expect(JSON.stringify(findings)).not.toContain('-password');
        const [line, ...others] = findings.filter(({ verdict }) => verdict === 'error');
        expect(others).toEqual([]);
        return `${line?.detail} ${line?.next}`.replace(/127\.0\.0\.1:\d+/, 'HOST');
      };
      const wrong =
        'The database postgres at HOST refuses the role or its password (28P01). Correct them in DATABASE_URL, which is read once, at start.';
      expect(await lineOf('wrong-password')).toBe(wrong);
      expect(await lineOf('')).toContain('(no password)');
      expect(await lineOf('right-password', 'gone')).toBe(
        'The database gone at HOST does not exist on this server (3D000). Create it, or correct its name in DATABASE_URL.',
      );
      expect(await lineOf('right-password')).toBe(
        'The database postgres at HOST has no tables, and this role may not create them. Run the command migrate as the owner of the tables. If you expect data, correct DATABASE_URL.',
      );
      const { code } = await runHere(['migrate'], { env: { DATABASE_URL: `${server.url}/postgres` }, cwd: folder });
      expect(code).toBe(0);
      expect(await lineOf('right-password')).toBe(
        'The database postgres at HOST refuses a statement of this role (42501: permission denied for table schema_version). Grant the role what docs/postgresql.md lists.',
      );
      await run('ALTER ROLE app CONNECTION LIMIT 0');
      expect(await lineOf('right-password')).toContain('has no connection left (53300). Lower DATABASE_POOL_MAX');
      await server.halt('SIGINT');
      expect(await lineOf('right-password')).toContain('nothing listens there (ECONNREFUSED). Start it, or correct');
    });

    it('warns of settings of the role that can lose or end writes', async () => {
      const server = await startPostgres();
      onTestFinished(() => server.stop());
      const settings = {
        synchronous_commit: 'off',
        default_transaction_isolation: 'serializable',
        statement_timeout: '60000',
        idle_in_transaction_session_timeout: '5000',
      };
      for (const [name, value] of Object.entries(settings))
        await runSql(`${server.url}/postgres`, `ALTER ROLE postgres SET ${name} = '${value}'`);
      await runSql(`${server.url}/postgres`, "ALTER SYSTEM SET synchronous_standby_names = 'nowhere'");
      await runSql(`${server.url}/postgres`, 'SELECT pg_reload_conf()');
      const { findings } = await doctor(folderOfTest(), { DATABASE_URL: `${server.url}/postgres` });
      for (const [name, value] of Object.entries({ ...settings, synchronous_standby_names: 'nowhere' }))
        expect(findings).toContainEqual(
          expect.objectContaining({ verdict: 'warning', detail: `${name} is ${value} for this role.` }),
        );
    });

    it('reports an error for a missing table, and warns of a pool that is too large', async () => {
      const dataDir = folderOfTest();
      await change(dataDir, { sqlite: '', postgres: 'DROP TABLE weather' });
      const { code, seen } = await doctor(dataDir, { DATABASE_POOL_MAX: '1000' });
      expect(seen).toContainEqual(expect.stringMatching(/^store error: The database .*weather/));
      expect(seen.join('\n')).not.toContain('password');
      expect(code).toBe(1);
      await inDatabaseOf(dataDir, 'DELETE FROM schema_version');
      const unversioned =
        /The database .* has a table field, but schema_version states no version: restore it from a backup/;
      expect((await doctor(dataDir)).seen).toEqual([expect.stringMatching(unversioned)]);
      const { err } = await runHere(['migrate'], { env: { DATABASE_URL: await databaseUrlOf(dataDir) }, cwd: dataDir });
      expect(err).toMatch(new RegExp(`^${unversioned.source}[^\\n]*\\n$`));
      const tables = ['field', 'api_key', 'earth_observation', 'observation', 'import_progress', 'schema_version'];
      await inDatabaseOf(dataDir, `DROP TABLE ${tables.join(', ')}`);
      const crowded = await doctor(dataDir, { DATABASE_POOL_MAX: '1000' });
      expect(crowded.seen).toEqual([
        expect.stringMatching(/^store warning: DATABASE_POOL_MAX is 1000; the server takes \d+ connections/),
        expect.stringMatching(/^store warning: The database .* has no tables/),
      ]);
    });
  });
