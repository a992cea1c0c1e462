/** `npm start -- move-store`: PostgreSQL must serve the same responses as SQLite, replays included. Everything is moved, or nothing. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importFile } from '../../../../src/field-data/import/import.ts';
import { openSqliteStore } from '../../../../src/field-data/store/sqlite/store.ts';
import { createFieldDataService } from '../../../../src/field-data/server.ts';
import type { Store } from '../../../../src/field-data/store/store.ts';
import { type Ran, runCommand } from '../../../support/command.ts';
import { databaseUrlOf, inDatabaseOf } from '../../../support/postgres/schemas.ts';
import { runHere } from '../../../support/run-here.ts';
import { exportAll } from '../../support/import.ts';
import { type Call, createCall, startService, folderOfTest, testNow, usual, writeBy } from '../../support/service.ts';
import { inFileOf, noteRow } from '../../support/stores.ts';

const resources = ['weather', 'earth_observations', 'observations'] as const;

/** Runs the command in this process, or with `run: runCommand` in a separate process. */
function move(
  dataDir: string,
  databaseUrl?: string,
  env: Record<string, string> = {},
  run: typeof runHere = runHere,
): Promise<Ran> {
  const settings = { FIELD_DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...env };
  return run(['move-store'], { cwd: dataDir, env: settings });
}

/** A folder with an SQLite store and its service. The caller closes both before a move. */
async function fill() {
  const dataDir = folderOfTest();
  const service = await createFieldDataService({ ...usual, dataDir, demo: true });
  const call = createCall(service);
  return { dataDir, call, store: openSqliteStore(dataDir), service };
}

/** Every stored observation, including those of the demo. */
const allNotes = (store: Store) => Array.fromAsync(store.exportRows('observations', { startingNotes: true }));

test.each([
  ['off', 0, 'The demo fields were not moved, nor 1 observation on them.\n'],
  ['on', 1, ''],
])(
  'with DEMO=%s no observation of the demo is moved, and %d of those that callers wrote on its fields',
  async (demo, notes, leftOut) => {
    const { dataDir, call, service, store } = await fill();
    expect((await write(call, service.demoKey ?? '', 'fld_demo_01')).status).toBe(201);
    await service.close();
    expect((await allNotes(store)).length).toBeGreaterThan(1);
    await store.close();
    const target = await startService({ dataDir: folderOfTest(), demo: false });
    // The transaction of the move needs the only connection.
    const env = { DEMO: demo, DEMO_API_KEY: service.demoKey ?? '', DATABASE_POOL_MAX: '1' };
    const moved = await move(dataDir, await databaseUrlOf(target.dataDir), env);
    expect(moved).toMatchObject({ code: 0, out: expect.stringContaining(`, observations: ${notes}.\n${leftOut}`) });
    expect(await allNotes(target.store)).toHaveLength(notes);
  },
);

test('observations without an account are moved without the idempotency keys that earlier versions stored', async () => {
  const { dataDir, store, service } = await fill();
  await service.close();
  await store.addField({ id: 'fld_a', account: null, timezone: 'UTC', latitude: 1, longitude: 2, demo: false });
  const forEveryone = ['obs_1', 'obs_2'].map((id) => noteRow('k', { id, account: null }));
  await store.writeBatch(forEveryone.map((row) => ({ resource: 'observations', row })));
  await store.close();
  const target = await startService({ dataDir: folderOfTest(), demo: false });
  expect(await move(dataDir, await databaseUrlOf(target.dataDir))).toMatchObject({ code: 0 });
  const expected = forEveryone.map(({ id }) => ({ row: { id, account: null, idempotency: null } }));
  expect(await allNotes(target.store)).toMatchObject(expected);
});

test('the records of a field whose id only begins like those of the demo are moved', async () => {
  const { dataDir, store, service } = await fill();
  await service.close();
  const somewhere = { timezone: 'UTC', latitude: 1, longitude: 2, demo: false };
  await store.addField({ ...somewhere, id: 'fld_demo_farm', account: 'farm' });
  const file = join(dataDir, 'farm.jsonl');
  writeFileSync(file, '{"field_id":"fld_demo_farm","starts_at":"2026-05-01","ends_at":"2026-05-02"}');
  await importFile(store, file, { now: () => testNow });
  await store.close();
  const target = await startService({ dataDir: folderOfTest(), demo: false });
  expect(await move(dataDir, await databaseUrlOf(target.dataDir))).toMatchObject({ code: 0 });
  expect(await exportAll(target.store, 'weather')).toHaveLength(1);
});

test('overlapping observed hours of release 1.0 accept corrections, and only the earlier hour is moved', async () => {
  const { dataDir, store, service } = await fill();
  await service.close();
  await store.addField({ timezone: 'UTC', latitude: 1, longitude: 2, demo: false, id: 'fld_farm', account: 'farm' });
  const file = join(dataDir, 'hours.csv');
  writeFileSync(
    file,
    'condition,granularity,kind,starts_at\nrain,hourly,observed,2026-05-01T01:00:00Z\nrain,hourly,observed,2026-05-01T03:00:00Z\n',
  );
  const load = (to: Store) => importFile(to, file, { now: () => testNow, fieldId: 'fld_farm' });
  await load(store);
  const columns = ['kind', 'issued_at', 'record'].join();
  const halfPast = `INSERT INTO weather (field_id, granularity, starts_at, ends_at, ${columns})
    SELECT field_id, granularity, starts_at + 1800000, ends_at + 1800000, ${columns} FROM weather
    WHERE field_id = 'fld_farm' AND starts_at < ${Date.parse('2026-05-01T02:00:00Z')}`;
  inFileOf(dataDir, halfPast);
  expect(await load(store)).toMatchObject({ unchanged: 2, refused: 0 });
  await store.close();
  const target = await startService({ dataDir: folderOfTest(), demo: false });
  expect(await move(dataDir, await databaseUrlOf(target.dataDir))).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ weather: 2, .*\n.*\nLeft out 1 observed record,/),
  });
  await inDatabaseOf(target.dataDir, halfPast);
  expect(await load(target.store)).toMatchObject({ unchanged: 2, refused: 0 });
});

const write = (call: Call, key: string, fieldId: string) =>
  writeBy(call, { field_id: fieldId, text: 'Once "and" for all' }, { key, idempotencyKey: `key-of-${fieldId}` });

test('everything is moved, and every earlier write is still replayed', async () => {
  const { dataDir, call, store, service } = await fill();
  // This service creates the key, which the test then moves to the SQLite store.
  const target = await startService({ dataDir: folderOfTest(), demo: false });
  const key = await target.addKey({ account: 'farm' });
  const [record] = await target.store.listKeys();
  if (!record) throw new Error('The key is gone.');
  await inDatabaseOf(target.dataDir, 'DELETE FROM api_key');
  await store.addKey(record);
  await store.addKey({ ...record, hash: Buffer.alloc(32, 1), createdAt: record.createdAt + 1, revokedAt: 5 });
  const somewhere = { timezone: 'UTC', latitude: 1, longitude: 2, demo: false };
  const facts = { name: 'Mill Field', crop: 'maize', eppo: 'ZEAMX', hectares: 12.4 };
  await store.addField({ ...somewhere, ...facts, id: 'fld_farm', account: 'farm' });
  await store.addField({ ...somewhere, id: 'fld_public', account: null });
  const fields = ['fld_farm', 'fld_public'];
  const written = await Promise.all(fields.map((field) => write(call, key, field)));
  const file = join(dataDir, 'all.jsonl');
  const cover = { value: 5, unit: 'percent' };
  writeFileSync(
    file,
    [
      { field_id: 'fld_farm', starts_at: '2026-05-01', ends_at: '2026-05-02' },
      {
        field_id: 'fld_farm',
        kind: 'forecast',
        starts_at: '2026-05-06',
        ends_at: '2026-05-07',
        issued_at: '2026-05-04T00:00:00Z',
      },
      { field_id: 'fld_farm', scene_id: 'x', acquired_at: '2026-05-01T12:00:00Z', cloud_cover: cover },
      { field_id: 'fld_public', text: 'For everyone', observed_at: '2026-05-01T12:00:00Z', live_mode: false },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  await importFile(store, file, { now: () => testNow });
  const paths = fields.flatMap((field) =>
    ['weather', 'earth-observations', 'observations'].map((read) => `/api/v1/${read}?field_id=${field}`),
  );
  const before = await Promise.all(paths.map(async (path) => (await call(path, { key })).text));
  const records = await Promise.all(resources.map((resource) => exportAll(store, resource)));
  const keys = await keysOf(store);
  await service.close();
  await store.close();

  const moved = await move(dataDir, await databaseUrlOf(target.dataDir), {}, runCommand);
  expect(moved).toMatchObject({ code: 0, err: '' });
  expect(moved.out).toMatch(
    /^Moved fields: 2, keys: 2, weather: 2, earth observations: 1, observations: 3\.\nThe demo fields were not moved, nor 0 observations on them\.\n$/,
  );
  expect(await Promise.all(paths.map(async (path) => (await target.call(path, { key })).text))).toEqual(before);
  for (const [index, field] of fields.entries()) {
    const again = await write(target.call, key, field);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([written[index]?.text, 'true']);
  }
  const exported = () => Promise.all(resources.map((resource) => exportAll(target.store, resource)));
  expect(await target.store.listKeys()).toEqual(keys);
  expect(await exported()).toEqual(records);

  const again = await move(dataDir, await databaseUrlOf(target.dataDir));
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('The database is not empty')]);
  expect(await exported()).toEqual(records);
});

/** Keys with their hash as a Buffer, as PostgreSQL returns it. */
async function keysOf(store: Store) {
  return (await store.listKeys()).map((key) => ({ ...key, hash: Buffer.from(key.hash) }));
}

test('an observation of another account than that of its field stays visible to the account of the field', async () => {
  const { dataDir, store, service } = await fill();
  await service.close();
  const farm = { id: 'fld_farm', account: 'other', timezone: 'UTC', latitude: 1, longitude: 2, demo: false };
  await store.addField(farm);
  const record = JSON.stringify({ id: 'obs_1', live_mode: true });
  await store.addObservation(noteRow('a', { id: 'obs_1', fieldId: 'fld_farm', account: 'other', record }));
  await store.setField({ ...farm, account: 'farm' });
  await store.close();
  const target = await startService({ dataDir: folderOfTest(), demo: false });
  const { code, out } = await move(dataDir, await databaseUrlOf(target.dataDir));
  expect([code, out]).toEqual([0, expect.stringContaining('1 observation of another account')]);
  const field = (await target.store.findField('fld_farm')) ?? expect.fail();
  const view = {
    field,
    caller: { account: 'farm', mode: 'live' },
    category: undefined,
    from: undefined,
    to: undefined,
  } as const;
  expect(await target.store.observations({ ...view, limit: 5, after: undefined })).toMatchObject({ records: [record] });
});

test('records of removed fields, which earlier versions could write, are left out', async () => {
  const { dataDir, store, service } = await fill();
  await service.close();
  await store.addField({ id: 'fld_a', account: null, timezone: 'UTC', latitude: 1, longitude: 2, demo: false });
  const file = join(dataDir, 'days.csv');
  writeFileSync(file, 'date,precipitation[mm]\n2026-05-01,1\n2026-05-02,2\n');
  await importFile(store, file, { now: () => testNow, fieldId: 'fld_a' });
  await store.close();
  inFileOf(dataDir, 'DELETE FROM field');
  const { code, out } = await move(dataDir, await databaseUrlOf(folderOfTest()));
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Moved fields: 0, .*\n.*\nLeft out 2 records of removed fields\.$/m),
  ]);
});

test('nothing is moved if one record cannot be moved', async () => {
  const { dataDir, store, service } = await fill();
  await service.close();
  await store.addField({ id: 'fld_a', account: null, timezone: 'UTC', latitude: 1, longitude: 2, demo: false });
  await store.addObservation(noteRow('a', { id: 'obs_1', record: '{"id":"obs_1"}' }));
  await store.close();
  const folder = folderOfTest();
  const target = await startService({ dataDir: folder, demo: false });
  await inDatabaseOf(folder, 'ALTER TABLE observation ADD CHECK (false)');
  // The command does not expect this error, so it ends the process.
  expect(await move(dataDir, await databaseUrlOf(folder), {}, runCommand)).toMatchObject({ code: 1, out: '' });
  expect(await target.store.listFields()).toEqual([]);
});

test('a database that contains only a key is refused as not empty', async () => {
  const { dataDir, store, service } = await fill();
  await service.close();
  await store.close();
  const target = await startService({ dataDir: folderOfTest(), demo: false });
  await target.addKey({ account: 'farm' });
  const { code, err } = await move(dataDir, await databaseUrlOf(target.dataDir));
  expect([code, err]).toEqual([1, expect.stringContaining('The database is not empty')]);
  expect(await exportAll(target.store, 'observations')).toEqual([]);
});

test('a move next to a running service is refused, because its later writes would be missing', async () => {
  const { dataDir, call, store, service } = await fill();
  onTestFinished(() => service.close());
  await store.close();
  const url = await databaseUrlOf(folderOfTest());
  expect(await move(dataDir, url, {}, runCommand)).toEqual({
    code: 1,
    out: '',
    err: `The database ${join(dataDir, 'field-data.sqlite')} is in use: stop the service first.\n`,
  });
  expect((await write(call, service.demoKey ?? '', 'fld_demo_01')).status).toBe(201);
});

test('the command reports a missing DATABASE_URL or SQLite file', async () => {
  const folder = folderOfTest();
  expect(await move(folder)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^DATABASE_URL is missing/),
  });
  expect(readdirSync(folder)).toEqual([]);
  const { code, err } = await move(folder, await databaseUrlOf(folder));
  expect([code, err]).toEqual([1, expect.stringMatching(/^There is no field-data\.sqlite in FIELD_DATA_DIR/)]);
});
