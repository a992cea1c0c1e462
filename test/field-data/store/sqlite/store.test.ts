/** The database file: its settings and its version, and the handling of newer or damaged files. */
import {
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/field-data/store/sqlite/database.ts';
import { migrationError } from '../../../../src/field-data/store/sqlite/faults.ts';
import { observationReads } from '../../../../src/field-data/store/sqlite/observations.ts';
import { pageValues, sql } from '../../../../src/field-data/store/sql.ts';
import { databaseFile, openSqliteStore } from '../../../../src/field-data/store/sqlite/store.ts';
import { startService, folderOfTest, writeBy } from '../../support/service.ts';
import { inFileOf, noteRow, nowhere } from '../../support/stores.ts';

test('every acknowledged write is on disk: WAL, synchronous FULL, and no wait inside SQLite', () => {
  const { connection, close } = openDatabase(join(folderOfTest(), databaseFile));
  const pragma = (name: string) => Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('busy_timeout')]).toEqual(['wal', 2, 0]);
  close();
});

test('the next write after a large transaction truncates the -wal file', async () => {
  const folder = folderOfTest();
  const { connection, transact, close } = openDatabase(join(folder, databaseFile));
  connection.exec('CREATE TABLE large (bytes)');
  const log = () => statSync(join(folder, `${databaseFile}-wal`)).size;
  const write = (bytes: number) => transact(() => connection.exec(`INSERT INTO large VALUES (zeroblob(${bytes}))`));
  await write(16 * 1024 * 1024);
  expect(log()).toBeGreaterThan(16 * 1024 * 1024);
  await write(1);
  expect(log()).toBeLessThanOrEqual(4 * 1024 * 1024);
  close();
});

test('the database and its companion files are readable only by their owner', async () => {
  const folder = folderOfTest();
  const store = openSqliteStore(folder);
  await store.addField({ id: 'fld_a', ...nowhere });
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  expect(modes).toEqual(['', '-shm', '-wal'].map((suffix) => [databaseFile + suffix, 0o600]));
  await store.close();
});

test.each<[string, (disk: string, link: string) => void]>([
  ['its -wal file is removed', (disk) => rmSync(join(disk, 'target-wal'))],
  [
    'the link points to another file',
    (disk, link) => {
      rmSync(link);
      writeFileSync(join(disk, 'other'), '');
      symlinkSync(join(disk, 'other'), link);
    },
  ],
])(
  'a database reached by symbolic links is private to its owner, and refuses writes once %s',
  async (_what, change) => {
    const [dataDir, disk, linked] = [folderOfTest(), folderOfTest(), folderOfTest()];
    const link = join(dataDir, databaseFile);
    symlinkSync(join(linked, 'disk', 'link'), link);
    symlinkSync(disk, join(linked, 'disk'));
    symlinkSync(`../${basename(disk)}/target`, join(disk, 'link'));
    const { call, demoKey } = await startService({ dataDir });
    const modes = readdirSync(disk).map((name) => [name, lstatSync(join(disk, name)).mode & 0o077]);
    expect(modes.slice(1)).toEqual([
      ['target', 0],
      ['target-shm', 0],
      ['target-wal', 0],
    ]);
    const write = () => writeBy(call, { field_id: 'fld_demo_01', text: 'Rust.' }, { key: demoKey });
    expect((await write()).status).toBe(201);
    change(disk, link);
    // No promise about what was acknowledged: it may be lost.
    expect(await write()).toMatchObject({ status: 503, body: { detail: 'The store is unavailable now.' } });
  },
);

test('a file of an older version is migrated at start and retains its data', async () => {
  const folder = folderOfTest();
  const first = openSqliteStore(folder);
  await first.addField({ id: 'fld_a', account: null, timezone: 'UTC', latitude: 0, longitude: 0, demo: false });
  await first.close();
  const drops = ['name', 'crop', 'eppo', 'hectares'].map((name) => `ALTER TABLE field DROP COLUMN ${name};`);
  inFileOf(folder, `DROP TABLE import_progress; ${drops.join(' ')} PRAGMA user_version = 1`);
  const second = openSqliteStore(folder);
  expect(await second.findProgress('x')).toBe(0);
  expect(await second.findField('fld_a')).toMatchObject({ id: 'fld_a' });
  await second.close();
});

test('a file of version 3, written before the first release, is opened and set back to version 2', async () => {
  const folder = folderOfTest();
  await openSqliteStore(folder).close();
  const file = new DatabaseSync(join(folder, databaseFile));
  file.exec('PRAGMA user_version = 3');
  const store = openSqliteStore(folder);
  expect(await store.listFields()).toEqual([]);
  await store.close();
  expect(file.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  file.close();
});

test('a new index replaces the old ones at the same file version, so that the previous Fieldgraph still starts', async () => {
  const folder = folderOfTest();
  await openSqliteStore(folder).close();
  const file = new DatabaseSync(join(folder, databaseFile));
  const indexes = () =>
    file
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'observation%' ORDER BY name")
      .all();
  const added = indexes();
  file.exec(`DROP INDEX observation_listed;
    CREATE INDEX observation_visible ON observation (field_id, account, observed_at DESC, id DESC);
    CREATE INDEX observation_newest ON observation (field_id, observed_at DESC, id DESC);
    INSERT INTO field (id, account, timezone, latitude, longitude) VALUES ('fld_a', 'acme', 'UTC', 0, 0);
    INSERT INTO observation (id, field_id, account, mode, category, observed_at, record) VALUES
      ('1', 'fld_a', 'other', 'live', 'pest', 0, ''), ('2', 'fld_a', NULL, 'live', 'pest', 0, ''),
      ('3', 'fld_b', 'other', 'live', 'pest', 0, '')`);
  await openSqliteStore(folder).close();
  // Before, the account of the field saw the observations of other accounts on it.
  const accounts = file.prepare('SELECT account FROM observation ORDER BY id').all();
  expect(accounts.map(({ account }) => account)).toEqual(['acme', null, 'other']);
  expect(indexes()).toEqual(added);
  expect(added).toEqual([{ name: 'observation_key' }, { name: 'observation_listed' }]);
  // The previous Fieldgraph creates this index after a downgrade.
  file.exec('CREATE INDEX observation_visible ON observation (field_id, account)');
  await openSqliteStore(folder).close();
  expect(indexes()).toEqual(added);
  expect(file.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  file.close();
});

test.each(Object.entries(observationReads))(
  'the query %s reads only observations visible to the caller and sorts none',
  (name, sql) => {
    const { connection, close } = openDatabase(join(folderOfTest(), databaseFile));
    const plan = connection
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail));
    close();
    const searches = plan.filter((step) => /^(SEARCH|SCAN|USE)/.test(step));
    const branch = expect.stringMatching(
      /^SEARCH observation USING COVERING INDEX observation_listed \(field_id=\? AND account=\?( AND .*)?\)$/,
    );
    const one = 'SEARCH observation USING PRIMARY KEY (id=?)';
    const chosen = ['SCAN chosen', one];
    const expected = { position: [one], newestForAll: [branch, ...chosen] }[name] ?? [branch, branch, ...chosen];
    expect(searches).toEqual(expected);
  },
);

test.each([
  ['weather', 'SEARCH weather USING PRIMARY KEY (field_id>? AND field_id<?)'],
  ['earth_observations', 'SEARCH earth_observation USING PRIMARY KEY (field_id>? AND field_id<?)'],
  ['observations', 'SCAN observation'],
  ['observations of field', 'SEARCH observation USING INDEX observation_listed (field_id=?)'],
] as const)(
  'an export of %s sorts nothing, so that only a few records are in memory at a time: %s',
  (resource, step) => {
    const { connection, close } = openDatabase(join(folderOfTest(), databaseFile));
    const plan = connection.prepare(`EXPLAIN QUERY PLAN ${sql[`export ${resource}`].replaceAll('$', '?')}`).all();
    close();
    expect(plan.map(({ detail }) => detail)).toEqual([step]);
  },
);

test('an export of the observations of one field reads them in the order of its index', async () => {
  const store = openSqliteStore(folderOfTest());
  for (const id of ['fld_a', 'fld_b']) await store.addField({ ...nowhere, id });
  for (const [at, fieldId] of ['fld_a', 'fld_b', 'fld_a'].entries())
    await store.addObservation(noteRow(`${at}`, { id: `obs_${at}`, fieldId, observedAt: at, record: '{}' }));
  const idsOf = async (fieldId?: string) =>
    (await Array.fromAsync(store.exportRows('observations', { fieldId }))).map(({ row }) => 'id' in row && row.id);
  expect([await idsOf(), await idsOf('fld_a')]).toEqual([
    ['obs_0', 'obs_1', 'obs_2'],
    ['obs_2', 'obs_0'],
  ]);
  await store.close();
});

test.each([
  ['the first page', undefined, undefined, [Number.MAX_SAFE_INTEGER, '']],
  ['a page of a window', 500, undefined, [500, '']],
  ['a page after an observation', undefined, { observedAt: 100, id: 'obs_1' }, [100, 'obs_1']],
  ['a page of a window after an observation', 500, { observedAt: 100, id: 'obs_1' }, [100, 'obs_1']],
  ['a page after an observation that is later than the window', 50, { observedAt: 100, id: 'obs_1' }, [50, '']],
  ['a page after an observation at the end of the window', 100, { observedAt: 100, id: 'obs_1' }, [100, '']],
])('%s is searched from its newest observation on', (_, to, after, position) => {
  const field = { id: 'fld_a', ...nowhere };
  const caller = { account: null, mode: 'test' } as const;
  const values = pageValues({ field, caller, category: undefined, from: undefined, to, after, limit: 25 });
  expect(values.slice(2, 4)).toEqual(position);
});

test.each(['api_key', 'earth_observation', 'field', 'import_progress', 'observation', 'weather'])(
  'a store detects that the table %s no longer exists',
  async (table) => {
    const folder = folderOfTest();
    const store = openSqliteStore(folder);
    expect(await store.findFault()).toBeUndefined();
    inFileOf(folder, `ALTER TABLE ${table} RENAME TO renamed`);
    expect((await store.findFault())?.message).toContain(`no such table: ${table})`);
    inFileOf(folder, `ALTER TABLE renamed RENAME TO ${table}`);
    expect(await store.findFault()).toBeUndefined();
    await store.close();
  },
);

test('a store detects that observations can no longer be inserted, without changing anything', async () => {
  const folder = folderOfTest();
  const store = openSqliteStore(folder);
  const changes = () => store.changes?.({ id: 'fld_a', ...nowhere }, { account: null, mode: 'test' });
  const before = await changes();
  expect(await store.findFault()).toBeUndefined();
  expect(await changes()).toBe(before);
  inFileOf(folder, 'ALTER TABLE observation RENAME COLUMN fingerprint TO digest');
  expect((await store.findFault())?.message).toContain('no column named fingerprint)');
  await store.close();
});

test('an unreachable file is not treated as removed, and is used again when it is reachable', async () => {
  const folder = join(folderOfTest(), 'data');
  const store = openSqliteStore(folder);
  renameSync(folder, `${folder}-away`);
  // A link to itself, because root could still enter a forbidden folder.
  symlinkSync(folder, folder);
  expect((await store.findFault())?.message).toContain('cannot be read or written (ELOOP): check its disk');
  unlinkSync(folder);
  renameSync(`${folder}-away`, folder);
  expect(await store.findFault()).toBeUndefined();
  await store.close();
});

test('a newer file is refused with one sentence that states what to do, and its bytes stay as they are', () => {
  const folder = folderOfTest();
  inFileOf(folder, 'PRAGMA journal_mode = WAL; PRAGMA user_version = 99');
  const bytes = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]);
  const before = bytes();
  expect(() => openSqliteStore(folder)).toThrow(
    /newer Fieldgraph \(schema 99, this one knows \d+\): update Fieldgraph, or set FIELD_DATA_DIR/,
  );
  expect(bytes()).toEqual(before);
});

test('a file that is not a database is refused', () => {
  const folder = folderOfTest();
  writeFileSync(join(folder, databaseFile), 'This is no database. '.repeat(100));
  expect(() => openSqliteStore(folder)).toThrow(
    /field-data\.sqlite is damaged, or is not a database: restore a backup with the command restore/,
  );
});

test('every table with a field_id is known to fields remove, counts, export and move-store', () => {
  const { connection, close } = openDatabase(join(folderOfTest(), databaseFile));
  const tables = connection
    .prepare(
      "SELECT DISTINCT t.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name = 'field_id'",
    )
    .all();
  close();
  // Otherwise the next account with the same field id would read remaining records.
  const places =
    'add a table also to rows.ts (resources), engine-store.ts (removeRecords), transfers and move-command.ts';
  expect(tables.map(({ name }) => name).sort(), places).toEqual(['earth_observation', 'observation', 'weather']);
});

test('migration steps after the second begin with number 4, because files from before the first release have version 3', () => {
  const folder = new URL('../../../../src/field-data/store/sqlite/migrations/', import.meta.url);
  expect(readdirSync(folder).filter((name) => name.startsWith('0003'))).toEqual([]);
});

test('an error in a migration step is not reported as a damaged file', () => {
  const wrong = Object.assign(new Error('near "TABEL": syntax error'), { errcode: 1 });
  expect(migrationError(wrong, 'a.sqlite', 4)).toMatchObject({ message: expect.stringContaining('near "TABEL"') });
  expect(migrationError(wrong, 'a.sqlite')).toMatchObject({ message: expect.stringContaining('is damaged') });
});
