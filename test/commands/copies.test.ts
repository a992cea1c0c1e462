/** Backups of the database: how an operator makes and restores them by the documented commands. */
import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFieldDataService } from '../../src/field-data/server.ts';
import { createCall, folderOfTest, usual, writeBy } from '../field-data/support/service.ts';
import { inFileOf } from '../field-data/support/stores.ts';
import { runCommand, runUnprivileged } from '../support/command.ts';
import { doctor } from '../support/doctor.ts';
import { runHere } from '../support/run-here.ts';
import { canMount, runOnSmallDisk } from '../support/small-disk.ts';

const run = (dataDir: string, ...words: string[]) => runHere(words, { cwd: dataDir, env: { FIELD_DATA_DIR: dataDir } });

const place = ['--timezone', 'Europe/Berlin', '--latitude', '52.5', '--longitude', '13.4', '--public'];
const idsIn = async (dataDir: string) =>
  [...(await run(dataDir, 'fields', 'list')).out.matchAll(/^fld_\w+/gm)].join(' ');

/** Makes spies on `fs` effective in modules that import its functions by name, until the test ends. */
function showUntilEnd(...spies: { mockRestore(): void }[]): void {
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  });
}

test('a backup made while the service runs is restored after it has stopped, and the replaced database is retained', async () => {
  // File locks only work between processes.
  const runApart = (...words: string[]) => runCommand(words, { cwd: dataDir, env: { FIELD_DATA_DIR: dataDir } });
  const dataDir = folderOfTest();
  const service = await createFieldDataService({ ...usual, dataDir, demo: true });
  const write = async (text: string) => {
    const input = { field_id: 'fld_demo_01', text };
    expect((await writeBy(createCall(service), input, { key: service.demoKey })).status).toBe(201);
  };
  await write('Before.');
  const copy = join(folderOfTest(), 'copy.sqlite');
  expect(await runApart('backup', copy)).toMatchObject({ code: 0, out: `Copied the database to ${copy}.\n` });
  expect(statSync(copy).mode % 0o1000).toBe(0o600);
  await write('After.');
  const notes = ['export', '--field', 'fld_demo_01', '--resource', 'observations'];
  expect(await runApart(...notes)).toMatchObject({ code: 0, out: expect.stringContaining('After.') });

  const refused = await runApart('restore', copy, '--yes');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is in use: stop the service first.') });
  await service.close();

  const restored = await runApart('restore', copy, '--yes');
  expect(restored).toMatchObject({ code: 0, err: '' });
  const [, replaced = ''] = /The database that was there is (\S+)\.\n/.exec(restored.out) ?? [];
  expect(existsSync(replaced)).toBe(true);
  const { out: texts } = await run(dataDir, 'export', '--resource', 'observations');
  expect(texts).toContain('Before.');
  expect(texts).not.toContain('After.');
});

test('backup of a symlinked database includes its latest writes, and restore replaces the target of the link', async () => {
  const [dataDir, disk] = [folderOfTest(), folderOfTest()];
  const runApart = (...words: string[]) => runCommand(words, { cwd: disk, env: { FIELD_DATA_DIR: dataDir } });
  symlinkSync(join(disk, 'target'), join(dataDir, 'field-data.sqlite'));
  const service = await createFieldDataService({ ...usual, dataDir, demo: true });
  const input = { field_id: 'fld_demo_01', text: 'Rust.' };
  expect((await writeBy(createCall(service), input, { key: service.demoKey })).status).toBe(201);
  expect(await runApart('backup', 'copy')).toMatchObject({ code: 0 });
  await service.close();
  expect(await runApart('restore', 'copy', '--yes')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`The database that was there is ${join(disk, 'target')}.`),
  });
  expect((await runApart('export', '--resource', 'observations')).out).toContain('Rust.');
  expect(lstatSync(join(dataDir, 'field-data.sqlite')).isSymbolicLink()).toBe(true);
});

test('backup of a database that no process has open leaves no -wal or -shm file next to it', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  expect((await run(folder, 'backup', join(folderOfTest(), 'copy.sqlite'))).code).toBe(0);
  // Doctor takes a -wal file as a sign that a process has the database open.
  expect(readdirSync(folder).toSorted()).toEqual(['field-data.sqlite', 'last-backup']);
});

test('a backup does not contain the text of removed records, although the database file still does', async () => {
  const folder = folderOfTest();
  const [database, note] = [join(folder, 'field-data.sqlite'), join(folder, 'note.jsonl')];
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  writeFileSync(note, '{"field_id":"fld_a","text":"Rust on rye.","observed_at":"2026-05-01T00:00:00Z"}');
  expect(await run(folder, 'import', note)).toMatchObject({ code: 0 });
  expect(await run(folder, 'fields', 'remove', 'fld_a', '--yes')).toMatchObject({ code: 0 });
  expect(readFileSync(database, 'latin1')).toContain('Rust on rye.');
  expect(await run(folder, 'backup', 'copy.sqlite')).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'copy.sqlite'), 'latin1')).not.toContain('Rust on rye.');
});

test('a backup that a signal ends while it copies leaves no partial file', async () => {
  const [folder, target] = [folderOfTest(), folderOfTest()];
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  inFileOf(folder, 'CREATE TABLE filler AS SELECT zeroblob(200000000)');
  const copying = runCommand(['backup', join(target, 'copy.sqlite')], {
    env: { FIELD_DATA_DIR: folder },
    under: ['sh', '-c', '(until [ "$(ls "$0")" ]; do :; done; kill $$) & exec "$@"', target],
  });
  expect(await copying).toEqual({ code: Number.NaN, out: '', err: '' });
  expect(readdirSync(target)).toEqual([]);
});

test('a signal during the check of a copy ends a restore, and changes nothing', async () => {
  const [folder, other] = [folderOfTest(), folderOfTest()];
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  await run(other, 'fields', 'add', 'fld_b', ...place);
  inFileOf(other, 'CREATE TABLE filler AS SELECT randomblob(400000000)');
  const copy = join(other, 'field-data.sqlite');
  // The check begins once the copy has its whole length.
  const isCopied = '[ "$(stat -c %s "$0"/*.part 2>/dev/null)" = "$(stat -c %s "$1")" ]';
  const restoring = runCommand(['restore', copy, '--yes'], {
    env: { FIELD_DATA_DIR: folder },
    under: ['sh', '-c', `(until ${isCopied}; do :; done; kill $$) & shift; exec "$@"`, folder, copy],
  });
  expect(await restoring).toEqual({ code: Number.NaN, out: '', err: '' });
  expect(readdirSync(folder)).toEqual(['field-data.sqlite']);
  expect(await idsIn(folder)).toBe('fld_a');
});

test('backup refuses a database without tables, which an interrupted start leaves', async () => {
  const folder = folderOfTest();
  writeFileSync(join(folder, 'field-data.sqlite'), '');
  expect(await run(folder, 'backup', 'copy.sqlite')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database \S+ is damaged, or is not a database: restore a backup/),
  });
  expect(readdirSync(folder)).toEqual(['field-data.sqlite']);
});

test('backup fails and leaves no copy if the database is written while it is copied', async () => {
  const [folder, other] = [folderOfTest(), folderOfTest()];
  const database = join(folder, 'field-data.sqlite');
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  utimesSync(database, 0, 0);
  const { openSync } = fs;
  const open = vi.spyOn(fs, 'openSync').mockImplementation((path, ...how) => {
    if (String(path).startsWith(other)) utimesSync(database, 1, 1);
    return openSync(path, ...how);
  });
  showUntilEnd(open);
  expect(await run(folder, 'backup', join(other, 'copy.sqlite'))).toEqual({
    code: 1,
    out: '',
    err: `The database ${database} was written while it was copied: try again.\n`,
  });
  expect(readdirSync(other)).toEqual([]);
});

test('restore needs a confirmation and a complete database, backup needs a new file; a refused call changes nothing', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  expect((await run(folder, 'backup', join(folder, 'copy.sqlite'))).code).toBe(0);
  await run(folder, 'fields', 'add', 'fld_b', ...place);
  writeFileSync(join(folder, 'text'), 'This is no database.');
  {
    using other = new DatabaseSync(join(folder, 'other'));
    other.exec('CREATE TABLE field (id)');
  }
  for (const [words, code, sentence] of [
    [['restore', 'copy.sqlite'], 2, 'This is no terminal: add --yes to confirm.'],
    [['restore', 'text', '--yes'], 1, 'text is not a complete database of Fieldgraph.'],
    [['restore', 'other', '--yes'], 1, 'other is not a complete database of Fieldgraph.'],
    [['restore', 'none', '--yes'], 1, 'There is no file none.'],
    [['restore', 'none'], 1, 'There is no file none.'],
    [['restore'], 2, 'Name one file to restore.'],
    [['restore', ''], 2, 'Name one file to restore.'],
    [['backup', ''], 2, 'Name one file to write.'],
    [['backup', 'copy.sqlite'], 2, 'copy.sqlite exists already: name a new file.'],
    [['backup', 'none/copy.sqlite'], 1, 'There is no such file or folder: none/copy.sqlite.\n'],
    [['backup'], 2, 'Name one file to write.'],
  ] as const) {
    expect(await run(folder, ...words)).toMatchObject({ code, err: expect.stringContaining(sentence) });
  }
  expect(await idsIn(folder)).toBe('fld_a fld_b');
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect((await run(folder, 'restore', 'copy.sqlite', '--yes')).code).toBe(0);
  expect(await idsIn(folder)).toBe('fld_a');
});

test('restore replaces a damaged database with its -wal and -shm files, or a lone -wal file, and retains each', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  await run(folder, 'backup', 'copy.sqlite');
  const database = join(folder, 'field-data.sqlite');
  for (const suffix of ['', '-wal', '-shm']) writeFileSync(database + suffix, 'nonsense');
  expect(await run(folder, 'restore', 'copy.sqlite', '--yes')).toMatchObject({ code: 0, err: '' });
  expect(await idsIn(folder)).toBe('fld_a');
  rmSync(database);
  writeFileSync(`${database}-wal`, 'of a database that was moved away');
  const env = { FIELD_DATA_DIR: '.' };
  expect(await runHere(['restore', 'copy.sqlite', '--yes'], { cwd: folder, env })).toMatchObject({
    code: 0,
    out: `Restored copy.sqlite to ${folder}. There was no database there.
Everything since the copy is undone. Keys revoked since then are valid again: check npm start --silent -- keys list.
`,
  });
  expect(await idsIn(folder)).toBe('fld_a');
  // Both calls retained what they replaced. SQLite itself may delete the nonsense next to a database.
  const replaced = readdirSync(folder).filter((name) => /^field-data\.sqlite\.\w+(-wal)?$/.test(name));
  const texts = replaced.map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(new Set(texts)).toEqual(new Set(['nonsense', 'of a database that was moved away']));
});

test('restore and doctor refuse a copy whose latest writes are in a -wal file, also through a link to the copy', async () => {
  const [dataDir, empty] = [folderOfTest(), folderOfTest()];
  await run(dataDir, 'fields', 'add', 'fld_a', ...place);
  await run(dataDir, 'backup', 'copy.sqlite');
  const open = new DatabaseSync(join(dataDir, 'copy.sqlite'));
  onTestFinished(() => open.close());
  open.exec("PRAGMA journal_mode = WAL; UPDATE field SET name = 'Home'");
  symlinkSync(join(dataDir, 'copy.sqlite'), join(empty, 'link'));
  const refusal = (file: string) =>
    `${file} lacks the latest writes, which are still in ${join(dataDir, 'copy.sqlite-wal')}: close the program that has it open, or set FIELD_DATA_DIR to its folder and run the command backup.`;
  expect(await run(empty, 'restore', 'link', '--yes')).toEqual({ code: 1, out: '', err: `${refusal('link')}\n` });
  expect(readdirSync(empty)).toEqual(['link']);
  const last = join(dataDir, 'copy.sqlite');
  expect((await doctor(dataDir)).seen).toEqual([`backup error: The last backup cannot be restored: ${refusal(last)}`]);
});

test('restore copies the replaced database on a file system without hard links', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  await run(folder, 'backup', 'copy.sqlite');
  await run(folder, 'fields', 'add', 'fld_b', ...place);
  const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('no links'), { code: 'EPERM' });
  });
  showUntilEnd(link);
  const { code, out } = await run(folder, 'restore', 'copy.sqlite', '--yes');
  expect([code, await idsIn(folder)]).toEqual([0, 'fld_a']);
  const [, replaced = ''] = /The database that was there is (\S+)\.\n/.exec(out) ?? [];
  expect((await run(folder, 'restore', replaced, '--yes')).code).toBe(0);
  expect(await idsIn(folder)).toBe('fld_a fld_b');
});

test.each([['backup'], ['export', '--out']])(
  '%s flushes its file to the disk before the rename, and the folder after it',
  async (...words) => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...place);
    const { fsyncSync, renameSync } = fs;
    const steps: string[] = [];
    showUntilEnd(
      vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
        steps.push(fs.fstatSync(descriptor).isDirectory() ? 'folder' : 'file');
        fsyncSync(descriptor);
      }),
      vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
        steps.push('name');
        renameSync(from, to);
      }),
    );
    expect(await run(folder, ...words, 'copy')).toMatchObject({ code: 0, err: '' });
    // The steps for the record of the backup follow.
    expect(steps.slice(0, 3)).toEqual(['file', 'name', 'folder']);
  },
);

test.each([['backup'], ['export', '--out']])(
  '%s writes a new private file, and neither follows nor replaces a link at the name of its temporary file',
  async (...words) => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...place);
    const [copy, part, other] = [join(folder, 'copy'), join(folder, 'copy.part'), join(folder, 'other')];
    writeFileSync(other, 'of another');
    symlinkSync(other, part);
    expect(await run(folder, ...words, 'copy')).toMatchObject({ code: 0, err: '' });
    expect([lstatSync(copy).isFile(), statSync(copy).mode % 0o1000]).toEqual([true, 0o600]);
    expect(readFileSync(other, 'utf8')).toBe('of another');
    expect(readdirSync(folder)).toContain('copy.part');
  },
);

test.runIf(canMount())(
  'backup, export and restore report a full disk with the path of the file that they write',
  async () => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...place);
    const [disk, copy] = [folderOfTest(), 'copy.sqlite'];
    const options = { cwd: disk, env: { FIELD_DATA_DIR: folder } };
    const file = join(disk, copy);
    expect(await runOnSmallDisk(disk)(['backup', file], options)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        `^The copy needs at least \\d{5} bytes, and the disk of ${file} has \\d{1,5} free: free some space, or write it to another disk.\n$`,
      ),
    });
    const days = Array.from({ length: 30 }, (_, at) => `2026-04-${String(at + 1).padStart(2, '0')},1\n`);
    writeFileSync(join(folder, 'w.csv'), `date,precipitation[millimetre]\n${days.join('')}`);
    await run(folder, 'import', 'w.csv', '--field', 'fld_a');
    expect(await runOnSmallDisk(disk)(['export', '--out', file], options)).toEqual({
      code: 1,
      out: '',
      err: `The disk of ${file} is full: free some space.\n`,
    });
    await run(folder, 'backup', copy);
    const onDisk = { cwd: folder, env: { FIELD_DATA_DIR: disk } };
    expect(await runOnSmallDisk(disk)(['restore', copy, '--yes'], onDisk)).toEqual({
      code: 1,
      out: '',
      err: `The disk of ${join(disk, 'field-data.sqlite')} is full: free some space.\n`,
    });
  },
);

test.runIf(canMount())(
  'a backup is made where only its records fit, not the half-empty pages of the database',
  async () => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...place);
    const database = new DatabaseSync(join(folder, 'field-data.sqlite'));
    // Of five records of a page, two stay: 2 MB of pages have 800 KB.
    database.exec(`CREATE TABLE filler AS WITH RECURSIVE each(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM each LIMIT 2500)
    SELECT at, zeroblob(780) FROM each; DELETE FROM filler WHERE at % 5 > 1`);
    database.close();
    const disk = folderOfTest();
    const options = { cwd: disk, env: { FIELD_DATA_DIR: folder } };
    const result = await runOnSmallDisk(disk, '1m')(['backup', join(disk, 'copy.sqlite')], options);
    expect(result).toMatchObject({ code: 0, err: '' });
  },
);

test.runIf(canMount())('a backup of long records that do not fit is refused before it fills the disk', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  const database = new DatabaseSync(join(folder, 'field-data.sqlite'));
  // The end of each record is in a page of its own, and a third of the records are deleted.
  database.exec(`CREATE TABLE filler (at INTEGER, record TEXT, PRIMARY KEY (at)) WITHOUT ROWID;
    WITH RECURSIVE each(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM each LIMIT 450)
    INSERT INTO filler SELECT at, hex(zeroblob(1000)) FROM each; DELETE FROM filler WHERE at % 3 = 1`);
  database.close();
  const disk = folderOfTest();
  const options = { cwd: disk, env: { FIELD_DATA_DIR: folder } };
  const { code, err } = await runOnSmallDisk(disk, '1m')(['backup', join(disk, 'copy.sqlite')], options);
  expect([code, err]).toEqual([1, expect.stringMatching(/^The copy needs at least \d+ bytes/)]);
});

test.runIf(canMount())(
  'a backup to the disk of a database in use leaves space for the writes of the service, or is refused',
  async () => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...place);
    const [dataDir, other] = [folderOfTest(), folderOfTest()];
    const mount = (size: string, at: string) => `mount -t tmpfs -o size=${size} none ${at}`;
    const script = `${mount('7m', dataDir)} && ${mount('4m', other)} && cp ${folder}/* ${dataDir} && exec "$0" "$@"`;
    const under = ['unshare', '-rm', 'sh', '-c', script];
    const copyTo = (file: string) => runCommand(['backup', file], { under, env: { FIELD_DATA_DIR: dataDir } });
    const database = new DatabaseSync(join(folder, 'field-data.sqlite'));
    // It has a -wal as long as it is open.
    database.exec('CREATE TABLE filler AS SELECT zeroblob(2000000); PRAGMA wal_checkpoint');
    const file = join(dataDir, 'copy.sqlite');
    expect(await copyTo(file)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        `^The copy needs at least 6\\d{6} bytes with space for writes of the service, and the disk of ${file} has [34]\\d{6} free: free some space, or write it to another disk.\n$`,
      ),
    });
    // The two copies below fit, but would not if they had to leave 4 MiB.
    expect(await copyTo(join(other, 'copy.sqlite'))).toMatchObject({ code: 0, err: '' });
    database.close();
    expect(await copyTo(file)).toMatchObject({ code: 0, err: '' });
  },
);

test('a backup that the file size limit stops names the new file in its error, and leaves no partial file', async () => {
  const [folder, target] = [folderOfTest(), folderOfTest()];
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  const database = new DatabaseSync(join(folder, 'field-data.sqlite'));
  // Larger than the cache of SQLite, so that the copy has a journal.
  database.exec('CREATE TABLE filler AS SELECT zeroblob(4000000)');
  database.close();
  const copy = join(target, 'copy.sqlite');
  const under = ['sh', '-c', 'ulimit -f 40; exec "$@"', 'sh'];
  expect(await runCommand(['backup', copy], { env: { FIELD_DATA_DIR: folder }, under })).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(`^The database ${copy} cannot be read or written \\(SQLite code 10\\): check its disk`),
  });
  expect(readdirSync(target)).toEqual([]);
});

test('a command runs despite an invalid setting of the gateway, but not with an invalid DATABASE_URL', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  const list = (env: Record<string, string>) =>
    runHere(['fields', 'list'], { cwd: folder, env: { FIELD_DATA_DIR: folder, ...env } });
  expect(await list({ PORT: 'tcp://10.0.0.1:4000', FIELD_DATA_PORT: '4000' })).toMatchObject({ code: 0 });
  expect(await list({ FIELD_DATA_URL: 'http://127.0.0.1:1' })).toMatchObject({
    code: 0,
    err: `FIELD_DATA_URL has no effect here: this command uses the database in ${folder}.\n`,
  });
  const misspelt = { FIELD_DATA_URL: 'http://127.0.0.1:1', DATABASE_URL: 'postgress://x/y' };
  expect(await list(misspelt)).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL must be') });
});

test('export --out writes to a new file, and never overwrites an existing file', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  writeFileSync(join(folder, 'w.csv'), 'date,precipitation[millimetre]\n2026-05-01,3.4\n');
  await run(folder, 'import', 'w.csv', '--field', 'fld_a');
  const { out } = await run(folder, 'export');
  expect(await run(folder, 'export', '--out', 'all.jsonl')).toMatchObject({
    code: 0,
    out: `Wrote 1 record to ${join(folder, 'all.jsonl')}.\n`,
  });
  expect(statSync(join(folder, 'all.jsonl')).size).toBe(Buffer.byteLength(out));
  expect(await run(folder, 'export', '--out', 'all.jsonl')).toMatchObject({
    code: 2,
    err: 'all.jsonl exists already: name a new file.\n',
  });
  expect(await run(folder, 'export', '--out', '')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^--out is missing\.\n/),
  });
  expect(await run(folder, 'export', '--out', 'none/all.jsonl')).toMatchObject({
    code: 1,
    err: 'There is no such file or folder: none/all.jsonl.\n',
  });
  expect(await run(folder, 'export', '--field', 'fld_b', '--out', 'b.jsonl')).toMatchObject({
    code: 2,
    err: 'There is no field fld_b.\n',
  });
  expect(readdirSync(folder)).not.toContain('b.jsonl');
});

test.each<[table: string, from: number, to: number, byte: number, ...words: string[]]>([
  ['weather', 0, 4_096, 0xff, 'export'],
  ['weather', 0, 4_096, 0xff, 'backup', 'copy.sqlite'],
  // These bytes of the page are its number of records.
  ['field', 3, 5, 0, 'backup', 'copy.sqlite'],
])(
  'damage of the table %s in its bytes %i to %i (%i) stops %s with a one-sentence error and without a copy',
  async (table, from, to, byte, ...words) => {
    const folder = folderOfTest();
    await run(folder, 'fields', 'add', 'fld_a', ...place);
    const path = join(folder, 'field-data.sqlite');
    const database = new DatabaseSync(path);
    const { start } = database
      .prepare('SELECT (rootpage - 1) * 4096 AS start FROM sqlite_schema WHERE name = ?')
      .get(table) as { start: number };
    database.close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(byte, start + from, start + to));
    expect(await run(folder, ...words)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The database \S+ is damaged, or is not a database: restore a backup .*\n$/),
    });
    expect(readdirSync(folder)).toEqual(['field-data.sqlite']);
  },
);

test('backup succeeds and names the record file if this user may not write it', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  chmodSync(folder, 0o500);
  onTestFinished(() => chmodSync(folder, 0o700));
  const copy = join(folderOfTest(), 'copy.sqlite');
  expect(await runUnprivileged(['backup', copy], { env: { FIELD_DATA_DIR: folder } })).toEqual({
    code: 0,
    out: `Copied the database to ${copy}.\n`,
    err: `This user may not use ${join(folder, 'last-backup')}. The command doctor does not know of this backup.\n`,
  });
});

test('restore names the file that this user may not use: the database, the new file or the copy', async () => {
  const [folder, empty, locked] = [folderOfTest(), folderOfTest(), folderOfTest()];
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  for (const copy of ['copy.sqlite', 'unreadable']) await run(folder, 'backup', copy);
  const database = join(folder, 'field-data.sqlite');
  for (const file of [database, join(folder, 'unreadable')]) chmodSync(file, 0);
  chmodSync(locked, 0o500);
  onTestFinished(() => chmodSync(locked, 0o700));
  const restore = (dataDir: string, copy: string) =>
    runUnprivileged(['restore', copy, '--yes'], { cwd: folder, env: { FIELD_DATA_DIR: dataDir } });
  const ran = await Promise.all([
    restore(folder, 'copy.sqlite'),
    restore(locked, 'copy.sqlite'),
    restore(empty, 'unreadable'),
    restore(empty, '.'),
  ]);
  expect(ran.map(({ code, err }) => [code, err])).toEqual([
    [1, expect.stringMatching(`^The database ${database} cannot be read or written \\(.*its owner and its mode.*\n$`)],
    [1, `This user may not use ${join(locked, 'field-data.sqlite')}.\n`],
    [1, 'This user may not use unreadable.\n'],
    [1, 'There is no file ..\n'],
  ]);
  expect([empty, locked].flatMap((each) => readdirSync(each))).toEqual([]);
});

test('a file that this user may only read is refused with the advice to start again: its connection stays read-only', async () => {
  const folder = folderOfTest();
  await run(folder, 'fields', 'add', 'fld_a', ...place);
  chmodSync(join(folder, 'field-data.sqlite'), 0o400);
  const words = ['fields', 'add', 'fld_b', ...place];
  expect(await runUnprivileged(words, { env: { FIELD_DATA_DIR: folder } })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/\(SQLite code 8\): check .*, its owner and its mode.*\. Then start again\.\n$/),
  });
});

test('commands report a folder without permission as such, not as a missing database or copy', async () => {
  const closed = folderOfTest();
  const [folder, database, copy] = [folderOfTest(), join(closed, 'field-data.sqlite'), join(closed, 'copy.sqlite')];
  for (const file of [database, copy]) writeFileSync(file, '');
  chmodSync(closed, 0);
  onTestFinished(() => chmodSync(closed, 0o700));
  const env = { FIELD_DATA_DIR: closed };
  const ran = await Promise.all([
    runUnprivileged(['fields', 'list'], { cwd: folder, env }),
    runUnprivileged(['backup', 'copy.sqlite'], { cwd: folder, env }),
    runUnprivileged(['move-store'], { cwd: folder, env: { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/none' } }),
    runUnprivileged(['restore', copy, '--yes'], { cwd: folder }),
  ]);
  const refusal = (path: string) => ({ code: 1, out: '', err: `This user may not use ${path}.\n` });
  expect(ran).toEqual([refusal(database), refusal(database), refusal(database), refusal(copy)]);
  expect(readdirSync(folder)).toEqual([]);
});
