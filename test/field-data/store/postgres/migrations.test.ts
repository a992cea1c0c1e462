/** The schema of the database: created once by concurrent starts, refused when too new, and usable by a role that cannot create tables. */
import { expect, onTestFinished, test } from 'vitest';
import { createConnections } from '../../../../src/field-data/store/postgres/connections.ts';
import { migrate, readMigrations } from '../../../../src/field-data/store/postgres/migrations.ts';
import { openPostgresStore } from '../../../../src/field-data/store/postgres/store.ts';
import { databaseUrlOf, inDatabaseOf } from '../../../support/postgres/schemas.ts';
import { folderOfTest } from '../../support/service.ts';
import { nowhere } from '../../support/stores.ts';

const known = readMigrations().length;

async function open(folder: string) {
  const store = await openPostgresStore(await databaseUrlOf(folder), { poolMax: 2 });
  onTestFinished(() => store.close());
  return store;
}

const versionIn = async (folder: string) =>
  (await inDatabaseOf(folder, 'SELECT version, works_from FROM schema_version'))[0];

test('one of several concurrent starts creates the tables, and the others wait for it', async () => {
  const folder = folderOfTest();
  const stores = await Promise.all(Array.from({ length: 6 }, () => open(folder)));
  for (const store of stores) expect(await store.listFields()).toEqual([]);
  expect(await versionIn(folder)).toEqual({ version: known, works_from: readMigrations().at(-1)?.worksFrom });
});

test('a database of a newer version is refused with one sentence unless it is marked as compatible', async () => {
  const folder = folderOfTest();
  await (await open(folder)).addField({ id: 'fld_a', ...nowhere });
  await inDatabaseOf(folder, `UPDATE schema_version SET version = ${known + 1}`);
  expect(await (await open(folder)).listFields()).toHaveLength(1);
  expect(await versionIn(folder)).toMatchObject({ version: known + 1 });
  await inDatabaseOf(folder, 'UPDATE schema_version SET version = 99, works_from = 99');
  await expect(open(folder)).rejects.toThrow(
    /^The database .* was written by a newer Fieldgraph \(schema 99, this one knows \d+\): update Fieldgraph, or set DATABASE_URL/,
  );
});

test('an older database is migrated step by step while a process of the previous version continues to work', async () => {
  const folder = folderOfTest();
  const before = await open(folder);
  const connections = createConnections(await databaseUrlOf(folder), 2);
  onTestFinished(() => connections.close());
  const step = {
    worksFrom: known,
    sql: 'ALTER TABLE field ADD COLUMN soil text; CREATE TABLE added (id int)',
  };
  expect(await before.listFields()).toEqual([]);
  expect(await before.findField('fld_a')).toBeUndefined();
  await migrate(connections, [...readMigrations(), step]);
  expect(await versionIn(folder)).toEqual({ version: known + 1, works_from: known });
  const field = { id: 'fld_a', account: null, timezone: 'UTC', latitude: 0, longitude: 0, demo: false };
  expect(await before.addField(field)).toBe(true);
  expect(await before.findField('fld_a')).toMatchObject(field);
  expect(await before.listFields()).toMatchObject([field]);
});

test('a failed migration step changes nothing', async () => {
  const folder = folderOfTest();
  await open(folder);
  const connections = createConnections(await databaseUrlOf(folder), 2);
  onTestFinished(() => connections.close());
  const step = { worksFrom: known, sql: 'CREATE TABLE added (id int); SELECT 1 / 0' };
  await expect(migrate(connections, [...readMigrations(), step])).rejects.toThrow('division by zero');
  expect(await versionIn(folder)).toMatchObject({ version: known });
  expect(await inDatabaseOf(folder, `SELECT to_regclass('added') AS added`)).toEqual([{ added: null }]);
});

test('the serving role needs only the documented rights, and none to create tables', async () => {
  const folder = folderOfTest();
  await open(folder);
  const url = new URL(await databaseUrlOf(folder));
  const schema = /search_path="([^"]+)"/.exec(url.searchParams.get('options') ?? '')?.[1];
  const role = `serves_${schema}`;
  const grants = [
    `CREATE ROLE "${role}" LOGIN PASSWORD 'serves'`,
    `GRANT USAGE ON SCHEMA "${schema}" TO "${role}"`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${schema}" TO "${role}"`,
  ];
  for (const grant of grants) await inDatabaseOf(folder, grant);
  onTestFinished(async () => {
    for (const end of [`DROP OWNED BY "${role}"`, `DROP ROLE "${role}"`]) await inDatabaseOf(folder, end);
  });
  url.username = role;
  url.password = 'serves';
  const store = await openPostgresStore(url.href, { poolMax: 1 });
  expect(await store.addField({ id: 'fld_a', ...nowhere })).toBe(true);
  expect(await store.findFault()).toBeUndefined();
  await store.close();
});

test('the previous version works with the new columns of field facts, and both versions see the fields of the other', async () => {
  const folder = folderOfTest();
  const connections = createConnections(await databaseUrlOf(folder), 2);
  onTestFinished(() => connections.close());
  await migrate(connections, readMigrations().slice(0, 1));
  await inDatabaseOf(folder, "INSERT INTO field VALUES ('fld_old', null, 'UTC', 0, 0)");
  const now = await open(folder);
  const facts = { name: 'Mill Field', crop: 'maize', eppo: 'ZEAMX', hectares: 12.4 };
  await now.addField({ id: 'fld_new', ...nowhere, ...facts });
  // The statement of the previous version.
  const seen = await inDatabaseOf(folder, 'SELECT id, account, timezone, latitude, longitude FROM field ORDER BY id');
  expect(seen.map(({ id }) => id)).toEqual(['fld_new', 'fld_old']);
  expect(await now.findField('fld_new')).toMatchObject(facts);
  expect(await now.findField('fld_old')).toMatchObject({ name: null, crop: null, eppo: null, hectares: null });
  // The previous version can also start again.
  await migrate(connections, readMigrations().slice(0, 1));
});
