/** Two fields whose records have the same ids, in the caches of Apollo Client and urql with the options of the client package. */
import { execFile } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { importFile } from '../../src/field-data/import/import.ts';
import { isPostgres, openTestStore, storeEnvironment } from '../field-data/support/stores.ts';
import { examplesFolder, installed } from '../support/examples.ts';
import { startFaultyService } from '../support/faulty-service.ts';
import { startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const client = new URL('../../client/', import.meta.url);
const run = promisify(execFile);

/** The data of `fld_a` and `fld_b` in both caches after each was read from this graph. */
async function cached(graphUrl: string) {
  await using folder = await temporaryFolder();
  for (const name of ['apollo.ts', 'graphcache.ts', 'graph.ts']) {
    copyFileSync(new URL(name, client), join(folder.path, name));
  }
  copyFileSync(new URL('one-id.mjs', import.meta.url), join(folder.path, 'one-id.mjs'));
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  symlinkSync(fileURLToPath(new URL('node_modules', examplesFolder)), join(folder.path, 'node_modules'));
  const { stdout } = await run(process.execPath, ['one-id.mjs', `${graphUrl}/graphql`], { cwd: folder.path });
  return JSON.parse(stdout);
}

describe.skipIf(!installed)('the caches of front ends distinguish the records of two fields', () => {
  it('if a remote service uses the same ids for both', async () => {
    const service = await startFaultyService(() => (response, { url }, good) => {
      const answer = url.includes('fld_b')
        ? good.replace('"value":3', '"value":80').replace('Rust on the flag leaves.', 'elsewhere')
        : good;
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    });
    await using gateway = await startProduct({ FIELD_DATA_URL: service.url });
    const both = [
      { clouds: [3], notes: ['Rust on the flag leaves.'] },
      { clouds: [80], notes: ['elsewhere'] },
    ];
    expect(await cached(gateway.graphUrl).finally(service.close)).toEqual({ apollo: both, urql: both });
  });

  // SQLite refuses a scene id that another field has.
  const itHere = isPostgres ? it : () => {};
  itHere('if both were imported with the same scene id', async () => {
    await using folder = await temporaryFolder();
    const scenes = Object.entries({ fld_a: 3, fld_b: 80 }).map(([field_id, value]) => ({
      ...{ id: 'eo_1', field_id, scene_id: 'scene_1', acquired_at: '2026-05-01T10:00:00Z' },
      cloud_cover: { value, unit: 'percent' },
    }));
    const path = join(folder.path, 'scenes.jsonl');
    writeFileSync(path, scenes.map((scene) => JSON.stringify(scene)).join('\n'));
    const store = await openTestStore(folder.path);
    const somewhere = { timezone: 'UTC', latitude: 52.5, longitude: 13.4, demo: false, account: null };
    for (const { field_id: id } of scenes) await store.addField({ ...somewhere, id });
    expect(await importFile(store, path, {})).toMatchObject({ added: 2, refused: 0 });
    await store.close();

    await using product = await startProduct({ ...(await storeEnvironment(folder.path)), DEMO: 'off' });
    const both = [
      { clouds: [3], notes: [] },
      { clouds: [80], notes: [] },
    ];
    expect(await cached(product.graphUrl)).toEqual({ apollo: both, urql: both });
  });
});
