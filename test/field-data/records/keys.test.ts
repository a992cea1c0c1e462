/** API keys: format, checksum, and which parts of a key are stored or logged. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDemoKey } from '../../../src/field-data/demo/demo-key.ts';
import {
  accountForm,
  createKey,
  demoAccount,
  hashKey,
  isWellFormedKey,
  maskKey,
} from '../../../src/field-data/records/keys.ts';
import { databaseFile } from '../../../src/field-data/store/sqlite/store.ts';
import { inDatabaseOf } from '../../support/postgres/schemas.ts';
import { recordedLog } from '../../support/recorded-log.ts';
import { sharedService, startOverShared, startService, startServiceOver, folderOfTest } from '../support/service.ts';
import { isPostgres } from '../support/stores.ts';

test('a key contains its mode, and its checksum detects any one wrong character', () => {
  const key = createKey('live');
  expect(key).toMatch(/^fds_live_[0-9A-Za-z]{38}$/);
  expect(isWellFormedKey(key)).toBe(true);
  for (let index = 0; index < key.length; index += 1) {
    const wrong = key[index] === 'a' ? 'b' : 'a';
    expect(isWellFormedKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBe(false);
  }
  expect(isWellFormedKey(`${key}a`)).toBe(false);
  expect(createKey('test')).not.toBe(createKey('test'));
});

test('a key that was issued years ago is still well-formed', () => {
  expect(isWellFormedKey('fds_test_U3f0JYzGzyoVMgJ13ARXHtJJDXfcjPia0umWcY')).toBe(true);
});

test('a foreign key is masked except for its last four characters', () => {
  expect(maskKey('a-key-of-their-own')).toBe('…-own');
  expect(['key-of-16-bytes!', 'key-of-15-bytes', 'abc'].map(maskKey)).toEqual(['…tes!', '…', '…']);
  expect(maskKey('fds_live_a-key-of-their-own')).toBe('…-own');
  const key = createKey('live');
  expect([maskKey(`x${key}`), maskKey(`${key}-own`)]).toEqual([`…${key.slice(-4)}`, '…-own']);
});

test('account names have at most 63 characters and begin with a lower-case letter or a digit', () => {
  const isAccount = (text: string) => accountForm.test(text);
  expect(['a', '7', 'farm', '0.b_c-d', 'a'.repeat(63)].filter(isAccount)).toHaveLength(5);
  expect(['', '-a', '.a', demoAccount, 'Farm', 'a b', ' a', 'a ', 'aB', 'a'.repeat(64)].filter(isAccount)).toEqual([]);
  expect(demoAccount).not.toBe('');
});

test('a malformed key is refused without a lookup in the store', async () => {
  const requested: Buffer[] = [];
  const call = await startServiceOver((store) => ({
    findKey: (hash) => {
      requested.push(Buffer.from(hash));
      return store.findKey(hash);
    },
  }));
  const key = createKey('live');
  const typos = [`${key.slice(0, -1)}!`, key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a'), `${key}a`, key.slice(1)];
  for (const typo of typos) expect((await call('/api/v1/weather?field_id=fld_a', { key: typo })).status).toBe(401);
  expect(requested).toEqual([]);
  expect((await call('/api/v1/weather?field_id=fld_a', { key })).status).toBe(401);
  expect(requested).toEqual([hashKey(key)]);
});

test('the database contains no key, and the log shows only its prefix and last four characters', async () => {
  const { log, lines } = recordedLog('trace');
  const { call, addKey, dataDir, demoKey } = await startService({ log });
  const key = await addKey({ account: 'farm' });
  await call('/api/v1/weather?field_id=fld_demo_01', { key });
  await call('/api/v1/weather?field_id=fld_demo_01', { key: demoKey });
  await call('/api/v1/weather?field_id=fld_demo_01', { key: `${key}x` });
  const stored = isPostgres
    ? JSON.stringify(await inDatabaseOf(dataDir, `SELECT *, encode(hash, 'escape') AS text FROM api_key`))
    : ['', '-wal'].map((suffix) => readFileSync(join(dataDir, databaseFile + suffix), 'latin1')).join('');
  expect(stored).toContain('farm');
  for (const secret of [key.slice(9, -4), demoKey.slice(9, -4)]) {
    expect(stored).not.toContain(secret);
    expect(lines.join('')).not.toContain(secret);
  }
  expect(lines.join('')).toContain(`fds_live_…${key.slice(-4)}`);
});

test('the demo key is created once, readable only by its owner, and refused with one sentence when invalid', () => {
  const folder = folderOfTest();
  const key = readDemoKey(folder);
  expect(readDemoKey(folder)).toBe(key);
  expect(statSync(join(folder, 'demo-key')).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'demo-key'), 'nonsense');
  expect(() => readDemoKey(folder)).toThrow(/holds no key: delete it/);
});

const demoKeyModule = new URL('../../../src/field-data/demo/demo-key.ts', import.meta.url);

test('a failed write of the demo key states its cause and leaves no file that prevents the next start', () => {
  const folder = folderOfTest();
  const script = `import { readDemoKey } from ${JSON.stringify(demoKeyModule.href)}; readDemoKey(${JSON.stringify(folder)});`;
  const node = [process.execPath, '--input-type=module', '-e', script];
  const { status, stderr } = spawnSync('sh', ['-c', 'ulimit -f 0 && exec "$0" "$@"', ...node], { encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stderr).toContain(`The demo key ${join(folder, 'demo-key')} cannot be written (EFBIG): check its disk`);
  expect(isWellFormedKey(readDemoKey(folder))).toBe(true);
  expect(readdirSync(folder)).toEqual(['demo-key']);
});

test('DEMO_API_KEY replaces the key in the file', async () => {
  const { call, service } = await startOverShared({ demoApiKey: 'my-demo-key' });
  expect(service.demoKey).toBe('my-demo-key');
  expect((await call('/api/v1/weather?field_id=fld_demo_01', { key: 'my-demo-key' })).status).toBe(200);
});

test('DEMO_API_KEY must not be the key of an account, because every visitor would get it', async () => {
  const { addKey } = await sharedService();
  const demoApiKey = await addKey({ account: 'farm' });
  await expect(startOverShared({ demoApiKey })).rejects.toThrow(
    'DEMO_API_KEY is a key of the account farm, and visitors would get it: set a random text.',
  );
});

test('the demo key is not accepted when the demo is off', async () => {
  const first = await sharedService();
  const second = await startOverShared({ demo: false });
  expect(second.service.demoKey).toBeUndefined();
  expect((await second.call('/api/v1/weather?field_id=fld_demo_01', { key: first.demoKey })).status).toBe(401);
});
