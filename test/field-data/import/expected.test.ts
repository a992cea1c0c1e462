/**
 * The exact result of an import: the stored records, and the error messages of the refused ones. An optimisation must not change it.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportAll, startImport } from '../support/import.ts';

test.each(['weather.csv', 'semicolons.csv', 'records.jsonl', 'open-meteo.json', 'stac.json'])(
  '%s is imported to the expected records and error messages',
  async (name) => {
    const { load, store } = await startImport();
    const content = readFileSync(new URL(`expected/${name}`, import.meta.url), 'utf8');
    const { errors, ...counts } = await load(name, content, name.endsWith('json') ? { fieldId: 'fld_berlin' } : {});
    const weather = await exportAll(store, 'weather');
    const scenes = await exportAll(store, 'earth_observations');
    const notes = await exportAll(store, 'observations');
    const result = [JSON.stringify(counts), ...errors, ...weather, ...scenes, ...notes, ''].join('\n');
    await expect(result).toMatchFileSnapshot(`expected/${name}.txt`);
  },
);
