/** Writes while another process has the lock or the disk is full: they wait or fail with the right error and lose no acknowledged write. */
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../../src/field-data/store/sqlite/database.ts';
import { createSqliteStore, databaseFile } from '../../../../src/field-data/store/sqlite/store.ts';
import { StoreBusyError } from '../../../../src/field-data/store/store-error.ts';
import {
  type Call,
  type ReadAnswer,
  startService,
  startServiceOver,
  folderOfTest,
  writeBy,
} from '../../support/service.ts';
import { addFields } from '../../support/stores.ts';

const path = '/api/v1/observations';
const note = { field_id: 'fld_demo_01', text: 'Once' };

const replayed = ({ headers }: ReadAnswer) => headers.get('idempotent-replayed') === 'true';

describe('a database that another process has locked', () => {
  async function startOverFile(folder: string, lockWaitMs: number) {
    const path = join(folder, databaseFile);
    const store = createSqliteStore(openDatabase(path, { lockWaitMs }));
    await addFields(folder, 'fld_a');
    return startServiceOver(() => ({ addObservation: store.addObservation, close: store.close }), 'demo-key');
  }
  const write = (call: Call) => writeBy(call, { ...note, field_id: 'fld_a' }, { key: 'demo-key', idempotencyKey: 'a' });

  test('lets the service respond while a write waits, and the write succeeds when the lock is released', async () => {
    const folder = folderOfTest();
    const call = await startOverFile(folder, 10_000);
    const other = openDatabase(join(folder, databaseFile));
    other.connection.exec('BEGIN IMMEDIATE');
    const writing = write(call);
    expect((await call('/api/v1/weather?field_id=fld_a')).status).toBe(200);
    other.connection.exec('ROLLBACK');
    other.close();
    expect((await writing).status).toBe(201);
  });

  test('refuses a waiting write with 404 if the account of its field changed meanwhile, and stores nothing', async () => {
    const folder = folderOfTest();
    const call = await startOverFile(folder, 10_000);
    const { connection, close } = openDatabase(join(folder, databaseFile));
    connection.exec('BEGIN IMMEDIATE');
    const writing = write(call);
    connection.exec("UPDATE field SET account = 'b'");
    connection.exec('COMMIT');
    const { status, body } = await writing;
    expect([status, body.code]).toEqual([404, 'field_not_found']);
    expect(connection.prepare('SELECT count(*) AS count FROM observation').get()).toEqual({ count: 0 });
    close();
  });

  test('causes 503 for the first caller and 409 for repeated writes after the wait, and leaves the idempotency key unused', async () => {
    const folder = folderOfTest();
    const call = await startOverFile(folder, 30);
    const other = openDatabase(join(folder, databaseFile));
    other.connection.exec('BEGIN IMMEDIATE');
    const answers = await Promise.all([write(call), write(call)]);
    expect(answers.map(({ status, body, headers }) => [status, body.code, headers.get('retry-after')])).toEqual([
      [503, 'unavailable', '1'],
      [409, 'idempotency_in_progress', '1'],
    ]);
    other.connection.exec('ROLLBACK');
    other.close();
    const again = await write(call);
    expect([again.status, replayed(again)]).toEqual([201, false]);
  });

  test('does not prevent a start, and the example observations of the previous start are served', async () => {
    const { dataDir } = await startService();
    const other = openDatabase(join(dataDir, databaseFile));
    other.connection.exec('BEGIN IMMEDIATE');
    const { call } = await startService({ dataDir });
    expect((await call(`${path}?field_id=fld_demo_01`)).body.data).toHaveLength(7);
    other.connection.exec('ROLLBACK');
    other.close();
  });

  test('is reported as busy, not as an internal error', async () => {
    const folder = folderOfTest();
    const one = openDatabase(join(folder, databaseFile), { lockWaitMs: 0 });
    const other = openDatabase(join(folder, databaseFile));
    other.connection.exec('BEGIN IMMEDIATE');
    await expect(one.transact(() => undefined)).rejects.toBeInstanceOf(StoreBusyError);
    one.close();
    other.close();
  });
});

test('a full disk is 503, loses no acknowledged write, and accepts writes again when there is space', async () => {
  const folder = folderOfTest();
  const database = openDatabase(join(folder, databaseFile));
  const store = createSqliteStore(database);
  await addFields(folder, 'fld_a');
  const call = await startServiceOver(() => store, 'demo-key');
  const write = (index: number) =>
    writeBy(call, { field_id: 'fld_a', text: 'x'.repeat(4_000) }, { key: 'demo-key', idempotencyKey: `key-${index}` });
  database.connection.exec('PRAGMA max_page_count = 40');
  const acknowledged: string[] = [];
  let index = 0;
  for (;;) {
    const answer = await write(index);
    if (answer.status === 503) {
      expect(answer.body.detail).toBe('The store is unavailable now. Nothing that was acknowledged is lost.');
      break;
    }
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

test('a start during the first start of another process waits for it', async () => {
  const path = join(folderOfTest(), databaseFile);
  const statements = new Int32Array(new SharedArrayBuffer(4));
  const other = `
    import { DatabaseSync } from 'node:sqlite';
    import { parentPort, workerData } from 'node:worker_threads';
    const database = new DatabaseSync(${JSON.stringify(path)}, { timeout: 5_000 });
    database.exec('BEGIN IMMEDIATE');
    parentPort.postMessage('locked');
    // The first is refused at once.
    for (let seen = 0; seen < 2; seen = Atomics.load(workerData, 0))
      if (Atomics.wait(workerData, 0, seen, 5_000) === 'timed-out') break;
    database.exec('COMMIT');`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(other)}`), { workerData: statements });
  const ended = once(worker, 'exit');
  await once(worker, 'message');
  const { exec } = DatabaseSync.prototype;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    Atomics.add(statements, 0, 1);
    Atomics.notify(statements, 0);
    exec.call(this, sql);
  });
  onTestFinished(() => spy.mockRestore());
  openDatabase(path).close();
  expect(await ended).toEqual([0]);
});
