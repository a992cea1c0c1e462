/** Checks the age of the last backup of the SQLite database, which the command `backup` records next to it. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { assertRestorable, findLastBackup, lastBackupFile } from '../../field-data/store/sqlite/copies.ts';
import { checkedBytesMax, hasOwnRecords } from '../../field-data/store/sqlite/check.ts';
import { StoreError } from '../../field-data/store/store-error.ts';
import { databasePath } from '../../field-data/store/sqlite/store.ts';
import { callOf } from '../../platform/cli/command-line.ts';
import { fail, good, type Outcome, skip, warn } from '../../platform/cli/check.ts';
import { countOf } from '../../platform/text/count-of.ts';
import { dayMs } from '../../platform/time/instant.ts';

const ageMsMax = 7 * dayMs;
/** Clocks of file servers differ a little. */
const aheadMsMax = 5_000;

/** Reports whether the files were written before now: there is no other clock to compare with. */
export async function checkFileTimes({ FIELD_DATA_DIR: dataDir }: Config): Promise<Outcome | Outcome[]> {
  const path = databasePath(dataDir);
  if (!existsSync(path)) return [];
  const written = statSync(path).mtimeMs;
  return written <= Date.now() + aheadMsMax
    ? good('The clock is not before the last write of the database.')
    : warn(
        `The database was written at ${new Date(written).toISOString()}, after now.`,
        'Set the clock of this machine.',
      );
}

/** Reports the last backup. */
export async function checkBackup({ FIELD_DATA_DIR: dataDir }: Config): Promise<Outcome[]> {
  const path = databasePath(dataDir);
  if (!existsSync(path)) return [];
  const next = `Back up: ${callOf('backup')} FILE.`;
  const denied = findDenied(join(dataDir, lastBackupFile));
  if (denied) return [denied];
  const found = findLastBackup(dataDir);
  if (found === undefined) {
    const hasOwn = hasOwnRecords(path);
    if (hasOwn === undefined) return [];
    return [
      hasOwn ? warn('No backup was made by the command backup.', next) : good('There is no data of your own yet.'),
    ];
  }
  return [checkAge(found.at, next), ...(found.file === undefined ? [] : checkCopy(found.file, next))];
}

function checkAge(madeAt: number, next: string): Outcome {
  const at = new Date(madeAt).toISOString();
  const ageMs = Date.now() - madeAt;
  if (ageMs < -aheadMsMax) return warn(`The last backup is recorded at ${at}, after now.`, next);
  const days = Math.max(0, Math.floor(ageMs / dayMs));
  const last = `The last backup was made at ${at}, ${countOf(days, 'day')} ago.`;
  return ageMs > ageMsMax ? warn(last, next) : good(last);
}

/** The outcome of a file that this user may not read; undefined if it may, or if there is none. */
function findDenied(file: string): Outcome | undefined {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      return skip(`${file} was not checked: this user may not read it.`, 'Change its owner, or run this as its owner.');
  }
  return undefined;
}

/** Checks that the copy can be restored. A missing copy was moved to where backups are stored. */
function checkCopy(file: string, next: string): Outcome[] {
  const denied = findDenied(file);
  if (denied) return [denied];
  const bytes = statSync(file, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return [];
  if (bytes > checkedBytesMax)
    return [skip(`The ${bytes} bytes of ${file} were not checked.`, 'Restore it into an empty folder, to try it.')];
  try {
    assertRestorable(file, file, 'quick_check');
    return [good(`${file} can be restored.`)];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [fail(`The last backup cannot be restored: ${error.message}`, next)];
  }
}
