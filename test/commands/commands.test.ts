/** The operator's commands as a person runs them: what they print, to which stream, and with which exit code. */
import { createHook } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { pauseMs } from '../../src/field-data/import/import.ts';
import { hashKey, isWellFormedKey } from '../../src/field-data/records/keys.ts';
import { entry, type Ran, runCommand } from '../support/command.ts';
import { runHere } from '../support/run-here.ts';
import { holdIn, inDatabaseOf } from '../support/postgres/schemas.ts';
import { runInTerminal } from '../support/pseudo-terminal.ts';
import { startService, folderOfTest } from '../field-data/support/service.ts';
import { addFields, inFileOf, isPostgres, storeEnvironment } from '../field-data/support/stores.ts';

/** The message of a command that created the database. */
const made = (folder: string) => (isPostgres ? '' : `Made a new database in ${folder}.\n`);
// With PostgreSQL the demo is off by default.
const demo: Record<string, string> = isPostgres ? { DEMO: 'on', DEMO_API_KEY: 'a-demo-key' } : {};

/** Runs a command on the store of a folder, in this process. */
function run(dataDir: string, command: string, ...words: string[]): Promise<Ran> {
  return runWith({}, dataDir, [command, ...words]);
}

/** Runs a command with further settings, by `how`. */
async function runWith(
  settings: Record<string, string>,
  dataDir: string,
  words: readonly string[],
  how = runHere,
): Promise<Ran> {
  return how(words, { cwd: dataDir, env: { ...(await storeEnvironment(dataDir)), ...demo, ...settings } });
}

test('a running service accepts an added field and key immediately, and refuses a revoked key immediately', async () => {
  // The service runs in this process, so commands that change its store run in others.
  const runApart = (...words: string[]) => runWith({}, dataDir, words, runCommand);
  const { dataDir, call, write } = await startService();
  const place = ['--timezone', 'Europe/Berlin', '--latitude', '52.5', '--longitude', '-13.4'];
  const added = await runApart('fields', 'add', 'fld_farm', ...place, '--account', 'farm');
  expect(added).toMatchObject({ code: 0, out: 'Added fld_farm.\n' });
  const migrated = { code: 0, out: 'The database has the schema of this version.\n', err: '' };
  expect(await run(dataDir, 'migrate')).toEqual(migrated);
  const create =
    'keys create --account farm --name Phone --mode live --scope observations:write --scope observations:write';
  const made = await runApart(...create.split(' '));
  expect(made.code).toBe(0);
  const key = made.out.trim();
  expect(isWellFormedKey(key)).toBe(true);
  expect((await write({ field_id: 'fld_farm', text: 'x' }, { key })).status).toBe(201);
  expect((await call('/api/v1/observations?field_id=fld_farm', { key })).status).toBe(403);

  const { out } = await run(dataDir, 'keys', 'list');
  expect(out).not.toContain(key);
  const mask = `fds_live_…${key.slice(-4)}`;
  expect(out.split('\n')[1]).toMatch(new RegExp(`^${mask} +farm +Phone +\\d{4}-\\d\\d-\\d\\d +observations:write$`));
  expect(await runApart('keys', 'revoke', '--account', 'farm', '--key', mask)).toMatchObject({
    code: 0,
    out: 'Revoked 1 key.\n',
  });
  expect((await write({ field_id: 'fld_farm', text: 'x' }, { key })).status).toBe(401);
  expect(await run(dataDir, 'keys', 'revoke', '--account', 'farm', '--key', key)).toMatchObject({ code: 2 });

  const fields = await run(dataDir, 'fields', 'list');
  expect(fields.out).toMatch(/fld_farm +farm +Europe\/Berlin +52.5 +-13.4/);
});

test('keys list shows every account or the one of --account; keys create warns of an account without fields and keys', async () => {
  const folder = folderOfTest();
  const create = (account: string) =>
    run(folder, 'keys', 'create', '--account', account, '--name', 'Phone', '--mode', 'test');
  const isHinted = async (account: string) => {
    const { code, err } = await create(account);
    return [code, err.includes(`\n${account} has no field and no other key yet: check the name, or add its fields.\n`)];
  };
  for (const account of ['acme', 'acme-2', 'farm']) expect(await isHinted(account)).toEqual([0, true]);
  const accountsOf = async (...words: string[]) => {
    const { code, out } = await run(folder, 'keys', 'list', ...words);
    const rows = out.trim().split('\n').slice(1);
    return [code, ...rows.map((row) => row.split(/ +/)[1])];
  };
  expect(await accountsOf()).toEqual([0, 'acme', 'acme-2', 'farm']);
  await run(folder, 'fields', 'add', 'fld_a', ...somewhere.slice(0, -1), '--account', 'grower');
  for (const account of ['grower', 'farm']) expect(await isHinted(account)).toEqual([0, false]);
  expect(await accountsOf('--account', 'acme')).toEqual([0, 'acme']);
  expect(await accountsOf('--account', 'nobody')).toEqual([0]);
  expect(await run(folder, 'keys', 'list', '--account', 'No one')).toMatchObject({ code: 2, out: '' });
});

test('fields add corrects the case of a timezone without renaming it, and accepts only plain decimals as degrees', async () => {
  const folder = folderOfTest();
  const add = (latitude: string, id = 'fld_a', timezone = 'europe/berlin') => {
    const place = ['--timezone', timezone, '--latitude', latitude, '--longitude', '+.5', '--public'];
    return run(folder, 'fields', 'add', id, ...place);
  };
  for (const latitude of [' ', '0x10', '1e1', 'Infinity', '1,5']) {
    expect([latitude, await add(latitude)]).toMatchObject([latitude, { code: 2, out: '' }]);
  }
  expect((await add('52.5')).code).toBe(0);
  expect((await run(folder, 'fields', 'list')).out).toMatch(/fld_a +\(public\) +Europe\/Berlin +52.5 +0.5/);
  // The runtime itself names this zone Asia/Calcutta.
  expect((await add('52.5', 'fld_b', 'Asia/Kolkata')).code).toBe(0);
  expect((await run(folder, 'fields', 'list')).out).toMatch(/fld_b +\(public\) +Asia\/Kolkata +52.5 +0.5/);
});

if (!isPostgres)
  test('fields add removes the records that an earlier field of the same id left, or adds nothing if that fails', async () => {
    const folder = folderOfTest();
    expect((await run(folder, 'fields', 'add', 'fld_b', ...somewhere)).code).toBe(0);
    const database = new DatabaseSync(join(folder, 'field-data.sqlite'));
    database.exec(`INSERT INTO observation VALUES ('obs_1', 'fld_a', NULL, 'live', 'general', 0, '{}', NULL, NULL);
      CREATE TRIGGER stop BEFORE DELETE ON observation BEGIN SELECT RAISE(ABORT, 'stopped'); END`);
    expect(await run(folder, 'fields', 'add', 'fld_a', ...somewhere)).toMatchObject({ code: 1, out: '' });
    expect((await run(folder, 'fields', 'list')).out).not.toContain('fld_a');
    database.exec('DROP TRIGGER stop');
    database.close();
    expect((await run(folder, 'fields', 'add', 'fld_a', ...somewhere)).code).toBe(0);
    expect((await run(folder, 'export')).out).toBe('');
  });

async function importDays(folder: string, fieldId: string): Promise<void> {
  const csv = join(folder, 'weather.csv');
  writeFileSync(csv, 'date,precipitation[mm]\n2026-05-01,1\n2026-05-02,2\n2026-05-03,3\n');
  expect((await run(folder, 'import', csv, '--field', fieldId)).code).toBe(0);
}

test('weather remove selects by local days of each field, counts the records, and deletes them only with --yes', async () => {
  const folder = folderOfTest();
  const place = ['--timezone', 'Europe/Berlin', '--latitude', '52.5', '--longitude', '13.4', '--public'];
  for (const id of ['fld_a', 'fld_b']) {
    await run(folder, 'fields', 'add', id, ...place);
    await importDays(folder, id);
  }
  expect(await run(folder, 'weather', 'remove', '--before', '2026-05-02')).toMatchObject({
    code: 2,
    out: 'FIELD  WEATHER RECORDS\nfld_a  1\nfld_b  1\n',
    err: expect.stringMatching(/^Remove 2 weather records before 2026-05-02\? This is no terminal: add --yes/),
  });
  const removed = await run(folder, 'weather', 'remove', '--before', '2026-05-03', '--field', 'fld_b', '--yes');
  expect(removed.out).toMatch(/^Removed 2 weather records\.$/m);
  const between = ['--from', '2026-05-02', '--before', '2026-05-03', '--field', 'fld_a'];
  expect((await run(folder, 'weather', 'remove', ...between)).err).toMatch(
    /^Remove 1 weather record from 2026-05-02 and before 2026-05-03\?/,
  );
  expect((await run(folder, 'weather', 'remove', ...between, '--yes')).out).toMatch(/^Removed 1 weather record\.$/m);
  expect(await run(folder, 'weather', 'remove', '--from', 'may', '--before', '2026-05-03')).toMatchObject({
    err: expect.stringContaining('--from must be a date that exists'),
  });
  expect(await run(folder, 'weather', 'remove', '--from', '2026-05-03', '--before', '2026-05-03')).toMatchObject({
    err: expect.stringContaining('--from must be before --before.'),
  });
  const left = (await run(folder, 'export')).out.trim().split('\n');
  expect(left.map((line) => `${JSON.parse(line).field_id} ${JSON.parse(line).date}`)).toEqual([
    'fld_a 2026-05-01',
    'fld_a 2026-05-03',
    'fld_b 2026-05-03',
  ]);
});

test('weather remove deletes only the kind and the granularity that it names', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...somewhere);
  const csv = join(folder, 'weather.csv');
  const rows = ['observed', 'forecast'].flatMap((kind) => [
    `${kind},daily,2026-05-01,2026-05-02`,
    `${kind},hourly,2026-05-01T06:00:00Z,2026-05-01T07:00:00Z`,
  ]);
  writeFileSync(
    csv,
    ['kind,granularity,starts_at,ends_at,precipitation[mm]', ...rows.map((row) => `${row},1`)].join('\n'),
  );
  const remove = async (...words: string[]) => {
    expect((await run(folder, 'import', csv, '--field', 'fld_a')).code).toBe(0);
    const call = ['weather', 'remove', '--before', '2026-05-02', ...words] as const;
    const { err } = await run(folder, ...call);
    expect((await run(folder, ...call, '--yes')).code).toBe(0);
    const left = (await run(folder, 'export')).out.trim().split('\n').filter(Boolean);
    return [err.split('?')[0], ...left.map((line) => `${JSON.parse(line).granularity} ${JSON.parse(line).kind}`)];
  };
  const day = 'before 2026-05-02';
  expect(await remove('--kind', 'forecast')).toEqual([
    `Remove 2 forecast weather records ${day}`,
    ...['daily observed', 'hourly observed'],
  ]);
  expect(await remove('--granularity', 'hourly')).toEqual([
    `Remove 2 hourly weather records ${day}`,
    ...['daily forecast', 'daily observed'],
  ]);
  expect(await remove('--granularity', 'daily', '--kind', 'observed')).toEqual([
    `Remove 1 daily observed weather record ${day}`,
    ...['daily forecast', 'hourly forecast', 'hourly observed'],
  ]);
  expect(await remove()).toEqual([`Remove 4 weather records ${day}`]);
});

if (!isPostgres)
  test('weather remove reports what it removed if it fails part-way, and the same command then removes the rest', async () => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_c', ...somewhere);
    await addFields(folder, 'fld_a', 'fld_b');
    for (const id of ['fld_a', 'fld_b', 'fld_c']) await importDays(folder, id);
    // Only the commit of the second field fails.
    inFileOf(
      folder,
      `CREATE TABLE kept (id INTEGER REFERENCES none (id) DEFERRABLE INITIALLY DEFERRED);
       CREATE TABLE none (id INTEGER PRIMARY KEY);
       CREATE TRIGGER stop BEFORE DELETE ON weather WHEN OLD.field_id = 'fld_b' BEGIN INSERT INTO kept VALUES (1); END`,
    );
    const removal = ['weather', 'remove', '--before', '2026-05-03', '--yes'] as const;
    expect(await run(folder, ...removal)).toMatchObject({
      code: 1,
      out: expect.not.stringContaining('Removed'),
      err: expect.stringMatching(
        /^The database .* Removed before that: 2 weather records\. Repeat the same command to go on\.\n$/,
      ),
    });
    inFileOf(folder, 'DROP TRIGGER stop');
    expect((await run(folder, ...removal)).out).toMatch(/^Removed 4 weather records\.$/m);
  });

if (!isPostgres)
  test('a running service writes while the weather of many fields is removed', async () => {
    const { dataDir, write, demoKey: key } = await startService();
    const ids = Array.from({ length: 660 }, (_, number) => `fld_${number}`);
    await addFields(dataDir, ...ids);
    const csv = join(dataDir, 'weather.csv');
    writeFileSync(csv, ['field_id,date,precipitation[mm]', ...ids.map((id) => `${id},2026-05-01,1`)].join('\n'));
    expect((await run(dataDir, 'import', csv)).code).toBe(0);
    let isDone = false;
    const removing = run(dataDir, 'weather', 'remove', '--before', '2026-05-02', '--yes').finally(() => {
      isDone = true;
    });
    let writes = 0;
    for (; !isDone; writes += 1)
      expect((await write({ field_id: 'fld_demo_01', text: 'meanwhile' }, { key })).status).toBe(201);
    expect((await removing).out).toMatch(/^Removed 660 weather records\.$/m);
    // At least one in each pause, after every ten fields.
    expect(writes).toBeGreaterThanOrEqual(60);
  });

test('weather remove does not pause for a running service after each small field', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...somewhere);
  const ids = Array.from({ length: 500 }, (_, number) => `fld_${number}`);
  await addFields(folder, ...ids);
  const csv = join(folder, 'weather.csv');
  writeFileSync(csv, ['field_id,date,precipitation[mm]', ...ids.map((id) => `${id},2026-05-01,1`)].join('\n'));
  expect((await run(folder, 'import', csv)).code).toBe(0);
  let pauses = 0;
  // A busy machine delays the command, but does not change how often it pauses.
  function init(_id: number, _type: string, _trigger: number, { _idleTimeout: ms }: { _idleTimeout?: number }) {
    if (ms === pauseMs) pauses += 1;
  }
  const hook = createHook({ init }).enable();
  const { out } = await run(folder, 'weather', 'remove', '--before', '2026-05-02', '--yes').finally(() =>
    hook.disable(),
  );
  expect(out).toMatch(/^Removed 500 weather records\.$/m);
  expect(pauses).toBeLessThan(ids.length / 5);
});

/** Adds a field with one observation, public unless `owner` is set; returns the count as commands print it. */
async function addFieldWithNote(folder: string, id = 'fld_a', ...owner: string[]): Promise<string> {
  const place = ['--timezone', 'Europe/Berlin', '--latitude', '52.5', '--longitude', '13.4'];
  await run(folder, 'fields', 'add', id, ...place, ...(owner.length > 0 ? owner : ['--public']));
  const note = join(folder, 'note.jsonl');
  writeFileSync(note, `{"field_id":"${id}","text":"x","observed_at":"2026-05-01T00:00:00Z"}\n`);
  expect((await run(folder, 'import', note)).code).toBe(0);
  return 'earth observations and 1 observation';
}

test('import counts the days of an export that was made before the timezone of the field changed', async () => {
  const folder = folderOfTest();
  await run(
    folder,
    'fields',
    'add',
    'fld_a',
    '--timezone',
    'Europe/Berlin',
    ...['--latitude', '52.5', '--longitude', '13.4', '--public'],
  );
  await importDays(folder, 'fld_a');
  const file = join(folder, 'all.jsonl');
  await run(folder, 'export', '--out', file);
  const outcome = { code: 0, out: `${file}: 0 new, 0 replaced, 3 unchanged, 0 refused\n` };
  expect(await run(folder, 'import', file)).toEqual({ ...outcome, err: '' });
  await run(folder, 'fields', 'set', 'fld_a', '--timezone', 'America/New_York', '--yes');
  const err = `${file}: 3 daily records with a date of another timezone than the field's\n`;
  expect(await run(folder, 'import', file)).toEqual({ ...outcome, err });
});

test('fields set counts the records, changes a field only with --yes, and never the account of a field with observations', async () => {
  const folder = folderOfTest();
  const counts = await addFieldWithNote(folder);
  const zone = ['fields', 'set', 'fld_a', '--timezone', 'America/New_York', '--latitude', '-1.5'] as const;
  const refused = `Change fld_a, which has 0 weather records, 0 ${counts}? This is no terminal: add --yes to confirm.`;
  expect(await run(folder, ...zone)).toMatchObject({ code: 2, err: expect.stringContaining(refused) });
  expect((await run(folder, 'fields', 'list')).out).toMatch(/fld_a +\(public\) +Europe\/Berlin +52.5/);
  expect(await run(folder, ...zone, '--yes')).toMatchObject({
    code: 0,
    out: `timezone Europe/Berlin becomes America/New_York
latitude 52.5 becomes -1.5
Stored daily weather keeps the days of the old timezone. Remove it, and import it again from its source: an export keeps the old starts.
Changed fld_a.
`,
  });
  expect((await run(folder, 'fields', 'list')).out).toMatch(/fld_a +\(public\) +America\/New_York +-1.5 +13.4/);
  await addFieldWithNote(folder, 'fld_b', '--account', 'acme');
  for (const [id, reason] of [
    ['fld_a', 'is public: others may use its 1 observation'],
    ['fld_b', 'belongs to acme: others may not see its 1 observation'],
  ] as const)
    expect(await run(folder, 'fields', 'set', id, '--account', 'farm', '--yes')).toMatchObject({
      code: 2,
      err: `${id} ${reason}. Add another field instead (fields add).\n`,
    });
});

test('fields remove counts the records of the field, and removes them and the field only with --yes', async () => {
  const folder = folderOfTest();
  const counts = `3 weather records, 0 ${await addFieldWithNote(folder)}`;
  await importDays(folder, 'fld_a');
  const remove = (...words: string[]) => run(folder, 'fields', 'remove', 'fld_a', ...words);
  const refused = `Remove fld_a with ${counts}? This is no terminal: add --yes to confirm.`;
  expect(await remove()).toMatchObject({ code: 2, err: `${refused}\n` });
  expect(await remove('--yes')).toMatchObject({ code: 0, out: `Removed fld_a with ${counts}.\n` });
  expect((await run(folder, 'export')).out).toBe('');
  const unknown = { code: 2, err: 'There is no field fld_a.\n' };
  expect(await remove('--yes')).toMatchObject(unknown);
  expect(await run(folder, 'fields', 'set', 'fld_a', '--latitude', '1')).toMatchObject(unknown);
});

test('keys revoke revokes exactly one key: it refuses an unknown key, and a shared mask unless --name selects one', async () => {
  const { dataDir, store, addKey } = await startService();
  const key = await addKey({ account: 'farm' });
  const revoke = (...words: string[]) => run(dataDir, 'keys', 'revoke', '--account', 'farm', '--key', ...words);
  const invented = `fds_live_${'0'.repeat(34)}${key.slice(-4)}`;
  expect(await revoke(invented)).toMatchObject({ code: 2, err: expect.stringMatching(/^farm has no such key/) });

  const [record] = await store.listKeys();
  if (!record) throw new Error('The key is gone.');
  await store.addKey({ ...record, hash: hashKey(invented), name: 'Twin', createdAt: record.createdAt + 1 });
  const { code, err } = await revoke(record.mask);
  expect([code, err]).toEqual([2, expect.stringContaining(`several keys (${record.name}, Twin)`)]);
  expect((await store.listKeys()).map(({ revokedAt }) => revokedAt)).toEqual([null, null]);

  expect((await revoke(record.mask.replace('…', '...'), '--name', 'Twin')).code).toBe(0);
  expect((await store.findKey(hashKey(key)))?.revokedAt).toBeNull();
  expect((await revoke(key)).code).toBe(0);
  expect((await store.findKey(hashKey(key)))?.revokedAt).not.toBeNull();
});

if (!isPostgres)
  test('commands that need stored data create no database; commands that add data report the database that they create', async () => {
    const folder = folderOfTest();
    for (const words of [
      'keys list',
      'fields list',
      'fields export',
      'export',
      'weather remove --before 2026-01-01',
      'migrate',
    ])
      expect(await run(folder, ...(words.split(' ') as [string]))).toEqual({
        code: 1,
        out: '',
        err: `There is no database in ${folder}: set FIELD_DATA_DIR to the folder of the service.\n`,
      });
    expect(readdirSync(folder)).toEqual([]);
    const other = folderOfTest();
    const refused = await run(other, 'import', 'none.csv');
    expect(refused.err).toBe(`There is no such file or folder: none.csv.\nMade a new database in ${other}.\n`);
    const key = await run(folder, 'keys', 'create', '--account', 'a', '--name', 'b', '--mode', 'live');
    expect(key).toMatchObject({ code: 0, err: expect.stringContaining(`Made a new database in ${folder}.\n`) });
    expect(await run(folder, 'keys', 'list')).toMatchObject({ code: 0, err: '' });
    // The new database is reported even if the command then fails by a bug.
    const bug = `const { now } = Date; Date.now = () => { if (new Error().stack.includes('commands/keys.ts')) throw new Error('a bug'); return now(); };`;
    const another = folderOfTest();
    const nodeFlags = ['--import', `data:text/javascript,${encodeURIComponent(bug)}`];
    const words = ['keys', 'create', '--account', 'a', '--name', 'b', '--mode', 'live'];
    const broken = await runWith({}, another, words, (of, options) => runCommand(of, { ...options, nodeFlags }));
    expect(broken).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Error: a bug') });
    expect(broken.err).toContain(`Made a new database in ${another}.\n`);
  });

test('import reports each bad line and imports the others, or none with --strict; export writes the records back', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', '--timezone', 'UTC', '--latitude', '0', '--longitude', '0', '--public');
  const csv = join(folder, 'weather.csv');
  writeFileSync(csv, 'field_id,date,temperature_max[celsius]\nfld_a,2026-05-01,20\nfld_a,2026-05-02,x\n');
  const imported = await run(folder, 'import', csv);
  expect(imported).toEqual({
    code: 1,
    out: `${csv}: 1 new, 0 replaced, 0 unchanged, 1 refused\n`,
    err: `${csv}: line 3: temperature_max/value must be a number, not "x"\n`,
  });
  const { code, out } = await run(folder, 'export', '--resource', 'weather', '--field', 'fld_a');
  expect([code, JSON.parse(out).temperature_max]).toEqual([0, { value: 20, unit: 'celsius' }]);
  expect(await run(folder, 'import', csv, '--strict')).toMatchObject({
    code: 1,
    out: `${csv}: nothing imported (--strict): 1 of 2 records were refused\n`,
  });
  expect(await run(folder, 'import', csv, 'none.csv', '--strict')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Nothing was imported \(--strict\):\nThere is no such file or folder: none\.csv\.\n$/),
  });
});

test('import reports the first 1,000 bad lines and the number of the others', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', '--timezone', 'UTC', '--latitude', '0', '--longitude', '0', '--public');
  const file = join(folder, 'bad.jsonl');
  writeFileSync(file, '{\n'.repeat(1_003));
  const { code, out, err } = await run(folder, 'import', file);
  expect([code, out]).toEqual([1, `${file}: 0 new, 0 replaced, 0 unchanged, 1003 refused\n`]);
  const lines = err.trimEnd().split('\n');
  expect(lines.slice(-2)).toEqual([`${file}: line 1000: is not JSON`, `${file}: and 3 more`]);
  expect(lines).toHaveLength(1_001);
});

test('import refuses a document over 256 MiB without reading it', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', '--timezone', 'UTC', '--latitude', '0', '--longitude', '0', '--public');
  const file = join(folder, 'large.json');
  writeFileSync(file, '');
  // A hole takes no space on the disk.
  truncateSync(file, 256 * 1024 * 1024 + 1);
  expect(await run(folder, 'import', file)).toEqual({
    code: 1,
    out: '',
    err: `${file}: The document is over 256 MiB: split it, or write it as lines.\n`,
  });
});

test('import names each file that cannot be read, and imports the others', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', '--timezone', 'UTC', '--latitude', '0', '--longitude', '0', '--public');
  const [missing = '', empty = '', csv = ''] = ['nothing.csv', 'empty.csv', 'weather.csv'].map((name) =>
    join(folder, name),
  );
  writeFileSync(empty, '');
  writeFileSync(csv, 'field_id,date,temperature_max[celsius]\nfld_a,2026-05-01,20\nfld_a,2026-05-02,\n');
  const err = `There is no such file or folder: ${missing}.\n${empty} has no records.\n`;
  const out = `${csv}: 1 new, 0 replaced, 0 unchanged, 0 refused, 1 without values\n`;
  expect(await run(folder, 'import', missing, empty, csv)).toEqual({ code: 1, out, err });
});

const forged = 'ok\nforged: 365 new, 0 replaced, 0 unchanged, 0 refused\u001b[8m\u009b2J';
const shown = 'ok?forged: 365 new, 0 replaced, 0 unchanged, 0 refused?[8m?2J';

test.each([
  [
    'the name of a property',
    'days.jsonl',
    JSON.stringify({ field_id: 'fld_a', starts_at: '2026-01-01', ends_at: '2026-01-02', [forged]: 1 }),
    `line 1: ${shown}: no such property`,
  ],
  [
    'a time',
    'days.jsonl',
    JSON.stringify({ field_id: 'fld_a', starts_at: '\u001b[2J\r', ends_at: '2026-01-02' }),
    'line 1: starts_at must be a date-time with an offset that exists, such as 2026-05-02T06:00:00Z, not ?[2J?',
  ],
  [
    'a column',
    'days.csv',
    `date,"${forged}"\n2026-01-01,1\n`,
    expect.stringContaining(`The header is not acceptable: ${shown} is no column of the contract. Columns are `),
  ],
  [
    'a unit',
    'days.json',
    JSON.stringify({
      timezone: 'UTC',
      daily_units: { temperature_2m_max: '\u009b2J' },
      daily: { time: ['2026-01-01'], temperature_2m_max: [1] },
    }),
    `Open-Meteo's daily.temperature_2m_max has the unknown unit "?2J".`,
  ],
])('import prints the control characters of %s in a file as ?', async (_of, name, text, reason) => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', '--timezone', 'UTC', '--latitude', '0', '--longitude', '0', '--public');
  const file = join(folder, name);
  writeFileSync(file, text);
  const { code, err } = await run(folder, 'import', file, '--field', 'fld_a');
  expect([code, err.replace(`${file}: `, '').trimEnd()]).toEqual([1, reason]);
  expect(err.match(/\p{Cc}/gu)).toEqual(['\n']);
});

test('import names each Open-Meteo variable that it leaves out, and refuses an empty --source', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', '--timezone', 'UTC', '--latitude', '0', '--longitude', '0', '--public');
  const file = join(folder, 'days.json');
  const daily = { time: ['2026-01-01'], temperature_2m_max: [1], sunrise: ['06:12'] };
  writeFileSync(file, JSON.stringify({ timezone: 'UTC', daily_units: { temperature_2m_max: '°C' }, daily }));
  expect(await run(folder, 'import', file, '--field', 'fld_a')).toEqual({
    code: 0,
    out: `${file}: 1 new, 0 replaced, 0 unchanged, 0 refused\n`,
    err: `${file}: daily.sunrise is left out: weather has no such property\n`,
  });
  expect(await run(folder, 'import', file, '--source', '')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--source must not be empty.'),
  });
});

test('import prints the control characters of a file name as ?', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', '--timezone', 'UTC', '--latitude', '0', '--longitude', '0', '--public');
  const file = join(folder, 'a\u001b[8m\nb.jsonl');
  writeFileSync(file, '{"field_id":"fld_a","starts_at":"2026-01-01","ends_at":"2026-01-02"}\n{}\n');
  const { out, err } = await run(folder, 'import', file);
  expect(out).toBe(`${join(folder, 'a?[8m?b.jsonl')}: 1 new, 0 replaced, 0 unchanged, 1 refused\n`);
  expect(err).toMatch(/a\?\[8m\?b\.jsonl: line 2: [^\n]+\n$/);
});

test('an export of a default installation can be imported into an empty folder', async () => {
  const { dataDir, write, demoKey } = await startService();
  const { body } = await write({ field_id: 'fld_demo_01', text: 'Mine' }, { key: demoKey });
  const exported = await run(dataDir, 'export');
  expect(
    exported.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([body.data.id]);
  const folder = folderOfTest();
  const file = join(folder, 'all.jsonl');
  writeFileSync(file, exported.out);
  expect(await run(folder, 'import', file)).toEqual({
    code: 0,
    out: `${file}: 1 new, 0 replaced, 0 unchanged, 0 refused\n`,
    err: made(folder),
  });
  expect((await run(folder, 'export')).out).toBe(exported.out);
  writeFileSync(file, '{"field_id":"fld_demo_01","starts_at":"2026-01-01","ends_at":"2026-01-02"}');
  expect((await run(folder, 'import', file)).err).toMatch(/fld_demo_01 is a demo field/);
  expect((await runWith({ DEMO: 'off' }, folder, ['import', file])).err).toMatch(/only the demo \(DEMO=on\) has/);
});

test('export with DEMO=off leaves out the observations of demo fields', async () => {
  const { dataDir, write, demoKey } = await startService();
  await write({ field_id: 'fld_demo_01', text: 'Mine' }, { key: demoKey });
  expect(await runWith({ DEMO: 'off' }, dataDir, ['export'])).toEqual({ code: 0, out: '', err: '' });
});

test('import refuses a folder with a one-sentence error', async () => {
  const folder = folderOfTest();
  const named = join(folder, 'days.csv');
  mkdirSync(named);
  expect(await run(folder, 'import', named)).toEqual({
    code: 1,
    out: '',
    err: `${named} is a folder: name the files in it.\n${made(folder)}`,
  });
});

test('export exits with code 0 and without an error when its reader closes the pipe', async () => {
  const { dataDir, write, demoKey } = await startService();
  // More than the buffer of a pipe.
  const text = 'x'.repeat(4_000);
  for (let count = 0; count < 50; count += 1) await write({ field_id: 'fld_demo_01', text }, { key: demoKey });
  const env = { PATH: process.env.PATH, ...(await storeEnvironment(dataDir)), ...demo };
  const child = spawn(process.execPath, [entry, 'export'], { env, cwd: dataDir, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.once('data', () => child.stdout.destroy());
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk);
  });
  const [code] = await once(child, 'close');
  expect([code, complaints]).toEqual([0, '']);
});

test.runIf(existsSync('/dev/full'))(
  'a command that cannot write its output prints one sentence and exits with code 1',
  async () => {
    const { dataDir, write, demoKey } = await startService();
    await write({ field_id: 'fld_demo_01', text: 'x' }, { key: demoKey });
    const toFull: typeof runCommand = (words, options) =>
      runCommand(words, { ...options, under: ['sh', '-c', 'exec "$@" > /dev/full', 'sh'] });
    const failed = { code: 1, out: '', err: 'Standard output cannot be written (ENOSPC).\n' };
    for (const words of [['export'], ['fields', 'list'], ['export', '--help'], ['doctor'], ['doctor', '--json']])
      expect(await runWith({}, dataDir, words, toFull)).toEqual(failed);
  },
);

test('a running service shows the name, crop and area of a field immediately, and CSV files preserve them', async () => {
  const { dataDir, call } = await startService();
  const place = ['--timezone', 'Europe/Berlin', '--latitude', '52.5', '--longitude', '13.4', '--public'];
  const facts = ['--name', 'North, meadow', '--crop', 'maize', '--eppo', 'ZEAMX', '--area', '12.4'];
  expect(await run(dataDir, 'fields', 'add', 'fld_a', ...place, ...facts)).toMatchObject({ code: 0 });
  const statedOf = async (id: string) => (await call(`/api/v1/weather?field_id=${id}`)).body.meta.field;
  const location = { type: 'Point', coordinates: [13.4, 52.5] };
  const stated = { crop: { name: 'maize', eppo_code: 'ZEAMX' }, location, area: { value: 12.4, unit: 'hectare' } };
  expect(await statedOf('fld_a')).toEqual({ ...stated, name: 'North, meadow' });
  const before = (await call('/api/v1/weather?field_id=fld_a')).headers.get('etag');
  // The contract counts characters; each of these is two UTF-16 units.
  const longest = '🌽'.repeat(200);
  expect(await run(dataDir, 'fields', 'set', 'fld_a', '--name', `${longest}x`)).toMatchObject({ code: 2 });
  await run(dataDir, 'fields', 'set', 'fld_a', '--name', longest, '--area', '', '--yes');
  expect(await statedOf('fld_a')).toEqual({ ...stated, name: longest, area: null });
  expect((await call('/api/v1/weather?field_id=fld_a')).headers.get('etag')).not.toBe(before);

  const exported = await run(dataDir, 'fields', 'export');
  const file = join(dataDir, 'fields.csv');
  writeFileSync(file, exported.out.replace('fld_a', 'fld_b').replace(longest, '"Mill, ""old"""'));
  expect(await run(dataDir, 'fields', 'import', file)).toMatchObject({ code: 0, out: 'Added 1 field.\n' });
  expect(await statedOf('fld_b')).toEqual({ ...stated, name: 'Mill, "old"', area: null });
  const semicolons = 'id;timezone;latitude;longitude;account;area\nfld_c;UTC;52,4;-13,4;;1,5\nfld_d;UTC;1;1;;\n';
  writeFileSync(file, semicolons);
  expect(await run(dataDir, 'fields', 'import', file)).toMatchObject({ code: 0, out: 'Added 2 fields.\n' });
  expect((await run(dataDir, 'fields', 'list')).out).toMatch(/fld_c +\(public\) +UTC +52\.4 +-13\.4 +1\.5/);
});

test('fields import adds all fields of a CSV file or none, and reports every error with its line', async () => {
  const { dataDir } = await startService();
  const file = join(dataDir, 'fields.csv');
  const header = 'ID,Timezone,Latitude,Longitude,Account,EPPO';
  writeFileSync(file, `${header}\nfld_a,UTC,1,2,farm,\nfld_b,Mars/One,91,2,farm,zea\n`);
  const { code, err } = await run(dataDir, 'fields', 'import', file);
  expect(code).toBe(2);
  expect(err.trimEnd().split('\n')).toEqual([
    'line 3: timezone must be an IANA name, for example Europe/Berlin.',
    'line 3: latitude must be degrees from -90 to 90.',
    'line 3: eppo must be five or six capital letters or digits, for example TRZAW.',
    'No field was added.',
  ]);
  expect((await run(dataDir, 'fields', 'list')).out).not.toContain('fld_a');
});

test('fields import refuses rows that do not match the header, so that a truncated row adds no public field', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'fields.csv');
  const header = 'id,timezone,latitude,longitude,account';
  const reasonOf = async (...lines: string[]) => {
    writeFileSync(file, lines.join('\n'));
    const { code, err } = await run(folder, 'fields', 'import', file);
    return [code, err.replace(made(folder), '').trimEnd()];
  };
  expect(await reasonOf(header, 'fld_a,UTC,1,2,farm', 'fld_b,UTC,1,2', 'fld_c,UTC,1,2,farm,more')).toEqual([
    2,
    `line 3: has 4 cells, the header has 5
line 4: has 6 cells, the header has 5
No field was added.`,
  ]);
  expect(await reasonOf(`${header},Account`, 'fld_a,UTC,1,2,farm,')).toEqual([2, 'The column account is there twice.']);
  expect(await reasonOf(`${header},"name"x`)).toEqual([
    2,
    'The header has text after the closing quote of a cell: write a quote in it as "".',
  ]);
  expect((await run(folder, 'fields', 'list')).out).not.toContain('fld_a');
});

test('fields import prints the control characters of a header as ?', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'fields.csv');
  writeFileSync(file, `id,timezone,latitude,longitude,account,"${forged}"\nfld_a,UTC,1,2,,x\n`);
  expect(await run(folder, 'fields', 'import', file)).toEqual({
    code: 2,
    out: '',
    err: `There is no column ${shown.toLowerCase()}: use id, timezone, latitude, longitude, account, name, crop, eppo, area.\n${made(folder)}`,
  });
});

test('fields import names the line of an id that is in the file twice, or in the database', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'fields.csv');
  expect((await run(folder, 'fields', 'add', 'fld_old', ...somewhere)).code).toBe(0);
  const ids = ['fld_a', 'fld_old', 'fld_a', 'fld_b', 'fld_a'];
  writeFileSync(file, ['id,timezone,latitude,longitude,account', ...ids.map((id) => `${id},UTC,1,2,`)].join('\n'));
  expect(await run(folder, 'fields', 'import', file)).toEqual({
    code: 2,
    out: '',
    err: `line 3: fld_old is in the database already.
line 4: fld_a is in line 2 already.
line 6: fld_a is in line 2 already.
No field was added.
`,
  });
  expect((await run(folder, 'fields', 'list')).out).not.toContain('fld_a');
});

test('fields import refuses a number whose decimal mark differs from that of the first number', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'fields.csv');
  const header = 'id;timezone;latitude;longitude;account;area';
  writeFileSync(file, `${header}\nfld_a;UTC;1,5;2;;12,4\nfld_b;UTC;1;2;;1.234\nfld_c;UTC;abc;2;;\n`);
  expect((await run(folder, 'fields', 'import', file)).err).toContain(
    'line 3: area must be a number, not 1.234: all of a file have one decimal mark\nline 4: latitude must be degrees from -90 to 90',
  );
});

test.each([
  ['missing columns', 'id,timezone,latitude', 'Missing columns: longitude, account.'],
  ['tabs', 'id\ttimezone', 'Tabs separate nothing here: save the file with commas or semicolons.'],
  [
    'a column without a name',
    'id,timezone,latitude,longitude,account,',
    'Column 6 has no name: remove it, or name it.',
  ],
])('fields import reports %s', async (_, header, sentence) => {
  const folder = folderOfTest();
  const file = join(folder, 'fields.csv');
  writeFileSync(file, `${header}\n`);
  const { code, err } = await run(folder, 'fields', 'import', file);
  expect([code, err.trimEnd().split('\n')[0]]).toEqual([2, sentence]);
});

test('fields import skips the sep= line and the empty rows that spreadsheets write', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'fields.csv');
  writeFileSync(file, 'sep=;\r\nid;timezone;latitude;longitude;account\r\nfld_a;UTC;1,5;2;\r\n;;;;\r\n');
  expect(await run(folder, 'fields', 'import', file)).toMatchObject({ code: 0, out: 'Added 1 field.\n' });
});

test('fields import refuses a folder with a one-sentence error', async () => {
  const folder = folderOfTest();
  expect(await run(folder, 'fields', 'import', folder)).toEqual({
    code: 1,
    out: '',
    err: `The path is a folder: name a file in it.\n${made(folder)}`,
  });
});

const somewhere = ['--timezone', 'UTC', '--latitude', '0', '--longitude', '0', '--public'] as const;

test('a change of the crop clears its EPPO code, and an EPPO code without a crop is refused', async () => {
  const folder = folderOfTest();
  const refusal = { code: 2, err: expect.stringMatching(/^--eppo is the code of a crop: name the crop too\.$/m) };
  expect(await run(folder, 'fields', 'add', 'fld_a', ...somewhere, '--eppo', 'TRZAW')).toMatchObject(refusal);
  const wheat = ['--crop', 'wheat', '--eppo', 'TRZAW'];
  expect((await run(folder, 'fields', 'add', 'fld_a', ...somewhere, ...wheat)).code).toBe(0);
  expect(await run(folder, 'fields', 'add', 'fld_a', ...somewhere)).toMatchObject({
    code: 2,
    err: 'fld_a is there already: change it with fields set.\n',
  });
  const set = (...words: string[]) => run(folder, 'fields', 'set', 'fld_a', ...words, '--yes');
  expect((await set('--crop', 'maize')).out).toBe(`crop wheat becomes maize
eppo TRZAW becomes (unknown)
Changed fld_a.
`);
  expect((await set('--crop', 'wheat', '--eppo', 'TRZAW')).code).toBe(0);
  expect(await set('--crop', '', '--eppo', 'ZEAMX')).toMatchObject(refusal);
  expect((await set('--crop', '')).out).toContain('eppo TRZAW becomes (unknown)');
  expect(await set('--eppo', 'ZEAMX')).toMatchObject(refusal);
  const file = join(folder, 'fields.csv');
  writeFileSync(file, 'id,timezone,latitude,longitude,account,eppo\nfld_b,UTC,1,2,farm,TRZAW\n');
  expect(await run(folder, 'fields', 'import', file)).toMatchObject({
    code: 2,
    err: 'line 2: eppo is the code of a crop: name the crop too.\nNo field was added.\n',
  });
});

test('the repetition of an interrupted import writes again the records that were removed since', async () => {
  const folder = folderOfTest();
  const hours = Array.from({ length: 3_000 }, (_, hour) => {
    const [starts, ends] = [hour, hour + 1].map((each) => new Date(Date.UTC(2025, 0, 1, each)).toISOString());
    return `${starts},${ends},hourly,1\n`;
  });
  const file = join(folder, 'hours.csv');
  // A line that is too long stops each import after its first batch.
  writeFileSync(file, ['starts_at,ends_at,granularity,precipitation[mm]\n', ...hours, ' '.repeat(8_000_001)].join(''));
  const add = () => run(folder, 'fields', 'add', 'fld_a', ...somewhere);
  const storedAfterImport = async () => {
    const err = `${file}: The file has a line that is too long to be one. Imported before that: 2000 records.\n`;
    expect(await run(folder, 'import', file, '--field', 'fld_a')).toEqual({ code: 1, out: '', err });
    return (await run(folder, 'export', '--resource', 'weather')).out.split('\n').length - 1;
  };
  await add();
  const stored = await storedAfterImport();
  expect(stored).toBeGreaterThan(0);
  await run(folder, 'weather', 'remove', '--before', '2026-01-01', '--yes');
  expect(await storedAfterImport()).toBe(stored);
  await run(folder, 'fields', 'remove', 'fld_a', '--yes');
  await add();
  expect(await storedAfterImport()).toBe(stored);
});

test('an import that a signal ends reports what it stored, and the same command goes on', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...somewhere);
  const file = join(folder, 'hours.csv');
  const hours = Array.from(
    { length: 200_000 },
    (_, hour) => `hourly,${new Date(Date.UTC(2000, 0, 1, hour)).toISOString()},1`,
  );
  // The error of this line shows that two batches are stored. The pauses after it take two seconds at least.
  hours[5_000] = 'hourly,x,1';
  writeFileSync(file, ['granularity,starts_at,precipitation[mm]', ...hours].join('\n'));
  const env = await storeEnvironment(folder);
  const interrupt = async (...words: string[]) => {
    const child = spawn(process.execPath, [entry, 'import', file, '--field', 'fld_a', ...words], {
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (data) => {
      err += data;
    });
    await once(child.stderr, 'data');
    const closed = once(child, 'close');
    child.kill('SIGINT');
    expect(await closed).toEqual([null, 'SIGINT']);
    return err.trimEnd().split('\n').at(-1);
  };
  expect(await interrupt('--strict')).toBe(`${file}: Interrupted. Nothing was imported (--strict).`);
  const stored = async () => (await run(folder, 'export', '--resource', 'weather')).out.split('\n').length - 1;
  expect(await stored()).toBe(0);
  for (const call of ['first', 'second']) {
    const sentence = /: Interrupted\. Imported so far: (\d+) records\. Repeat the same command to go on\.$/;
    const count = Number(sentence.exec((await interrupt()) ?? '')?.[1]);
    expect(count, call).toBeGreaterThanOrEqual(4_000);
    // A batch whose result had not arrived may be stored, too.
    expect(count, call).toBeLessThanOrEqual(await stored());
  }
});

test('weather remove counts the records of more fields than may wait for a connection', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'fields.csv');
  const rows = Array.from({ length: 2_500 }, (_, number) => `fld_${number},UTC,0,0,`);
  writeFileSync(file, ['id,timezone,latitude,longitude,account', ...rows].join('\n'));
  expect(await run(folder, 'fields', 'import', file)).toMatchObject({ out: 'Added 2500 fields.\n' });
  expect(await run(folder, 'weather', 'remove', '--before', '2026-01-01')).toEqual({
    code: 0,
    out: 'No weather begins before 2026-01-01.\n',
    err: '',
  });
});

/** Runs a command on a terminal up to its question, runs `meanwhile`, and types the answer. */
const runWithAnswer = async (folder: string, words: string[], answer: string, meanwhile?: () => Promise<void>) =>
  runInTerminal(words, { ...(await storeEnvironment(folder)), ...demo }, answer, meanwhile);

test('fields set preserves changes and protects observations that other processes make before it is confirmed', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...somewhere);
  const rename = ['fields', 'set', 'fld_a', '--name', 'North'];
  const renamed = await runWithAnswer(folder, rename, 'y', async () => {
    await run(folder, 'fields', 'set', 'fld_a', '--area', '5', '--yes');
  });
  expect(renamed).toMatchObject({ code: 0, text: expect.stringContaining('Changed fld_a.') });
  const exported = (await run(folder, 'fields', 'export')).out;
  expect(exported).toContain('fld_a,UTC,0,0,,North,,,5\n');

  const assigned = await runWithAnswer(folder, ['fields', 'set', 'fld_a', '--account', 'farm'], 'y', async () => {
    await addFieldWithNote(folder);
  });
  expect(assigned).toMatchObject({
    code: 2,
    text: expect.stringContaining('fld_a is public: others may use its 1 observation.'),
  });
  expect((await run(folder, 'fields', 'export')).out).toBe(exported);
});

if (isPostgres)
  test('fields set waits for uncommitted writes of others, preserves their changes, and protects their observations', async () => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...somewhere);
    const setOver = async (text: string, ...words: string[]) => {
      const holder = await holdIn(folder, text);
      const ran = run(folder, 'fields', 'set', 'fld_a', ...words, '--yes');
      await Promise.race([ran, holder.isWaitedFor()]);
      await holder.end('COMMIT');
      return ran;
    };
    expect(await setOver('UPDATE field SET hectares = 5', '--name', 'North')).toMatchObject({ code: 0 });
    const exported = (await run(folder, 'fields', 'export')).out;
    expect(exported).toContain('fld_a,UTC,0,0,,North,,,5\n');
    const note = `INSERT INTO observation (account, id, field_id, mode, category, observed_at, record)
      VALUES ('other', 'obs_1', 'fld_a', 'live', 'general', 0, '{}')`;
    expect(await setOver(note, '--account', 'farm')).toMatchObject({
      code: 2,
      err: expect.stringContaining('fld_a is public: others may use its 1 observation.'),
    });
    expect((await run(folder, 'fields', 'export')).out).toBe(exported);
  });

test('import --strict of a missing file names the file and not the database', async () => {
  const [folder, file] = [folderOfTest(), '/nowhere/weather.jsonl'];
  await run(folder, 'fields', 'add', 'fld_a', ...somewhere);
  const { code, err } = await run(folder, 'import', '--strict', file);
  expect([code, err]).toEqual([1, `There is no such file or folder: ${file}.\n`]);
});

if (isPostgres)
  test('import reports that the same command continues it if the database ends its connection', async () => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...somewhere);
    const holder = await holdIn(folder, 'LOCK TABLE weather IN SHARE MODE');
    const csv = join(folder, 'weather.csv');
    writeFileSync(csv, 'date,precipitation[mm]\n2026-05-01,1\n');
    const importAgain = () => run(folder, 'import', csv, '--field', 'fld_a');
    const imported = importAgain();
    await holder.isWaitedFor();
    const waiting = "FROM pg_locks WHERE NOT granted AND relation = 'weather'::regclass";
    await inDatabaseOf(folder, `SELECT pg_terminate_backend(pid) ${waiting}`);
    expect(await imported).toMatchObject({
      code: 1,
      err: expect.stringMatching(/57P01.* The batches so far are stored: repeat the same command to go on\.\n$/),
    });
    await holder.end();
    expect(await importAgain()).toMatchObject({ code: 0 });
  });

if (!isPostgres)
  test('an import that a lock stops part-way reports that its batches are stored, and which files it did not try', async () => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...somewhere);
    const hours = Array.from({ length: 20_000 }, (_, at) => `${new Date(at * 3_600_000).toISOString()},hourly,0.2\n`);
    writeFileSync(join(folder, 'hours.csv'), ['starts_at,granularity,precipitation[mm]\n', ...hours].join(''));
    writeFileSync(join(folder, 'day.csv'), 'date,precipitation[mm]\n2026-05-01,1\n');
    const importBoth = () => run(folder, 'import', 'hours.csv', 'day.csv', '--field', 'fld_a');
    using other = new DatabaseSync(join(folder, 'field-data.sqlite'));
    const importing = importBoth();
    const progress = other.prepare('SELECT entries FROM import_progress');
    await expect.poll(() => progress.all().length, { interval: 5 }).toBe(1);
    other.exec('BEGIN IMMEDIATE');
    expect(await importing).toEqual({
      code: 1,
      out: '',
      err: `The database ${join(folder, 'field-data.sqlite')} is in use by another process for longer than this one waits: let its import, removal or backup end, then try again. The batches so far are stored: repeat the same command to go on.
Not tried: day.csv
`,
    });
    other.exec('ROLLBACK');
    const { out } = await importBoth();
    expect(out).toMatch(
      /^hours\.csv: \d+ new, 0 replaced, 0 unchanged, 0 refused, \d+000 done before\nday\.csv: 1 new, .*\n$/,
    );
  });

test('fields remove removes nothing if records were added before it was confirmed', async () => {
  const folder = folderOfTest();
  await addFieldWithNote(folder);
  const { code, text } = await runWithAnswer(folder, ['fields', 'remove', 'fld_a'], 'y', () =>
    importDays(folder, 'fld_a'),
  );
  const left = 'fld_a has 3 weather records, 0 earth observations and 1 observation by now. Nothing was removed';
  expect([code, text]).toEqual([2, expect.stringContaining(left)]);
  expect((await run(folder, 'export')).out.trim().split('\n')).toHaveLength(4);
  const agreed = await runWithAnswer(folder, ['fields', 'remove', 'fld_a'], 'y');
  expect(agreed).toMatchObject({ code: 0, text: expect.stringContaining('Removed fld_a with 3 weather records') });
});

test('weather remove removes no records that arrived during its question', async () => {
  const folder = folderOfTest();
  await addFieldWithNote(folder);
  const remove = ['weather', 'remove', '--before', '2027-01-01'];
  await importDays(folder, 'fld_a');
  const { code, text } = await runWithAnswer(folder, remove, 'y', async () => {
    const more = join(folder, 'more.csv');
    writeFileSync(more, 'date,precipitation [mm]\n2025-05-01,1\n');
    expect((await run(folder, 'import', more, '--field', 'fld_a')).code).toBe(0);
  });
  const reason = 'fld_a has 4 such records by now. Removed before that: 0 weather records. Call the command again.';
  expect([code, text]).toEqual([2, expect.stringContaining(reason)]);
  expect(await runWithAnswer(folder, remove, 'y')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/█ 100 % {2}weather[^█]*Removed 4 weather records\./),
  });
});

test.each(['\u0003', '\u0004'])(
  'the control character %j answers the confirmation of a command with no',
  async (key) => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...somewhere);
    const { code, text } = await runWithAnswer(folder, ['fields', 'remove', 'fld_a'], key);
    expect([code, stripVTControlCharacters(text).split('[y/N]')[1]?.trim()]).toEqual([0, 'Nothing was changed.']);
  },
);

test('fields export writes very small numbers in the form that fields import reads', async () => {
  const folder = folderOfTest();
  const tiny = ['--timezone', 'UTC', '--latitude', '0.0000001', '--longitude', '-.00000025', '--public'];
  expect((await run(folder, 'fields', 'add', 'fld_a', ...tiny, '--area', '0.0000003')).code).toBe(0);
  const { out } = await run(folder, 'fields', 'export');
  expect(out).toContain('fld_a,UTC,0.0000001,-0.00000025,,,,,0.0000003\n');
  const file = join(folder, 'fields.csv');
  writeFileSync(file, out.replace('fld_a', 'fld_b'));
  expect(await run(folder, 'fields', 'import', file)).toMatchObject({ code: 0, out: 'Added 1 field.\n' });
});
