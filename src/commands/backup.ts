/** `npm start -- backup`: a copy of the SQLite database, made while the service runs. */
import { resolve } from 'node:path';
import { backupDatabase, recordBackup } from '../field-data/store/sqlite/copies.ts';
import { callOf, fileError, print, printError, readOptions, UsageError } from '../platform/cli/command-line.ts';
import { assertNew, runProgram, sqliteFolder } from './command.ts';

const usage = `${callOf('backup')} FILE

Copies the database of FIELD_DATA_DIR to FILE, whether or not the service runs. The copy has hashes of keys and idempotency keys:
protect it like the database. Restore it by the command restore.`;

/** Runs the command. */
export const run = () =>
  runProgram(usage, async (config) => {
    const { positionals } = readOptions({});
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new UsageError('Name one file to write.');
    const folder = sqliteFolder(config);
    assertNew(file);
    await backupDatabase(folder, file);
    // npm starts commands in the folder of the package: the whole path shows where a relative one led.
    print(`Copied the database to ${resolve(file)}.`);
    try {
      await recordBackup(folder, file);
    } catch (error) {
      printError(`${fileError(error)} The command doctor does not know of this backup.`);
    }
  });
