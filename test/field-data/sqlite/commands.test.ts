/** The operator's commands on a file that another process holds. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '../../../src/field-data/store/sqlite/store.ts';
import { startService } from '../support/service.ts';

const command = new URL('../../../src/commands/keys.ts', import.meta.url).pathname;

test('a database that another process holds is told with what to do', async () => {
  const { dataDir } = await startService();
  const holder = new DatabaseSync(join(dataDir, databaseFile));
  onTestFinished(() => holder.close());
  holder.exec('BEGIN IMMEDIATE');
  const env = { PATH: process.env.PATH, FIELD_DATA_DIR: dataDir };
  const { code, err } = await new Promise<{ code: unknown; err: string }>((resolve) => {
    execFile(process.execPath, [command, 'list'], { env, cwd: dataDir }, (error, _out, err) =>
      resolve({ code: error?.code, err }),
    );
  });
  expect(code).toBe(1);
  expect(err).toMatch(/^The database is in use by another process .* then try again\.\n$/);
}, 20_000);
