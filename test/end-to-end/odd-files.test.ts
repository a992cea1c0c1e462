/** Pipes, devices and other unusual files that an operator names: reading them could block the process or never end. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand, unprivileged } from '../support/command.ts';
import { runHere } from '../support/run-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const pipe = (path: string): void => void execFileSync('mkfifo', [path]);
const zeroes = (path: string): void => symlinkSync('/dev/zero', path);
/** A link to itself, because root can read any file that exists. */
const loop = (path: string): void => symlinkSync(path, path);
const large = (path: string): void => writeFileSync(path, 'X=1\n'.repeat(1_000_000));

type Place = (folder: string) => { path: string; words?: string[]; env?: Record<string, string> };

const manifest: Place = (folder) => ({
  path: join(folder, 'a.json'),
  env: { TRUSTED_DOCUMENTS: join(folder, 'a.json') },
});
const manifests: Place = (folder) => ({ path: join(folder, 'a.json'), env: { TRUSTED_DOCUMENTS: folder } });
const secret: Place = (folder) => ({
  path: join(folder, 'secret'),
  env: { DATABASE_URL_FILE: join(folder, 'secret') },
});
const settings: Place = (folder) => ({ path: join(folder, '.env') });
const demoKey: Place = (folder) => {
  mkdirSync(join(folder, 'data'));
  return { path: join(folder, 'data/demo-key'), env: { FIELD_DATA_DIR: join(folder, 'data') } };
};
const imported = (name: string): Place => {
  return (folder) => ({ path: join(folder, name), words: ['import', join(folder, name), '--field', 'fld_demo_01'] });
};
const usedBy: Place = (folder) => {
  const path = join(folder, 'a.json');
  return { path, words: ['uses', 'Field.id', '--documents', path, '--log', '/dev/null'] };
};

const notRegular = 'is not a regular file';
const tooLarge = /has more than \d+ bytes/;

it.each<[string, Place, (path: string) => void, string | RegExp]>([
  ['trusted documents that are a pipe', manifest, pipe, notRegular],
  ['trusted documents without an end', manifest, zeroes, notRegular],
  ['a pipe among trusted documents', manifests, pipe, notRegular],
  ['a secret that is a pipe', secret, pipe, notRegular],
  ['a secret without an end', secret, zeroes, notRegular],
  ['a secret that is too large', secret, large, tooLarge],
  ['a file .env that is a pipe', settings, pipe, notRegular],
  ['a file .env without an end', settings, zeroes, notRegular],
  ['a file .env that is too large', settings, large, tooLarge],
  ['a file .env that cannot be read', settings, loop, /The file \.env cannot be read \(ELOOP\)/],
  ['a demo key that is a pipe', demoKey, pipe, notRegular],
  ['an import of a pipe', imported('a.json'), pipe, notRegular],
  ['an import of lines without an end', imported('a.jsonl'), zeroes, notRegular],
  ['an import of a document without an end', imported('a.json'), zeroes, notRegular],
  ['documents of the command uses that are a pipe', usedBy, pipe, notRegular],
])('the process reports %s and ends', async (_title, place, make, said) => {
  await using folder = await temporaryFolder();
  const { path, words = [], env } = place(folder.path);
  make(path);
  const ports = { PORT: '0', FIELD_DATA_PORT: '0', FIELD_DATA_DIR: join(folder.path, 'data') };
  // A file that could block the process is read by a child process.
  const run = make === pipe || make === zeroes ? runCommand : runHere;
  const { code, err } = await run(words, { cwd: folder.path, env: { ...ports, ...env }, timeoutMs: 120_000 });
  expect(code).toBeGreaterThan(0);
  expect(err).toMatch(said);
  expect(err.split('\n').length).toBeLessThan(12);
});

it('a folder named .env is ignored', async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, '.env'));
  const words = 'fields add fld_a --timezone UTC --latitude 0 --longitude 0 --public'.split(' ');
  const err = `Made a new database in ${folder.path}/.data.\n`;
  expect(await runHere(words, { cwd: folder.path, env: {} })).toMatchObject({ code: 0, err });
});

it('a working folder that this user may not enter is named, not a file .env in it', async () => {
  await using folder = await temporaryFolder();
  const under = ['sh', '-c', 'chmod 0 . && exec "$@"', 'sh', ...unprivileged()];
  const { code, err } = await runCommand(['keys', 'list'], { cwd: folder.path, under });
  chmodSync(folder.path, 0o700);
  expect([code, err]).toEqual([
    1,
    `This user may not enter the working folder (${folder.path}): start in another one.\n`,
  ]);
});

it('a file .env that links into a folder which this user may not enter is named, not the working folder', async () => {
  await using folder = await temporaryFolder();
  const closed = join(folder.path, 'closed');
  mkdirSync(closed, { mode: 0 });
  symlinkSync('closed/env', join(folder.path, '.env'));
  const { code, err } = await runCommand(['keys', 'list'], { cwd: folder.path, under: unprivileged() });
  chmodSync(closed, 0o700);
  expect([code, err]).toEqual([1, 'The file .env cannot be read (EACCES): allow it, or remove the file.\n']);
});

it('a file .env is read with a byte order mark, and refused in UTF-16', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, '.env');
  const settings = '\ufeffPORT=x\r\nDEPTH_MAX=y\r\n';
  writeFileSync(file, settings);
  const marked = await runHere([], { cwd: folder.path, env: { LOG_LEVEL: 'silent' } });
  expect(marked.err.match(/^[A-Z_]+(?= must)/gm)).toEqual(['PORT', 'DEPTH_MAX']);
  writeFileSync(file, settings, 'utf16le');
  // The invalid PORT prevents the start in any case, so that a failing test leaves no server running.
  const { code, err } = await runHere([], { cwd: folder.path, env: { PORT: 'none' } });
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining('The file .env is not UTF-8: save it as UTF-8.'),
  });
});

// The invalid PORT ends the start even if `.env` is accepted.
const startWith = async (env: string) => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, '.env'), env);
  const { code, err } = await runHere([], { cwd: folder.path, env: { LOG_LEVEL: 'silent', PORT: 'none' } });
  expect(code).toBe(1);
  return err;
};

it.each([
  ['DEMO: off', 'DEMO'],
  ['\ufeffDEMO: off', 'DEMO'],
  ['# on\r\n  FIELD_DATA_READS_REQUIRE_KEY: on\r\nPORT=0\r\n', 'FIELD_DATA_READS_REQUIRE_KEY'],
  ['PORT=0\nDATABASE_URL: postgres://a/b?sslmode=require', 'DATABASE_URL'],
  ['DATABASE_URL_FILE : /run/secrets/url', 'DATABASE_URL_FILE'],
  ['DEMO off', 'DEMO'],
  ['A="\nb"\nDEMO', 'DEMO'],
])('a line of .env without = is refused: %j', async (env, name) => {
  expect(await startWith(env)).toContain(`The file .env has a line of ${name} without "=": write ${name}=VALUE.`);
});

it.each([
  ['DEMO_API_KEY=abc#def', 'DEMO_API_KEY'],
  ['DEMO_API_KEY=abc=#def', 'DEMO_API_KEY'],
  ["A='\nb#c'\nexport FIELD_DATA_DIR = /data/a b#1", 'FIELD_DATA_DIR'],
])('a value of .env that # would cut is refused: %j', async (env, name) => {
  expect(await startWith(env)).toContain(`The file .env has a # in the value of ${name}: put the value in quotes.`);
});

it.each([
  '# DEMO: off\n  # DEMO off\n\n',
  'DEMO_API_KEY="abc#def"\nDEMO=on # off#\nHOST=#\nOTHER=a#b\n',
  'DEMO = off\r\nexport LOG_LEVEL=info\r\nexport LOG_LEVEL\r\nDEPTH_MAX\t=\t9\r\nCORS_ORIGINS=\r\n',
  'OTHER: off\nPORTS\nDEMO_X: 1\nDEMO-X: 1\ndemo: off\n',
  'KEY="-----BEGIN\nDEMO: off\nPORT\n DEMO: off"\nA=\'\nDEMO\n\' # it\nexport B = `\nDEMO off`',
  '# A="\nB=it\'s\n#\'\nC="\nDEMO: off\n"',
])('a file .env is accepted: %j', async (env) => {
  expect(await startWith(env)).toMatch(/^These settings are not acceptable:\nPORT must be a whole number.*\n$/);
});

it('a file .env is read, and the environment overrides it', async () => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, '.env'), 'PORT=x\nDEPTH_MAX="y" # two that are refused\nLOG_LEVEL=loud\n');
  const { code, err } = await runHere([], { cwd: folder.path, env: { LOG_LEVEL: 'silent' } });
  expect(code).toBe(1);
  expect(err.match(/^[A-Z_]+(?= must)/gm)).toEqual(['PORT', 'DEPTH_MAX']);
});
