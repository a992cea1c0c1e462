/** The commands of an operator on a file that another process has locked. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '../../../../src/field-data/store/sqlite/store.ts';
import { runCommand } from '../../../support/command.ts';
import { runHere } from '../../../support/run-here.ts';
import { startService } from '../../support/service.ts';

test('commands read a locked database, and a write is refused with what to do', async () => {
  const { dataDir } = await startService();
  const holder = new DatabaseSync(join(dataDir, databaseFile));
  onTestFinished(() => holder.close());
  holder.exec('BEGIN IMMEDIATE');
  const options = { cwd: dataDir, env: { FIELD_DATA_DIR: dataDir } };
  for (const words of [['keys', 'list'], ['export']])
    expect(await runHere(words, options)).toMatchObject({ code: 0, err: '' });
  // In a separate process, because SQLite uses no system lock within one process.
  expect(await runCommand(['fields', 'list'], options)).toMatchObject({ code: 0, err: '' });
  const words = 'keys create --account farm --name test --mode test'.split(' ');
  const { code, err } = await runCommand(words, options);
  expect(code).toBe(1);
  expect(err).toMatch(/^The database \S+ is in use by another process .* then try again\.\n$/);
});
