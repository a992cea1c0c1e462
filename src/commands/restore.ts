/** `npm start -- restore`: replaces the SQLite database by a copy, and renames the old one. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreDatabase } from '../field-data/store/sqlite/copies.ts';
import { StoreError } from '../field-data/store/store-error.ts';
import { callOf, print, readOptions, UsageError } from '../platform/cli/command-line.ts';
import { confirm, runProgram, sqliteFolder } from './command.ts';

const usage = `${callOf('restore')} FILE [--yes]

Puts FILE, which the command backup made, in the place of the database of FIELD_DATA_DIR. Stop the service first. The database that
was there is renamed, not deleted. Everything since the copy is undone: revoked keys are valid again, and newer keys, fields and
observations are gone. Waits for your confirmation. --yes confirms in advance.`;

/** Runs the command. */
export const run = () =>
  runProgram(usage, async (config) => {
    const { values, positionals } = readOptions({ yes: { type: 'boolean' } });
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new UsageError('Name one file to restore.');
    const folder = sqliteFolder(config);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new StoreError(`There is no file ${file}.`);
    if (!(await confirm(`Replace the database in ${folder} by ${file}?`, values.yes))) return;
    const replaced = await restoreDatabase(folder, file);
    const before =
      replaced === undefined ? 'There was no database there.' : `The database that was there is ${replaced}.`;
    print(`Restored ${file} to ${resolve(folder)}. ${before}`);
    print(
      `Everything since the copy is undone. Keys revoked since then are valid again: check ${callOf('keys')} list.`,
    );
  });
