/** `npm start -- restore`: replaces the SQLite database by a copy, and renames the old one. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { restoreDatabase } from '../field-data/store/sqlite/copies.ts';
import { callOf, print, UsageError } from '../platform/cli/command-line.ts';
import { runProgram, sqliteFolder } from './command.ts';

const usage = `${callOf('restore')} FILE [--yes]

Puts FILE, which the command backup made, in the place of the database of FIELD_DATA_DIR. Stop the service first. The database that
was there is renamed, not deleted. Asks before it does so; --yes answers.`;

async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError(`${question} Add --yes to confirm.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} [y/N] `);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}

await runProgram(usage, async (config) => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean' } } });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new UsageError('Name one file to restore.');
  const folder = sqliteFolder(config);
  if (!values.yes && !(await isConfirmed(`Replace the database in ${folder} by ${file}?`)))
    return print('Nothing was changed.');
  const replaced = restoreDatabase(folder, file);
  print(`Restored ${file}.${replaced === undefined ? '' : ` The database that was there is ${replaced}.`}`);
});
