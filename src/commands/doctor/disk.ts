/** Whether this user can write FIELD_DATA_DIR, and whether its disk has space. */
import { accessSync, constants, existsSync, lstatSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { keyFile } from '../../field-data/demo/demo-key.ts';
import { isWellFormedKey } from '../../field-data/records/keys.ts';
import { databasePath } from '../../field-data/store/sqlite/store.ts';
import { fail, good, type Outcome, warn } from '../../platform/cli/check.ts';

const mebibyte = 1024 * 1024;
/** Less than a checkpoint, a migration or a large import may need. */
const freeBytesMin = 64 * mebibyte;
/** Less than a week of writes and a backup commonly need. */
const freeBytesLow = 512 * mebibyte;
/** SQLite empties the log at 4 MiB and shortens it at the next write, unless a reader stays open. */
const logBytesMax = 64 * mebibyte;

const inMebibytes = (bytes: number): string => `${Math.round(bytes / mebibyte)} MiB`;

/** Reports the folder, its files and its disk. */
export async function checkFolder(config: Config): Promise<Outcome[]> {
  const folder = resolve(config.FIELD_DATA_DIR);
  if (!existsSync(folder)) return checkMissing(folder);
  if (!statSync(folder).isDirectory()) return [fail(`FIELD_DATA_DIR (${folder}) is no folder.`, 'Set it to a folder.')];
  const denied = checkAccess(folder);
  if (denied.length > 0) return denied;
  const database = databasePath(folder);
  const home = dirname(database);
  const names = [database, `${database}-wal`, `${database}-shm`, join(folder, keyFile)];
  const files = names.filter((name) => existsSync(name));
  const outcomes = [
    ...[home, ...files].flatMap(checkAccess),
    ...checkOwners(home, files),
    ...checkSpace(home, database),
  ];
  const isOpen = outcomes.every(({ verdict }) => verdict !== 'error');
  if (isOpen && config.DEMO && config.DEMO_API_KEY === undefined) outcomes.push(...checkKey(join(folder, keyFile)));
  return outcomes;
}

function checkMissing(folder: string): Outcome[] {
  let missing = folder;
  while (!existsSync(dirname(missing))) missing = dirname(missing);
  const parent = dirname(missing);
  const denied = checkAccess(parent);
  // A dangling link exists, although existsSync does not find it.
  const obstacle = statSync(parent).isDirectory() ? missing : parent;
  if (denied.length > 0 || !lstatSync(obstacle, { throwIfNoEntry: false })) return denied;
  const detail = `FIELD_DATA_DIR (${folder}) cannot be made, because ${obstacle} is no folder.`;
  return [fail(detail, 'Remove that, or set another folder.')];
}

/** A folder must also permit entering. */
function checkAccess(path: string): Outcome[] {
  const { R_OK, W_OK, X_OK } = constants;
  const stats = statSync(path);
  try {
    accessSync(path, stats.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK);
    return [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [
      fail(
        `This user (${process.getuid?.()}) cannot read and write ${path} (${code}).`,
        code === 'EROFS' ? 'Mount its file system for writing.' : `Change its owner, or run this as user ${stats.uid}.`,
      ),
    ];
  }
}

/** The service's own user cannot write files that root once created. */
function checkOwners(folder: string, files: readonly string[]): Outcome[] {
  const { uid } = statSync(folder);
  const other = files.find((file) => statSync(file).uid !== uid);
  if (other === undefined) return [];
  return [warn(`${other} and its folder have different owners.`, `Run chown -R ${uid} on the folder.`)];
}

function checkSpace(folder: string, database: string): Outcome[] {
  const { bavail, blocks, bsize, files, ffree } = statfsSync(folder);
  const free = bavail * bsize;
  const size = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
  const log = statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const outcomes: Outcome[] = [];
  const left = `The disk of the database (${folder}) has ${inMebibytes(free)} of free space`;
  if (blocks > 0 && free < freeBytesMin)
    outcomes.push(fail(`${left}; at least ${inMebibytes(freeBytesMin)} are needed.`, 'Free some space.'));
  else if (blocks > 0 && free < Math.max(freeBytesLow, size))
    outcomes.push(
      warn(`${left}; the database has ${inMebibytes(size)}.`, 'Free some space: writes and a backup need it.'),
    );
  else outcomes.push(good(`${left}; the database has ${inMebibytes(size)}.`));
  if (files > 0 && ffree === 0) outcomes.push(fail('The disk has no free inode.', 'Remove files that nobody needs.'));
  if (log > logBytesMax)
    outcomes.push(
      warn(
        `The -wal file of the database has ${inMebibytes(log)}: a program reads without an end, or no write followed a large one.`,
        'Stop other programs that have the database open. The next write, or a restart of the service, shortens the file.',
      ),
    );
  return outcomes;
}

function checkKey(file: string): Outcome[] {
  if (!existsSync(file) || isWellFormedKey(readFileSync(file, 'utf8').trim())) return [];
  return [fail(`${file} contains no key.`, 'Delete it: the next start makes a new one.')];
}
