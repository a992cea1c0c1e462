/** Guarantees of the PostgreSQL store: concurrent writes of several processes, and queries that read only the rows they return. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importFile, importFilesStrictly } from '../../../../src/field-data/import/import.ts';
import { createObservationId } from '../../../../src/field-data/records/observation.ts';
import type { Store } from '../../../../src/field-data/store/store.ts';
import { pageOfObservations } from '../../../../src/field-data/store/postgres/observations.ts';
import { pageValues, sql } from '../../../../src/field-data/store/sql.ts';
import { StoreBusyError } from '../../../../src/field-data/store/store-error.ts';
import { createConnections } from '../../../../src/field-data/store/postgres/connections.ts';
import { openPostgresStore } from '../../../../src/field-data/store/postgres/store.ts';
import { databaseUrlOf, holdIn, inDatabaseOf } from '../../../support/postgres/schemas.ts';
import { folderOfTest } from '../../support/service.ts';
import { addFields, noteRow, removeField } from '../../support/stores.ts';

const now = Date.parse('2026-05-04T19:00:00Z');

async function startStore(): Promise<{ folder: string; store: Store }> {
  const folder = folderOfTest();
  const store = await openPostgresStore(await databaseUrlOf(folder), { poolMax: 16 });
  onTestFinished(() => store.close());
  return { folder, store };
}

function noteOf(key: string) {
  const id = createObservationId(now);
  const record = JSON.stringify({ id, live_mode: true });
  return noteRow(key, { id, fieldId: 'fld_public', observedAt: now, record });
}

test('a hundred concurrent writes with one key store one row, and all get it, in each of many rounds', async () => {
  const { folder, store } = await startStore();
  await addFields(folder, 'fld_public');
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    const key = randomUUID();
    const written = await Promise.all(Array.from({ length: 100 }, () => store.addObservation(noteOf(key))));
    expect(new Set(written.map(({ record }) => record)).size).toBe(1);
    expect(written.filter(({ replayed }) => !replayed)).toHaveLength(1);
  }
  expect(await inDatabaseOf(folder, 'SELECT count(*)::int AS count FROM observation')).toEqual([{ count: rounds }]);
});

test('a write retried after a lost connection is found by its key and does not count as a replay', async () => {
  const { folder, store } = await startStore();
  await addFields(folder, 'fld_public');
  const note = noteOf('a');
  await store.addObservation(note);
  // The same row again, like a retry after a lost response.
  expect(await store.addObservation(note)).toMatchObject({ record: note.record, replayed: false });
  expect(await store.addObservation(noteOf('a'))).toMatchObject({ record: note.record, replayed: true });
  expect(await inDatabaseOf(folder, 'SELECT count(*)::int AS count FROM observation')).toEqual([{ count: 1 }]);
});

test('a write to a field whose account changed since the check stores nothing', async () => {
  const { folder, store } = await startStore();
  const field = { id: 'fld_public', timezone: 'UTC', latitude: 0, longitude: 0, demo: false };
  await store.addField({ ...field, account: 'other' });
  await expect(store.addObservation(noteOf('a'))).rejects.toMatchObject({ code: 'field_not_found' });
  expect(await inDatabaseOf(folder, 'SELECT count(*)::int AS count FROM observation')).toEqual([{ count: 0 }]);
  for (const account of ['farm', null]) {
    await store.setField({ ...field, account });
    expect(await store.addObservation(noteOf(`of ${account}`))).toMatchObject({ replayed: false });
  }
});

test('a write with the id of another observation is refused, not replayed', async () => {
  const { folder, store } = await startStore();
  await addFields(folder, 'fld_public');
  const note = noteOf('a');
  await store.addObservation(note);
  const other = { ...noteOf('b'), id: note.id };
  await expect(store.addObservation(other)).rejects.toMatchObject({ code: 'field_not_found' });
});

test('a page reads only its own entries of the index, however many observations of others lie between them', async () => {
  const { folder, store } = await startStore();
  await store.addField({ id: 'fld_public', account: null, timezone: 'UTC', latitude: 0, longitude: 0, demo: false });
  await inDatabaseOf(
    folder,
    `INSERT INTO observation (account, id, field_id, mode, category, observed_at, record, idempotency_key, fingerprint)
     SELECT CASE WHEN n % 100 = 0 THEN 'mine' ELSE 'other' END, 'obs_' || n, 'fld_public', 'live', 'general', n, '{}', 'k' || n, 'f'
     FROM generate_series(1, 20000) AS n`,
  );
  await inDatabaseOf(folder, 'VACUUM ANALYZE observation');
  const field = (await store.findField('fld_public')) ?? expect.fail();
  const caller = { account: 'mine', mode: 'live' } as const;
  const query = { field, caller, category: undefined, from: undefined, to: undefined, limit: 25, after: undefined };
  expect(await store.observations(query)).toMatchObject({ nextCursor: 'obs_17600' });
  // The table has some hundred blocks. A page needs one for each observation, and the path to it in the index.
  for (const [account, part] of [
    ['mine', {}],
    ['other', { after: { observedAt: 100, id: 'obs_100' } }],
    ['other', { to: 100 }],
    ['other', { to: 100, after: { observedAt: 200, id: 'obs_200' } }],
  ] as const) {
    const values = ['fld_public', account, 'live', ...pageValues({ ...query, ...part })];
    expect([part, await blocksOf(folder, pageOfObservations(query).text, values)]).toEqual([
      part,
      expect.toSatisfy(isFew),
    ]);
  }
});

const isFew = (blocks: number) => blocks < 60;

test.each(['force_custom_plan', 'force_generic_plan'])(
  'a page of one category reads no observation of another, with %s',
  async (mode) => {
    const { folder, store } = await startStore();
    await store.addField({ id: 'fld_a', account: 'farm', timezone: 'UTC', latitude: 0, longitude: 0, demo: false });
    const insert = (count: number, category: string) =>
      inDatabaseOf(
        folder,
        `INSERT INTO observation (account, id, field_id, mode, category, observed_at, record)
         SELECT account, account || n, 'fld_a', mode, '${category}', n, '{}'
         FROM generate_series(1, ${count}) AS n, (VALUES ('', 'any'), ('farm', 'live')) AS whose (account, mode)`,
      );
    // The statistics know one category, and the other index has fewer blocks.
    await insert(20_000, 'general');
    for (const text of ['REINDEX INDEX observation_newest', 'VACUUM ANALYZE observation'])
      await inDatabaseOf(folder, text);
    await inDatabaseOf(folder, "UPDATE observation SET category = 'pest' WHERE observed_at <= 30");
    const field = (await store.findField('fld_a')) ?? expect.fail();
    const caller = { account: 'farm', mode: 'live' } as const;
    const after = { observedAt: 28, id: 'farm28' };
    const page = { field, caller, category: 'pest', from: 3, to: 29, limit: 20, after } as const;
    const { records, nextCursor } = await store.observations(page);
    expect([records.length, nextCursor]).toEqual([20, 'farm18']);
    const connections = createConnections(await databaseUrlOf(folder), 1);
    onTestFinished(() => connections.close());
    const plan = await connections.use(10_000, async (query) => {
      await query(`SET plan_cache_mode = ${mode}`);
      await query(`PREPARE page AS ${pageOfObservations(page).text}`);
      const values = ['fld_a', 'farm', 'live', ...pageValues(page)].map((value) => `'${value}'`);
      const { rows } = await query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE EXECUTE page (${values})`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan.match(/Scan.* on observation\b/g)).toEqual(
      Array(2).fill('Scan using observation_category on observation'),
    );
    expect(plan).not.toContain('Removed by Filter');
  },
);

test('an hourly forecast is compared only with forecasts that begin within the hour before it', async () => {
  const { folder, store } = await startStore();
  await addFields(folder, 'fld_public');
  await inDatabaseOf(
    folder,
    `INSERT INTO weather (field_id, granularity, starts_at, kind, ends_at, issued_at, record)
     SELECT 'fld_public', 'hourly', n * 60000, 'forecast', n * 60000 + 3600000, 0, '{}' FROM generate_series(1, 5000) AS n`,
  );
  await inDatabaseOf(folder, 'VACUUM ANALYZE weather');
  const field = (await store.findField('fld_public')) ?? expect.fail();
  const [from, to] = [3_000 * 60_000, 3_100 * 60_000];
  expect(
    await store.weather({ field, granularity: 'hourly', kind: undefined, from, to, order: 'asc', limit: undefined }),
  ).toHaveLength(100);
  const values = ['fld_public', 'hourly', from, to, null, 1_000];
  // Blocks of 120 records for each hour. With the whole day, it would be 1,620 records.
  expect(await blocksOf(folder, sql['weather asc'], values)).toBeLessThan(1_000);
});

/** The number of blocks that a statement reads. */
async function blocksOf(folder: string, text: string, values: unknown[]): Promise<number> {
  const [explained] = await inDatabaseOf(folder, `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  const [{ Plan: plan }] = (explained ?? expect.fail())['QUERY PLAN'] as [{ Plan: Record<string, number> }];
  return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']);
}

test('observations of a field are counted and removed without reading those of other fields', async () => {
  const { folder } = await startStore();
  await inDatabaseOf(
    folder,
    `INSERT INTO observation (account, id, field_id, mode, category, observed_at, record)
     SELECT 'account' || n, 'obs_' || n, 'fld_' || n, 'live', 'general', n, '{}' FROM generate_series(1, 20000) AS n`,
  );
  await inDatabaseOf(folder, 'VACUUM ANALYZE observation');
  for (const name of ['counts', 'remove observations'] as const)
    expect([name, (await blocksOf(folder, sql[name], ['fld_7'])) < 20]).toEqual([name, true]);
});

/** A second store of the database, and whether its session waits for a lock. */
async function startOther(folder: string): Promise<{ other: Store; isWaiting: () => Promise<boolean> }> {
  const url = new URL(await databaseUrlOf(folder));
  const name = randomUUID();
  url.searchParams.set('application_name', name);
  const other = await openPostgresStore(url.href.replaceAll('+', '%20'), { poolMax: 1 });
  onTestFinished(() => other.close());
  const waiting = 'SELECT FROM pg_stat_activity WHERE application_name = $1 AND cardinality(pg_blocking_pids(pid)) > 0';
  return { other, isWaiting: async () => (await inDatabaseOf(folder, waiting, [name])).length > 0 };
}

/** Writes a file with an observation for each of `notes`. */
function writeNotes(folder: string, name: string, notes: readonly Record<string, unknown>[]): string {
  const file = join(folder, name);
  const lines = notes.map((note) => JSON.stringify({ text: 'x', observed_at: '2026-05-01T12:00:00Z', ...note }));
  writeFileSync(file, lines.join('\n'));
  return file;
}

test('the second of two concurrent imports is refused an id that the first wrote for another account', async () => {
  const { folder, store } = await startStore();
  await addFields(folder, 'fld_public');
  const { other, isWaiting } = await startOther(folder);
  const note = { field_id: 'fld_public', id: 'obs_1' };
  const ofEveryone = writeNotes(folder, 'everyone.jsonl', [{ ...note, account: null }]);
  const ofAccount = writeNotes(folder, 'account.jsonl', [{ ...note, account: 'farm' }]);
  let second: Promise<unknown> | undefined;
  const first = await importFilesStrictly(store, [
    async () => {
      const result = await importFile(store, ofEveryone, { strict: true });
      let isDone = false;
      second = importFile(other, ofAccount).finally(() => {
        isDone = true;
      });
      await expect.poll(async () => isDone || (await isWaiting())).toBe(true);
      return result;
    },
  ]);
  expect([first.isImported, await second]).toEqual([true, expect.objectContaining({ added: 0, refused: 1 })]);
  expect(await inDatabaseOf(folder, 'SELECT account FROM observation')).toEqual([{ account: '' }]);
});

test('a strict import and the removal of a field that it writes later do not deadlock', async () => {
  const { folder, store } = await startStore();
  await addFields(folder, 'fld_a', 'fld_b');
  const { other, isWaiting } = await startOther(folder);
  const files = ['fld_a', 'fld_b'].map((id) => writeNotes(folder, `${id}.jsonl`, [{ field_id: id, id: `obs_${id}` }]));
  let removing: Promise<unknown> | undefined;
  const { results } = await importFilesStrictly(
    store,
    files.map((file) => async () => {
      const result = await importFile(store, file, { strict: true });
      if (!removing) {
        removing = removeField(other, 'fld_b').catch((error) => error);
        await expect.poll(isWaiting).toBe(true);
      }
      return result;
    }),
  );
  expect(results).toMatchObject([{ added: 1 }, { added: 1 }]);
  expect(await removing).toBeUndefined();
  expect(await inDatabaseOf(folder, 'SELECT id FROM observation')).toEqual([{ id: 'obs_fld_a' }]);
});

/** Writes a file of `count` hourly weather records. */
function writeHours(folder: string, count: number): string {
  const lines = Array.from({ length: count }, (_, at) => `hourly,${new Date(at * 3_600_000).toISOString()},20\n`);
  const file = join(folder, 'hours.csv');
  writeFileSync(file, ['granularity,starts_at,temperature_mean[celsius]\n', ...lines].join(''));
  return file;
}

test('an import continues while a field is added and the weather of another is removed', async () => {
  const { folder, store } = await startStore();
  await addFields(folder, 'fld_a', 'fld_b');
  await importFile(store, writeHours(folder, 1), { fieldId: 'fld_b' });
  const other = await openPostgresStore(await databaseUrlOf(folder), { poolMax: 1 });
  onTestFinished(() => other.close());
  const holder = await holdIn(folder, "SELECT FROM weather WHERE field_id = 'fld_b' FOR UPDATE");
  let removed = 0;
  let removing: Promise<void> | undefined;
  const field = { id: 'fld_c', account: null, timezone: 'UTC', latitude: 0, longitude: 0, demo: false };
  const addAndRemove = async () => {
    await other.addField(field);
    removed = await other.removeWeather('fld_b', 0, now);
  };
  const overlapping: Store = {
    ...store,
    async writeBatch(...batch) {
      const result = await store.writeBatch(...batch);
      // After the first batch, whose progress is stored.
      removing ??= other.transaction(addAndRemove);
      await holder.isWaitedFor();
      return result;
    },
  };
  expect(await importFile(overlapping, writeHours(folder, 4_500), { fieldId: 'fld_a' })).toMatchObject({
    added: 4_500,
  });
  await holder.end('ROLLBACK');
  await removing;
  expect(removed).toBe(1);
});

test('a batch in which one hour overlaps another is written in bulk, except for those', async () => {
  const { folder, store } = await startStore();
  await addFields(folder, 'fld_a');
  await inDatabaseOf(
    folder,
    `CREATE SEQUENCE statements;
     CREATE FUNCTION count_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('statements'); RETURN NULL; END $$;
     CREATE TRIGGER count_one BEFORE INSERT ON weather FOR EACH STATEMENT EXECUTE FUNCTION count_one();
     INSERT INTO weather VALUES ('fld_a', 'hourly', ${1.5 * 3_600_000}, 'observed', ${2.5 * 3_600_000}, 0, '{}')`,
  );
  expect(await importFile(store, writeHours(folder, 2_000), { fieldId: 'fld_a' })).toMatchObject({
    added: 1_998,
    refused: 2,
  });
  // One for the record above, and one for each 1,000 rows.
  expect(await inDatabaseOf(folder, 'SELECT last_value::int FROM statements')).toEqual([{ last_value: 3 }]);
});

test('a batch that the database rolls back as a deadlock is retried, except in a longer transaction', async () => {
  const { folder, store } = await startStore();
  await addFields(folder, 'fld_a');
  await inDatabaseOf(
    folder,
    `CREATE SEQUENCE tries;
     CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'lost' USING ERRCODE = 'deadlock_detected'; END IF;
       RETURN NULL;
     END $$;
     CREATE TRIGGER lose BEFORE INSERT ON weather FOR EACH STATEMENT EXECUTE FUNCTION lose()`,
  );
  const tries = async () => Number((await inDatabaseOf(folder, 'SELECT last_value FROM tries'))[0]?.last_value);
  const file = writeHours(folder, 10);
  const options = { fieldId: 'fld_a' };
  expect(await importFile(store, file, options)).toMatchObject({ added: 10 });
  expect(await tries()).toBe(3);
  await inDatabaseOf(folder, 'ALTER SEQUENCE tries RESTART');
  const strictly = importFilesStrictly(store, [() => importFile(store, file, { ...options, strict: true })]);
  await expect(strictly).rejects.toBeInstanceOf(StoreBusyError);
  expect(await tries()).toBe(1);
});
