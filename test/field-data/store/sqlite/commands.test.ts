/** The operator's commands on a file that another process holds. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '../../../../src/field-data/store/sqlite/store.ts';
import { runCommand } from '../../../support/command.ts';
import { startService } from '../../support/service.ts';

test('a database that another process holds is told with what to do', async () => {
  const { dataDir } = await startService();
  const holder = new DatabaseSync(join(dataDir, databaseFile));
  onTestFinished(() => holder.close());
  holder.exec('BEGIN IMMEDIATE');
  const { code, err } = await runCommand(['keys', 'list'], { cwd: dataDir, env: { FIELD_DATA_DIR: dataDir } });
  expect(code).toBe(1);
  expect(err).toMatch(/^The database is in use by another process .* then try again\.\n$/);
});
