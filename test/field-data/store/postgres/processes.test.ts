/** Several processes over one database: a repeated write is stored once, whichever process receives it and however many arrive at once. */
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../../support/command.ts';
import { inDatabaseOf } from '../../../support/postgres/schemas.ts';
import { runHere } from '../../../support/run-here.ts';
import { folderOfTest } from '../../support/service.ts';
import type { Hints } from '../../../../src/platform/sync/change-hints.ts';
import { openTestStore, storeEnvironment } from '../../support/stores.ts';
import { startWritingProcess } from '../../support/writing-process.ts';

const callersCount = 500;

/** Starts a process that runs until the test ends. */
async function startProcess(dataDir: string) {
  const started = await startWritingProcess(dataDir);
  onTestFinished(() => started[Symbol.asyncDispose]());
  return started;
}

test('five hundred callers with one key over two processes create one observation and get the same bytes', async () => {
  const dataDir = folderOfTest();
  const processes = await Promise.all([startProcess(dataDir), startProcess(dataDir)]);
  const agent = new Agent({ connections: callersCount });
  onTestFinished(() => agent.destroy());
  const write = async (index: number) => {
    const { serviceUrl, demo } = processes[index % processes.length]!;
    const { statusCode, headers, body } = await request(`${serviceUrl}/api/v1/observations`, {
      dispatcher: agent,
      method: 'POST',
      headers: { ...demo, 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ field_id: 'fld_demo_60', text: 'Once' }),
    });
    return { statusCode, text: await body.text(), isReplayed: headers['idempotent-replayed'] === 'true' };
  };
  const answers = await Promise.all(Array.from({ length: callersCount }, (_, index) => write(index)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  const rows = await inDatabaseOf(dataDir, `SELECT id FROM observation WHERE idempotency_key = 'one'`);
  expect(rows).toEqual([{ id: JSON.parse(answers[0]?.text ?? '').data.id }]);
});

test('a field name set by the command is visible in every process at once, with a new ETag', async () => {
  const dataDir = folderOfTest();
  const processes = await Promise.all([startProcess(dataDir), startProcess(dataDir)]);
  const env = await storeEnvironment(dataDir);
  const run = async (words: string) => expect(await runHere(words.split(' '), { env })).toMatchObject({ code: 0 });
  const readEach = () =>
    Promise.all(
      processes.map(async ({ serviceUrl }) => {
        const response = await fetch(`${serviceUrl}/api/v1/weather?field_id=fld_a`);
        const { meta } = (await response.json()) as { meta: { field: { name: string | null } } };
        return { name: meta.field.name, etag: response.headers.get('etag') };
      }),
    );
  await run('fields add fld_a --public --timezone UTC --latitude 0 --longitude 0');
  const before = await readEach();
  await run('fields set fld_a --name Mill --yes');
  const after = await readEach();
  expect([...before, ...after].map(({ name }) => name)).toEqual([null, null, 'Mill', 'Mill']);
  expect(new Set(before.map(({ etag }) => etag)).size).toBe(1);
  expect(new Set(after.map(({ etag }) => etag)).size).toBe(1);
  expect(after[0]?.etag).not.toBe(before[0]?.etag);
});

test('writes of another process, and of a command that ends at once, send hints', async () => {
  const dataDir = folderOfTest();
  const [{ serviceUrl, demo }, env, store] = [
    await startProcess(dataDir),
    await storeEnvironment(dataDir),
    await openTestStore(dataDir),
  ];
  onTestFinished(() => store.close());
  const received: Hints[] = [];
  store.watchChanges((hints) => void received.push(hints));
  const last = () => received.at(-1);
  await expect.poll(() => received.length).toBeGreaterThan(0);
  const response = await fetch(`${serviceUrl}/api/v1/observations`, {
    method: 'POST',
    headers: { ...demo, 'content-type': 'application/json', 'idempotency-key': 'one' },
    body: JSON.stringify({ field_id: 'fld_demo_60', text: 'Aphids' }),
  });
  expect(response.status).toBe(201);
  await expect.poll(last).toEqual([{ fieldId: 'fld_demo_60', list: 'observations' }]);
  await store.addField({ id: 'fld_a', account: null, timezone: 'UTC', latitude: 0, longitude: 0, demo: false });
  expect(await runCommand(['fields', 'remove', 'fld_a', '--yes'], { env })).toMatchObject({ code: 0 });
  const lists = ['weather', 'earth_observations', 'observations'];
  await expect.poll(last).toEqual(lists.map((list) => ({ fieldId: 'fld_a', list })));
});
