/** Damage to the store's files, done to real files, under a running process and before a start. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { databaseFile } from '../../src/field-data/store/sqlite/store.ts';
import { StoreError } from '../../src/field-data/store/store-error.ts';
import { inFileOf, openTestStore } from '../field-data/support/stores.ts';
import { bySize } from '../support/size.ts';
import { type Ran, runCommand, unprivileged } from '../support/command.ts';
import { post } from '../support/post.ts';
import { startProcess } from '../support/product-process.ts';
import { type Product, startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { canMount } from '../support/small-disk.ts';
import { writeObservation } from '../support/write-observation.ts';

const mutation = `mutation($key: String!) {
  addObservation(input: { idempotencyKey: $key, fieldId: "fld_demo_01", text: "Rust." }) { __typename }
}`;

type Reached = Pick<Product, 'graphUrl' | 'serviceUrl' | 'adminUrl' | 'demo'>;

/** Status of a REST write, with nearly the longest text so that a file fills up sooner. */
const write = (product: Pick<Reached, 'serviceUrl' | 'demo'>) => writeObservation(product, 'Rust. '.repeat(600));

const { writers, writesMin } = bySize({ writers: 4, writesMin: 50 }, { writers: 16, writesMin: 1_000 });
const readinessMsMax = 60_000;
const pollMs = 20;

/** What `/ready` reports on both ports, once it has this status: its reply is cached for a second. */
async function readiness({ graphUrl, adminUrl }: Reached, status: number, msMax = readinessMsMax) {
  let answer = await fetch(`${graphUrl}/ready`);
  const deadline = performance.now() + msMax;
  while (answer.status !== status && performance.now() < deadline) {
    await answer.arrayBuffer();
    await delay(pollMs);
    answer = await fetch(`${graphUrl}/ready`);
  }
  const details = await fetch(`${adminUrl}/ready`);
  return {
    status: answer.status,
    body: (await answer.json()) as object,
    details: (await details.json()) as { reason?: string },
  };
}

/** Expects that REST and graph acknowledge no write, and that only the admin port states the reason. */
async function expectRefusal(product: Reached, reason: RegExp, msMax?: number): Promise<void> {
  expect(await write(product)).toBe(503);
  const { body } = await post(product.graphUrl, { query: mutation, variables: { key: randomUUID() } }, product.demo);
  expect(body).toMatchObject({
    data: { addObservation: null },
    errors: [{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }],
  });
  const ready = await readiness(product, 503, msMax);
  expect(ready.body).toEqual({ status: 'unavailable', code: 'STORE_UNAVAILABLE' });
  expect(ready.details.reason).toMatch(reason);
}

describe.concurrent('a running process', () => {
  const admin = { ADMIN_PORT: '0' };

  it.each<[string, (path: string) => void]>([
    ['is unlinked', (path) => rmSync(path)],
    ['has its write-ahead log unlinked', (path) => rmSync(`${path}-wal`)],
    ['is replaced by a copy of itself', replaceByItself],
    ['is removed with its folder', (path) => rmSync(join(path, '..'), { recursive: true })],
  ])('acknowledges no write after its database %s while writers continue', async (_what, change) => {
    await using product = await startProduct(admin);
    expect((await readiness(product, 200)).status).toBe(200);
    /** Acknowledged writes that were sent before and after the change, and refusals after it. */
    const seen = { before: 0, after: 0, refused: 0 };
    let isGone = false;
    const writeOn = async (): Promise<void> => {
      while (seen.refused < writesMin && seen.after === 0) {
        const wasGone = isGone;
        const status = await write(product);
        if (status === 201) seen[wasGone ? 'after' : 'before'] += 1;
        else if (wasGone) seen.refused += 1;
        if (isGone || seen.before < writesMin) continue;
        change(join(product.dataDir, databaseFile));
        isGone = true;
      }
    };
    await Promise.all(Array.from({ length: writers }, writeOn));
    expect(seen.after).toBe(0);
    await expectRefusal(product, /was removed or replaced while it was open/);
  });

  it.each<[string, (path: string) => void]>([
    ['is overwritten', (path) => writeFileSync(path, 'This is no database. '.repeat(5_000))],
    ['is cut short', (path) => truncateSync(path, 100)],
  ])('refuses writes after its database %s', async (_what, change) => {
    await using folder = await temporaryFolder();
    const env = { ...admin, FIELD_DATA_DIR: folder.path };
    {
      // A stopped process leaves everything in the database file and nothing in its log.
      await using product = await startProduct(env);
      expect(await write(product)).toBe(201);
    }
    await using product = await startProduct(env);
    change(join(folder.path, databaseFile));
    await expectRefusal(product, /is damaged, or is not a database: restore a backup with the command restore/);
  });

  it.runIf(canMount())(
    'refuses writes on a full disk, and accepts them again once there is space',
    async ({ expect }) => {
      // A file system of its own, which only the process and its children see.
      const script = 'mount -t tmpfs -o size=8m none "$FIELD_DATA_DIR" && exec "$0" "$@"';
      await using command = await startProcess({ under: ['unshare', '-rm', 'sh', '-c', script], log: 'read' });
      expect(await write(command)).toBe(201);
      const outage = () => command.logged().filter(({ msg }) => /is (lost|back)$/.test(String(msg)));
      const ballast = `/proc/${command.child.pid}/root${command.dataDir}/ballast`;
      expect(() => writeFileSync(ballast, Buffer.alloc(16 * 1024 * 1024))).toThrow('ENOSPC');
      await expectRefusal(command, /is full: free some space/);
      for (let round = 0; round < 5; round += 1) expect(await write(command)).toBe(503);
      rmSync(ballast);
      expect((await readiness(command, 200)).status).toBe(200);
      expect(await write(command)).toBe(201);
      await expect.poll(outage).toHaveLength(2);
      expect(outage()).toMatchObject([
        { msg: 'the store is lost', reason: expect.stringContaining('is full: free some space') },
        { msg: 'the store is back', outageMs: expect.any(Number) },
      ]);
      expect(JSON.stringify(command.logged())).not.toContain('"stack"');
    },
  );

  it('refuses writes when a file cannot grow, and loses no write that it acknowledged', {
    timeout: 600_000,
  }, async () => {
    const limit = 'ulimit -f 2048 && exec "$0" "$@"'; // 1 MiB a file.
    await using command = await startProcess({ under: ['sh', '-c', limit], log: 'read' });
    let acknowledged = 0;
    // The log of the database reaches the limit first. A readiness check empties it, and writes continue.
    const isReady = async () => (await fetch(`${command.graphUrl}/ready`)).status === 200;
    do {
      while (acknowledged < 2_000 && (await write(command)) === 201) acknowledged += 1;
      await delay(pollMs);
    } while (acknowledged < 2_000 && (await isReady()));
    expect(acknowledged).toBeGreaterThan(0);
    expect(acknowledged).toBeLessThan(2_000);
    // The process also checks by itself: each time this empties the log, a few more writes fit.
    const refused = /cannot be read or written \(SQLite code \d+\): check its disk/;
    await vi.waitFor(() => expectRefusal(command, refused, 5_000), { timeout: 300_000, interval: pollMs });
    command.child.kill('SIGKILL');
    await once(command.child, 'close');
    const database = new DatabaseSync(join(command.dataDir, databaseFile));
    const { count } = database.prepare("SELECT count(*) AS count FROM observation WHERE account = '~demo'").get() as {
      count: number;
    };
    database.close();
    expect(count).toBeGreaterThanOrEqual(acknowledged);
  });
});

describe('a start', () => {
  /** The exit of the command over this folder. */
  const start = (dataDir: string, under: readonly string[] = []): Promise<Ran> =>
    runCommand([], { under, env: { PORT: '0', FIELD_DATA_PORT: '0', FIELD_DATA_DIR: dataDir }, timeoutMs: 120_000 });

  it('ends with one sentence and exit code 1 if files cannot grow', async () => {
    await using folder = await temporaryFolder();
    const { code, err } = await start(folder.path, ['sh', '-c', 'ulimit -f 40 && exec "$0" "$@"']);
    expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringMatching(/is full: free some space/)]]);
  });

  it.runIf(canMount())('ends with one sentence that names the full disk of the database', async () => {
    await using disk = await temporaryFolder();
    await using folder = await temporaryFolder();
    await (await openTestStore(folder.path)).close();
    const script = `mount -t tmpfs -o size=4m none "$FIELD_DATA_DIR" && cp ${folder.path}/* "$FIELD_DATA_DIR" &&
      ! head -c 8m /dev/zero 2>&- > "$FIELD_DATA_DIR/ballast" && exec "$0" "$@"`;
    const { code, err } = await start(disk.path, ['unshare', '-rm', 'sh', '-c', script]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The disk of the database \S+ is full: free some space\.\n$/),
    ]);
  });

  it.runIf(canMount())('ends with one sentence that names the read-only file system of the database', async () => {
    await using disk = await temporaryFolder();
    await using folder = await temporaryFolder();
    await (await openTestStore(folder.path)).close();
    const script = `mount -t tmpfs none "$FIELD_DATA_DIR" && cp ${folder.path}/* "$FIELD_DATA_DIR" &&
      mount -o remount,ro "$FIELD_DATA_DIR" && exec "$0" "$@"`;
    const { code, err } = await start(disk.path, ['unshare', '-rm', 'sh', '-c', script]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^The database \S+ cannot be .* \(SQLite code \d+\): mount its file system for writing\.\n$/,
      ),
    ]);
  });

  /** The sentence that the command prints, which is the message of a StoreError. */
  async function refusalOf(dataDir: string): Promise<string> {
    const error = await startProduct({ FIELD_DATA_DIR: dataDir }).then(
      (product) => product[Symbol.asyncDispose](),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(StoreError);
    expect(error.message).not.toContain('\n');
    return error.message;
  }

  it.each<[string, (path: string) => void, RegExp]>([
    [
      'a file that is not a database',
      (path) => writeFileSync(path, 'This is no database. '.repeat(100)),
      /is damaged, or is not a database: restore a backup with the command restore/,
    ],
    [
      'a database of another application',
      (path) => inFileOf(dirname(path), 'CREATE TABLE field (name TEXT); PRAGMA user_version = 2'),
      /is damaged, or is not a database/,
    ],
    [
      'a folder in place of the database',
      (path) => mkdirSync(path),
      /cannot be read or written \(SQLite code 14\): check its disk, its owner and its mode/,
    ],
    [
      'a newer database',
      (path) => inFileOf(dirname(path), 'PRAGMA user_version = 99'),
      /was written by a newer Fieldgraph/,
    ],
    ['a malformed demo key', (path) => writeFileSync(join(path, '../demo-key'), 'x'), /holds no key: delete it/],
    ['an unreadable demo key', (path) => mkdirSync(join(path, '../demo-key')), /demo-key cannot be read/],
  ])('refuses %s in one sentence', async (_what, prepare, sentence) => {
    await using folder = await temporaryFolder();
    prepare(join(folder.path, databaseFile));
    expect(await refusalOf(folder.path)).toMatch(sentence);
  });

  it('logs that the store is lost, before it listens, if this user may only read the database file', async () => {
    await using folder = await temporaryFolder();
    await (await openTestStore(folder.path)).close();
    const file = join(folder.path, databaseFile);
    chmodSync(file, 0o400);
    const env = { FIELD_DATA_DIR: folder.path, DEMO: 'off' };
    await using product = await startProcess({ env, under: unprivileged(), log: 'read' });
    await expect.poll(() => product.logged().map(({ msg }) => msg)).toContain('listening');
    expect(product.logged()).toMatchObject([
      { level: 50, msg: 'the store is lost', reason: expect.stringContaining(`${file} cannot be read or written`) },
      { msg: 'listening' },
    ]);
  });

  it('refuses a locked database in one sentence', async () => {
    await using folder = await temporaryFolder();
    using holder = new DatabaseSync(join(folder.path, databaseFile));
    holder.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
    expect(await refusalOf(folder.path)).toMatch(/is in use by another process/);
  });
});

function replaceByItself(path: string): void {
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
}
