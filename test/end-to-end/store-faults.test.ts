/** What becomes of the store's files under a process that serves from them, and before it starts: done to real files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { LogLevel } from '../../src/platform/log/log.ts';
import { databaseFile } from '../../src/field-data/store/sqlite/store.ts';
import { post } from '../support/post.ts';
import { type Product, startProduct, temporaryFolder } from '../support/running.ts';
import { canMount } from '../support/small-disk.ts';

const entry = new URL('../../src/start.cjs', import.meta.url).pathname;

const mutation = `mutation($key: String!) {
  addObservation(input: { idempotencyKey: $key, fieldId: "fld_demo_01", text: "Rust." }) { __typename }
}`;

type Reached = Pick<Product, 'graphUrl' | 'serviceUrl' | 'adminUrl' | 'demo'>;

/** Status of a REST write. */
async function write({ serviceUrl, demo }: Pick<Reached, 'serviceUrl' | 'demo'>): Promise<number> {
  const headers = { ...demo, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  // Near the longest text: a file is full sooner.
  const body = JSON.stringify({ field_id: 'fld_demo_01', text: 'Rust. '.repeat(600) });
  return (await fetch(`${serviceUrl}/api/v1/observations`, { method: 'POST', headers, body })).status;
}

const readinessMsMax = 60_000;
const pollMs = 20;

/** What `/ready` says on both ports, once it says this status: an answer is kept for a second. */
async function readiness({ graphUrl, adminUrl }: Reached, status: number, msMax = readinessMsMax) {
  let answer = await fetch(`${graphUrl}/ready`);
  const giveUpAt = performance.now() + msMax;
  while (answer.status !== status && performance.now() < giveUpAt) {
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

/** That nothing is acknowledged, on either way, and that operators are told on the port that is theirs. */
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

describe('under a running process', () => {
  const admin = { ADMIN_PORT: '0' };

  it.each<[string, (path: string) => void]>([
    ['is unlinked', (path) => rmSync(path)],
    ['has its log of writes unlinked', (path) => rmSync(`${path}-wal`)],
    ['is replaced by a copy of itself', replaceByItself],
    ['goes with its folder', (path) => rmSync(join(path, '..'), { recursive: true })],
  ])('a database that %s takes no write any more', async (_what, change) => {
    await using product = await startProduct(admin);
    expect(await write(product)).toBe(201);
    expect((await readiness(product, 200)).status).toBe(200);
    change(join(product.dataDir, databaseFile));
    await expectRefusal(product, /was removed or replaced while it was open/);
  });

  it.each<[string, (path: string) => void]>([
    ['is overwritten', (path) => writeFileSync(path, 'This is no database. '.repeat(5_000))],
    ['is cut short', (path) => truncateSync(path, 100)],
  ])('a database that %s takes no write any more', async (_what, change) => {
    await using folder = await temporaryFolder();
    const env = { ...admin, FIELD_DATA_DIR: folder.path };
    {
      // Stopped, it has everything in the file, and nothing in its log.
      await using product = await startProduct(env);
      expect(await write(product)).toBe(201);
    }
    await using product = await startProduct(env);
    change(join(folder.path, databaseFile));
    await expectRefusal(product, /is damaged, or is not a database: restore a backup with the command restore/);
  });

  it.runIf(canMount())('a full disk refuses writes, and takes them again once there is room', async () => {
    await using folder = await temporaryFolder();
    // A file system of its own, which only the process and its children see.
    const script = 'mount -t tmpfs -o size=8m none "$FIELD_DATA_DIR" && exec "$0" "$@"';
    await using process = await startUnder(['unshare', '-rm', 'sh', '-c', script], folder.path);
    expect(await write(process)).toBe(201);
    const outage = () => process.logged().filter(({ msg }) => /is (lost|back)$/.test(String(msg)));
    const ballast = `/proc/${process.child.pid}/root${folder.path}/ballast`;
    expect(() => writeFileSync(ballast, Buffer.alloc(16 * 1024 * 1024))).toThrow('ENOSPC');
    await expectRefusal(process, /is full: free some space/);
    for (let round = 0; round < 5; round += 1) expect(await write(process)).toBe(503);
    rmSync(ballast);
    expect((await readiness(process, 200)).status).toBe(200);
    expect(await write(process)).toBe(201);
    await expect.poll(outage).toHaveLength(2);
    expect(outage()).toMatchObject([
      { msg: 'the store is lost', reason: expect.stringContaining('is full: free some space') },
      { msg: 'the store is back', outageMs: expect.any(Number) },
    ]);
    expect(JSON.stringify(process.logged())).not.toContain('"stack"');
  });

  it('a file that may not grow any further refuses writes, and none that was acknowledged is lost', {
    timeout: 600_000,
  }, async () => {
    await using folder = await temporaryFolder();
    const limit = 'ulimit -f 2048 && exec "$0" "$@"'; // 1 MiB a file.
    await using process = await startUnder(['sh', '-c', limit], folder.path);
    let acknowledged = 0;
    // The log of the database reaches the limit first. Looking whether the store is ready empties it, and writes go on.
    const isReady = async () => (await fetch(`${process.graphUrl}/ready`)).status === 200;
    do {
      while (acknowledged < 2_000 && (await write(process)) === 201) acknowledged += 1;
      await delay(pollMs);
    } while (acknowledged < 2_000 && (await isReady()));
    expect(acknowledged).toBeGreaterThan(0);
    expect(acknowledged).toBeLessThan(2_000);
    // The process looks as well: what it empties takes a few more writes.
    const refused = /cannot be read or written \(SQLite code \d+\): check its disk/;
    await vi.waitFor(() => expectRefusal(process, refused, 5_000), { timeout: 300_000, interval: pollMs });
    process.child.kill('SIGKILL');
    await once(process.child, 'close');
    const database = new DatabaseSync(join(folder.path, databaseFile));
    const { count } = database.prepare("SELECT count(*) AS count FROM observation WHERE account = '~demo'").get() as {
      count: number;
    };
    database.close();
    expect(count).toBeGreaterThanOrEqual(acknowledged);
  });
});

describe('at start', () => {
  it.each<[string, (path: string) => void, RegExp]>([
    [
      'a file that is no database',
      (path) => writeFileSync(path, 'This is no database. '.repeat(100)),
      /is damaged, or is not a database: restore a backup with the command restore/,
    ],
    ['a database of something else', (path) => createForeign(path), /is damaged, or is not a database/],
    ['a folder in its place', (path) => mkdirSync(path), /cannot be opened: check that the folder can be written/],
    ['a newer database', (path) => createNewer(path), /was written by a newer Fieldgraph/],
    ['a demo key that is none', (path) => writeFileSync(join(path, '../demo-key'), 'x'), /holds no key: delete it/],
    ['a demo key that cannot be read', (path) => mkdirSync(join(path, '../demo-key')), /demo-key cannot be read/],
  ])('%s is one sentence and exit code 1', async (_what, prepare, sentence) => {
    await using folder = await temporaryFolder();
    prepare(join(folder.path, databaseFile));
    expect(await startAndEnd([], folder.path)).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
  });

  it('a disk without room is one sentence and exit code 1', async () => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await startAndEnd(['sh', '-c', 'ulimit -f 40 && exec "$0" "$@"'], folder.path);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/cannot be read or written/) });
  });

  it('a locked database is one sentence and exit code 1', async () => {
    await using folder = await temporaryFolder();
    const holder = new DatabaseSync(join(folder.path, databaseFile));
    holder.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
    const ended = await startAndEnd([], folder.path);
    holder.close();
    expect(ended).toEqual({ code: 1, stderr: expect.stringMatching(/is in use by another process/) });
  });
});

function replaceByItself(path: string): void {
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
}

function createForeign(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE field (name TEXT); PRAGMA user_version = 2');
  database.close();
}

function createNewer(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA user_version = 99');
  database.close();
}

function spawnUnder(words: readonly string[], folder: string, level: LogLevel): ChildProcess {
  const [command = process.execPath, ...rest] = [...words, process.execPath, entry];
  // A busy machine makes the process late, which is no fault of its store.
  const alone = { EVENT_LOOP_DELAY_MS_MAX: '0' };
  const ports = { PORT: '0', FIELD_DATA_PORT: '0', ADMIN_PORT: '0' };
  const env = { PATH: process.env.PATH, ...ports, ...alone, FIELD_DATA_DIR: folder };
  return spawn(command, rest, { env: { ...env, LOG_LEVEL: level }, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Starts the command under another and gives what its one sentence was. */
async function startAndEnd(words: readonly string[], folder: string): Promise<{ code: number; stderr: string }> {
  const child = spawnUnder(words, folder, 'silent');
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  expect(stderr.trim().split('\n')).toHaveLength(1);
  return { code, stderr };
}

/** The command running under another. */
async function startUnder(
  words: readonly string[],
  folder: string,
): Promise<Reached & AsyncDisposable & { child: ChildProcess; logged(): Record<string, unknown>[] }> {
  const child = spawnUnder(words, folder, 'info');
  let logged = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    logged += text;
  });
  const found = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, name, value] = /^ {2}(GraphQL|REST|Metrics|Demo API key) {2,}(?:export \w+=)?(\S+)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) found.set(name, value);
    if (found.size > 0 && line.trim() === '') break;
  }
  child.stdout?.resume();
  const url = (name: string) => new URL(found.get(name) ?? 'not:started').origin;
  return {
    child,
    logged: () => {
      const whole = logged.slice(0, logged.lastIndexOf('\n') + 1);
      return whole
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    graphUrl: url('GraphQL'),
    serviceUrl: url('REST'),
    adminUrl: url('Metrics'),
    demo: { authorization: `Bearer ${found.get('Demo API key')}` },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}
