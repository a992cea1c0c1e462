/** Concurrent writes share one commit and are acknowledged by it. The error of one write does not affect the others. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../src/field-data/store/sqlite/database.ts';
import { createGroupCommit } from '../../../../src/field-data/store/sqlite/group-commit.ts';
import { StoreBusyError } from '../../../../src/field-data/store/store-error.ts';
import { folderOfTest } from '../../support/service.ts';

/** A table of unique names, and a second connection that sees what is committed. */
function startNames(options?: { lockWaitMs: number }) {
  const path = join(folderOfTest(), 'names.sqlite');
  const database = openDatabase(path, options);
  const other = openDatabase(path);
  onTestFinished(() => {
    database.close();
    other.close();
  });
  database.connection.exec('CREATE TABLE names (name TEXT PRIMARY KEY)');
  const insert = database.connection.prepare('INSERT INTO names VALUES (?) ON CONFLICT DO NOTHING');
  let commits = 0;
  const counted =
    (run: typeof database.write): typeof database.write =>
    (statements) => {
      commits += 1;
      return run(statements);
    };
  const write = createGroupCommit(
    { write: counted(database.write), transact: counted(database.transact) },
    (name: string): string | Error => {
      if (name === 'broken') throw new Error('a fault of all');
      return insert.run(name).changes > 0 ? name : new Error(`${name} is taken`);
    },
    () => undefined,
  );
  return {
    write,
    commits: () => commits,
    committed: () => other.connection.prepare('SELECT count(*) AS count FROM names').get()?.count,
    /** Locks the database like another process. Returns the function that unlocks it. */
    lock() {
      other.connection.exec('BEGIN IMMEDIATE');
      return () => other.connection.exec('ROLLBACK');
    },
  };
}

test('sixteen concurrent writes are one commit, and all are visible when the first is acknowledged', async () => {
  const { write, commits, committed } = startNames();
  const writing = Array.from({ length: 16 }, (_, index) => write(`note ${index}`));
  await writing[0];
  expect([commits(), committed()]).toEqual([1, 16]);
  expect(await Promise.all(writing)).toEqual(Array.from({ length: 16 }, (_, index) => `note ${index}`));
});

test('only the row that cannot be written is refused', async () => {
  const { write, commits, committed } = startNames();
  const outcomes = await Promise.allSettled(['a', 'a', 'b'].map(write));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([commits(), committed()]).toEqual([1, 2]);
});

test('a failed commit acknowledges no write and stores nothing', async () => {
  const { write, committed } = startNames();
  const outcomes = await Promise.allSettled(['a', 'broken', 'b'].map(write));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(committed()).toBe(0);
  expect(await write('a')).toBe('a');
});

test('more writes than fit into a transaction are split into several, and all are written', async () => {
  const { write, commits, committed } = startNames();
  await Promise.all(Array.from({ length: 600 }, (_, index) => write(`note ${index}`)));
  expect([commits(), committed()]).toEqual([3, 600]);
});

test('all writes that arrive while one waits for the lock of another process are one commit', async () => {
  const { write, commits, committed, lock } = startNames({ lockWaitMs: 60_000 });
  const unlock = lock();
  const writing: Promise<string>[] = [];
  for (let index = 0; index < 20; index += 1) {
    writing.push(write(`note ${index}`));
    await nextTurn();
  }
  unlock();
  await Promise.all(writing);
  expect([commits(), committed()]).toEqual([2, 20]);
});

test('all waiting writes fail together when the lock is not released in time, and later writes succeed', async () => {
  const { write, commits, committed, lock } = startNames({ lockWaitMs: 30 });
  const unlock = lock();
  const outcomes = await Promise.allSettled(Array.from({ length: 600 }, (_, index) => write(`note ${index}`)));
  expect(outcomes.filter((each) => each.status === 'rejected' && each.reason instanceof StoreBusyError)).toHaveLength(
    600,
  );
  expect(commits()).toBe(1);
  unlock();
  expect(await write('a')).toBe('a');
  expect(committed()).toBe(1);
});
