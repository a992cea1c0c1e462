/** The same write is answered the same way, however often, from wherever and in whatever spelling it is sent. */
import { describe, expect, test } from 'vitest';
import { createOnceWriter, fingerprintOf, readIdempotencyKey } from '../../src/field-data/requests/idempotency.ts';
import { openDatabase } from '../../src/field-data/store/sqlite/database.ts';
import { createSqliteStore, databaseFile } from '../../src/field-data/store/sqlite/store.ts';
import { StoreBusyError } from '../../src/field-data/store/store.ts';
import { join } from 'node:path';
import { type ReadAnswer, startService, startServiceOver, temporaryFolder } from './support/service.ts';

const path = '/api/v1/observations';
const note = { field_id: 'fld_demo_01', text: 'Once' };

const replayed = ({ headers }: ReadAnswer) => headers.get('idempotent-replayed') === 'true';

test('a repeated write gets the first answer again, byte for byte, and says so', async () => {
  const { write, demoKey } = await startService();
  const first = await write(note, { key: demoKey, idempotencyKey: 'a' });
  const second = await write(note, { key: demoKey, idempotencyKey: 'a' });
  expect([first.status, replayed(first)]).toEqual([201, false]);
  expect([second.status, second.text, replayed(second)]).toEqual([201, first.text, true]);
});

test('five hundred callers at once through several connections make one note and get the same bytes', async () => {
  const one = await startService();
  const services = [one, ...(await Promise.all([1, 2, 3].map(() => startService({ dataDir: one.dataDir }))))];
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      services[index % services.length]?.write(note, { key: one.demoKey, idempotencyKey: 'a' }),
    ),
  );
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer?.text)).size).toBe(1);
  expect(answers.filter((answer) => answer && !replayed(answer))).toHaveLength(1);
  const list = await one.call(`${path}?field_id=fld_demo_01&from=2026-05-04`, { key: one.demoKey });
  expect(list.body.data).toHaveLength(1);
});

test('a write is still known after a restart, and long after', async () => {
  const first = await startService();
  const answer = await first.write(
    { ...note, observed_at: '2026-05-04T19:04:00Z' },
    { key: first.demoKey, idempotencyKey: 'a' },
  );
  const later = await startService({ dataDir: first.dataDir, now: () => new Date('2031-01-01T00:00:00Z') });
  const again = await later.write(
    { ...note, observed_at: '2026-05-04T19:04:00Z' },
    { key: later.demoKey, idempotencyKey: 'a' },
  );
  expect([again.text, replayed(again)]).toEqual([answer.text, true]);
});

test('both spellings of a key are one', async () => {
  const { write, demoKey } = await startService();
  const bare = await write(note, { key: demoKey, idempotencyKey: 'a"b' });
  const quoted = await write(note, { key: demoKey, idempotencyKey: '"a\\"b"' });
  expect([quoted.text, replayed(quoted)]).toEqual([bare.text, true]);
});

test('neither spacing nor the order of properties makes another body', async () => {
  const { call, demoKey, write } = await startService();
  const first = await write(note, { key: demoKey, idempotencyKey: 'a' });
  const second = await call(path, {
    method: 'POST',
    key: demoKey,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
    body: ' {\n "text": "\\u004fnce", "field_id": "fld_demo_01" } ',
  });
  expect([second.text, replayed(second)]).toEqual([first.text, true]);
});

test.each([
  ['another text', { text: 'Twice' }],
  ['another field', { field_id: 'fld_demo_02' }],
  ['a default written out', { category: 'general' }],
])('%s under the same key is idempotency_key_reused, and writes nothing', async (_, change) => {
  const { write, demoKey, call } = await startService();
  const first = await write(note, { key: demoKey, idempotencyKey: 'a' });
  const { status, body } = await write({ ...note, ...change }, { key: demoKey, idempotencyKey: 'a' });
  expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
  const list = await call(`${path}?field_id=fld_demo_01&from=2026-05-04`, { key: demoKey });
  expect(list.body.data).toEqual([first.body.data]);
});

test("another account's and the other mode's same key is another key; another key of the account and mode is not", async () => {
  const { write, addField, addKey } = await startService();
  await addField({ id: 'fld_public' });
  const keys = [
    await addKey({ account: 'one', mode: 'live' }),
    await addKey({ account: 'one', mode: 'test' }),
    await addKey({ account: 'two', mode: 'live' }),
  ];
  const input = { field_id: 'fld_public', text: 'x' };
  const answers = await Promise.all(keys.map((key) => write(input, { key, idempotencyKey: 'a' })));
  expect(answers.map(replayed)).toEqual([false, false, false]);
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(3);
  const sameAccount = await write(input, { key: await addKey({ account: 'one', mode: 'live' }), idempotencyKey: 'a' });
  expect([sameAccount.text, replayed(sameAccount)]).toEqual([answers[0]?.text, true]);
});

test('what was written before an update is the same write after it', () => {
  const body = { text: 'é', tags: ['b', 'a'], location: { type: 'Point', coordinates: [1.5, -2] }, title: null };
  const stored = 'ffe7f6ff48860dec72cdd59ddafbc1ffb77a4be43656fb26283c4d04bdc68487';
  expect(fingerprintOf(body)).toBe(stored);
  expect(fingerprintOf(Object.fromEntries(Object.entries(body).reverse()))).toBe(stored);
  for (const title of [{}, [], 'null', 0]) expect(fingerprintOf({ ...body, title })).not.toBe(stored);
});

test.each(['"a', '"a"b"', '"', '""', '"é"', '"a\\b"', 'a b', 'é', ''])(
  'the key %s is malformed, and the fault names the header',
  (header) => {
    const malformed = expect.objectContaining({
      code: 'idempotency_key_invalid',
      faults: [expect.objectContaining({ code: 'wrong_format', header: 'Idempotency-Key' })],
    });
    expect(() => readIdempotencyKey(header)).toThrow(malformed);
  },
);

test('a fault of the store is a fault to all who sent the same write at once', async () => {
  const store = { addObservation: () => Promise.reject(new Error('a fault')) };
  const writeOnce = createOnceWriter(store);
  const row = { account: 'a', mode: 'test', idempotency: { key: 'k', fingerprint: 'f' } } as never;
  const outcomes = await Promise.allSettled([writeOnce(row), writeOnce(row)]);
  expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: new Error('a fault') })));
});

test('a refused send leaves its key free', async () => {
  const { write, demoKey } = await startService();
  expect((await write({ ...note, text: '' }, { key: demoKey, idempotencyKey: 'a' })).status).toBe(422);
  expect((await write({ ...note, field_id: 'fld_none' }, { key: demoKey, idempotencyKey: 'a' })).status).toBe(404);
  const good = await write(note, { key: demoKey, idempotencyKey: 'a' });
  expect([good.status, replayed(good)]).toEqual([201, false]);
});

describe('a database that another process has locked', () => {
  function startOverFile(folder: string, lockWaitMs: number) {
    const path = join(folder, databaseFile);
    const store = createSqliteStore(openDatabase(path, { lockWaitMs }));
    return startServiceOver(() => ({ addObservation: store.addObservation, close: store.close }), 'demo-key');
  }
  const options = {
    method: 'POST',
    key: 'demo-key',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
    body: JSON.stringify({ ...note, field_id: 'fld_a' }),
  };

  test('while it waits the service goes on answering, and the write succeeds once the lock is free', async () => {
    const folder = temporaryFolder();
    const call = startOverFile(folder, 10_000);
    const other = openDatabase(join(folder, databaseFile));
    other.connection.exec('BEGIN IMMEDIATE');
    const writing = call(path, options);
    expect((await call('/api/v1/weather?field_id=fld_a')).status).toBe(200);
    other.connection.exec('ROLLBACK');
    other.close();
    expect((await writing).status).toBe(201);
  });

  test('where the wait runs out it is 503 for the first caller and 409 for those who waited for it; the key stays free', async () => {
    const folder = temporaryFolder();
    const call = startOverFile(folder, 30);
    const other = openDatabase(join(folder, databaseFile));
    other.connection.exec('BEGIN IMMEDIATE');
    const answers = await Promise.all([call(path, options), call(path, options)]);
    expect(answers.map(({ status, body, headers }) => [status, body.code, headers.get('retry-after')])).toEqual([
      [503, 'unavailable', '1'],
      [409, 'idempotency_in_progress', '1'],
    ]);
    other.connection.exec('ROLLBACK');
    other.close();
    const again = await call(path, options);
    expect([again.status, replayed(again)]).toEqual([201, false]);
  });

  test('the lock of another process is told from a fault of ours', async () => {
    const folder = temporaryFolder();
    const one = openDatabase(join(folder, databaseFile), { lockWaitMs: 0 });
    const other = openDatabase(join(folder, databaseFile));
    other.connection.exec('BEGIN IMMEDIATE');
    await expect(one.transact(() => undefined)).rejects.toBeInstanceOf(StoreBusyError);
    one.close();
    other.close();
  });
});

test('a full disk is 503, loses nothing that was acknowledged, and takes writes again when there is room', async () => {
  const database = openDatabase(join(temporaryFolder(), databaseFile));
  const store = createSqliteStore(database);
  const call = startServiceOver(() => store, 'demo-key');
  const write = (index: number) =>
    call(path, {
      method: 'POST',
      key: 'demo-key',
      headers: { 'content-type': 'application/json', 'idempotency-key': `key-${index}` },
      body: JSON.stringify({ field_id: 'fld_a', text: 'x'.repeat(4_000) }),
    });
  database.connection.exec('PRAGMA max_page_count = 40');
  const acknowledged: string[] = [];
  let index = 0;
  for (;;) {
    const answer = await write(index);
    if (answer.status === 503) break;
    acknowledged.push(answer.body.data.id);
    index += 1;
  }
  expect(acknowledged.length).toBeGreaterThan(5);
  const list = await call(`${path}?field_id=fld_a&limit=100`, { key: 'demo-key' });
  expect(new Set(list.body.data.map(({ id }: { id: string }) => id))).toEqual(new Set(acknowledged));
  database.connection.exec('PRAGMA max_page_count = 4000');
  const again = await write(index);
  expect([again.status, replayed(again)]).toEqual([201, false]);
});
