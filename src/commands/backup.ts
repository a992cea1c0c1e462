/** `npm start -- backup`: a copy of the SQLite database, made while the service runs. */
import { backupDatabase } from '../field-data/store/sqlite/copies.ts';
import { callOf, print, readOptions, UsageError } from '../platform/cli/command-line.ts';
import { runProgram, sqliteFolder } from './command.ts';

const usage = `${callOf('backup')} FILE

Copies the database of FIELD_DATA_DIR to FILE, whether or not the service runs. The copy has hashes of keys and idempotency keys:
keep it as you keep the database. Restore it by the command restore.`;

await runProgram(usage, async (config) => {
  const { positionals } = readOptions({});
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new UsageError('Name one file to write.');
  await backupDatabase(sqliteFolder(config), file);
  print(`Copied the database to ${file}.`);
});
