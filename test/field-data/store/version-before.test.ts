/** A downgrade to the version before the newest migration works on a migrated store, and so does the upgrade after it. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import description from '../../../schema/openapi.json' with { type: 'json' };
import { runCommand } from '../../support/command.ts';
import { startProcess } from '../../support/product-process.ts';
import { folderOfTest } from '../support/service.ts';
import { storeEnvironment } from '../support/stores.ts';

const root = new URL('../../../', import.meta.url).pathname;
const settings = { FIELD_DATA_PORT: '0', LOG_LEVEL: 'silent', EVENT_LOOP_DELAY_MS_MAX: '0', DEMO: 'off' };

/** The sources before the commit that added the newest migration. Undefined if the git history does not include them. */
function sourcesBefore(): string | undefined {
  const folder = folderOfTest();
  const git = (command: string) => execFileSync('sh', ['-c', `git ${command}`], { cwd: root, encoding: 'utf8' });
  const [parent = ''] = git('log -1 --diff-filter=A --format=%P -- src/field-data/store/postgres/migrations').split(
    /\s/,
  );
  if (parent === '') return undefined;
  git(`archive ${parent} src schema package.json | tar -x -C '${folder}'`);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The commands and the service of a version, over a store. */
function versionAt(folder: string, store: Record<string, string>) {
  const entry = join(folder, 'src/start.cjs');
  const env = { ...settings, ...store };
  return {
    async run(...words: string[]): Promise<string> {
      const { code, out, err } = await runCommand(words, { entry, env, cwd: store.FIELD_DATA_DIR });
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      return out;
    },
    /** Starts the service, adds an observation, and stops it. Returns the list that the caller reads. */
    async addObservation(key: string, text: string) {
      await using service = await startProcess({ words: ['service'], entry, env });
      const { serviceUrl } = service;
      const authorization = `Bearer ${key}`;
      const { status } = await fetch(`${serviceUrl}/api/v1/observations`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': text },
        body: JSON.stringify({ field_id: 'fld_a', text }),
      });
      expect(status).toBe(201);
      const response = await fetch(`${serviceUrl}/api/v1/observations?field_id=fld_a`, { headers: { authorization } });
      const { data, meta } = (await response.json()) as {
        data: { text: string }[];
        meta: { field?: { name: string | null } };
      };
      // Stored texts are served as they are: those of the version before must suffice for the contract of today.
      const { required } = description.components.schemas.Observation;
      expect(data.flatMap((record) => required.filter((name) => !(name in record)))).toEqual([]);
      expect(await service.terminate()).toMatchObject({ code: 0 });
      return { texts: data.map((record) => record.text).sort(), name: meta.field?.name };
    },
  };
}

test('the previous version starts again on the migrated store, and neither version loses the writes of the other', async ({
  skip,
}) => {
  const sources = sourcesBefore();
  if (sources === undefined) return skip('a shallow clone has no version before');
  const store = await storeEnvironment(folderOfTest());
  const before = versionAt(sources, store);
  const now = versionAt(root, store);
  const place = '--timezone UTC --latitude 1 --longitude 2 --account farm'.split(' ');
  await before.run('fields', 'add', 'fld_a', ...place);
  const key = (await before.run('keys', 'create', '--account', 'farm', '--name', 'phone', '--mode', 'live')).trim();
  expect(await before.addObservation(key, '1-before')).toEqual({ texts: ['1-before'], name: null });

  await now.run('fields', 'set', 'fld_a', '--name', 'Mill Field', '--yes');
  const texts = ['1-before', '2-now'];
  expect(await now.addObservation(key, '2-now')).toEqual({ texts, name: 'Mill Field' });

  texts.push('3-before');
  expect(await before.run('keys', 'list')).toContain('phone');
  await before.run('fields', 'set', 'fld_a', '--timezone', 'Europe/Berlin', '--yes');
  expect(await before.addObservation(key, '3-before')).toEqual({ texts, name: 'Mill Field' });

  texts.push('4-now');
  expect(await now.addObservation(key, '4-now')).toEqual({ texts, name: 'Mill Field' });
}, 900_000);
