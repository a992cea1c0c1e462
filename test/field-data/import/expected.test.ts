/**
 * What files become, byte by byte: the records stored and what is said of those that are refused. An import may get faster, and may not
 * come to another result for it.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportAll, startImport } from '../support/import.ts';

test.each(['weather.csv', 'semicolons.csv', 'records.jsonl', 'open-meteo.json', 'stac.json'])(
  '%s becomes these records and faults',
  async (name) => {
    const { load, store } = await startImport();
    const content = readFileSync(new URL(`expected/${name}`, import.meta.url), 'utf8');
    const { faults, ...counts } = await load(name, content, name.endsWith('json') ? { fieldId: 'fld_berlin' } : {});
    const weather = await exportAll(store, 'weather');
    const scenes = await exportAll(store, 'earth_observations');
    const notes = await exportAll(store, 'observations');
    const result = [JSON.stringify(counts), ...faults, ...weather, ...scenes, ...notes, ''].join('\n');
    await expect(result).toMatchFileSnapshot(`expected/${name}.txt`);
  },
);
