/** How long ago the last backup of the SQLite database was, by what the command `backup` notes next to it. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { findLastBackup } from '../../field-data/store/sqlite/copies.ts';
import { hasOwnRecords } from '../../field-data/store/sqlite/check.ts';
import { databaseFile } from '../../field-data/store/sqlite/store.ts';
import { callOf } from '../../platform/cli/command-line.ts';
import { good, type Outcome, warn } from '../../platform/cli/check.ts';

const dayMs = 86_400_000;
const ageMsMax = 7 * dayMs;
/** Clocks of file servers differ a little. */
const aheadMsMax = 5_000;

/** Reports whether the files were written before now: there is no other clock to compare with. */
export async function checkFileTimes({ FIELD_DATA_DIR: dataDir }: Config): Promise<Outcome[]> {
  const path = join(dataDir, databaseFile);
  if (!existsSync(path)) return [];
  const written = Math.max(findLastBackup(dataDir) ?? 0, statSync(path).mtimeMs);
  return written <= Date.now() + aheadMsMax
    ? [good('The clock is not before the last write of the database.')]
    : [
        warn(
          `The database was written at ${new Date(written).toISOString()}, after now.`,
          'Set the clock of this machine.',
        ),
      ];
}

/** Reports the last backup. */
export async function checkBackup({ FIELD_DATA_DIR: dataDir }: Config): Promise<Outcome[]> {
  const path = join(dataDir, databaseFile);
  if (!existsSync(path)) return [];
  const next = `Back up: ${callOf('backup')} FILE.`;
  const now = Date.now();
  const at = findLastBackup(dataDir);
  if (at !== undefined) {
    const days = Math.floor((now - at) / dayMs);
    const last = `The last backup was made at ${new Date(at).toISOString()}, ${days} days ago`;
    return [now - at > ageMsMax ? warn(`${last}.`, next) : good(`${last}.`)];
  }
  const hasOwn = hasOwnRecords(path);
  if (hasOwn === undefined) return [];
  return [hasOwn ? warn('No backup was made by the command backup.', next) : good('There are only demo data.')];
}
