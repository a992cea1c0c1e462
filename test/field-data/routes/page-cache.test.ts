/** The cache of rendered observation pages: every write is visible at once, and no caller gets the page of another. */
import { expect, test } from 'vitest';
import { createPageCache } from '../../../src/field-data/routes/page-cache.ts';
import type { Store } from '../../../src/field-data/store/store.ts';
import { createWriteCounts } from '../../../src/field-data/store/sqlite/write-counts.ts';
import { type Observation, startService, startServiceOver, folderOfTest, testNow } from '../support/service.ts';
import { openTestStore } from '../support/stores.ts';

const path = '/api/v1/observations';

const textsOf = (data: Observation[]) => data.map(({ text }) => text);

test('a page is read from the store once until something is written', async () => {
  let reads = 0;
  const call = await startServiceOver((store) => ({
    observations: (query) => {
      reads += 1;
      return store.observations(query);
    },
  }));
  const first = await call(`${path}?field_id=fld_a`);
  const again = await call(`${path}?field_id=fld_a`);
  expect([again.text, again.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')]);
  expect(reads).toBe(1);
  await call(`${path}?field_id=fld_a&limit=3`);
  await call(`${path}?field_id=fld_a&category=pest`);
  expect(reads).toBe(3);
});

/** A service over two fields of this account that counts the pages it renders, and keys of two accounts. */
async function startCounting(account: string | null) {
  const dataDir = folderOfTest();
  const store = await openTestStore(dataDir);
  let rendered = 0;
  const counting: Store = {
    ...store,
    observations: (query) => {
      rendered += 1;
      return store.observations(query);
    },
  };
  const options = { dataDir, demo: false, openOther: async () => counting };
  const { call, write, addField, addKey } = await startService(options);
  for (const id of ['fld_a', 'fld_b']) await addField({ id, account });
  const keys = {
    farm: await addKey({ account: 'farm' }),
    farmTest: await addKey({ account: 'farm', mode: 'test' }),
    other: await addKey({ account: 'other' }),
  };
  return {
    keys,
    write,
    /** The texts of a page, and how many pages were rendered for it. */
    async read(fieldId: string, key?: string) {
      const before = rendered;
      const { body } = await call(`${path}?field_id=${fieldId}`, { key });
      return { texts: textsOf(body.data), rendered: rendered - before };
    },
  };
}

test.each([
  ['a public field', null],
  ["an account's field", 'farm'],
])(
  'an observation written to %s renders its own pages again and leaves those of other fields cached',
  async (_what, account) => {
    const { keys, write, read } = await startCounting(account);
    for (const field of ['fld_a', 'fld_b']) expect(await read(field, keys.farm)).toEqual({ texts: [], rendered: 1 });
    await write({ field_id: 'fld_a', text: 'Rust' }, { key: keys.farm });
    expect(await read('fld_b', keys.farm)).toEqual({ texts: [], rendered: 0 });
    expect(await read('fld_a', keys.farm)).toEqual({ texts: ['Rust'], rendered: 1 });
    expect(await read('fld_a', keys.farm)).toEqual({ texts: ['Rust'], rendered: 0 });
  },
);

test('a private observation on a public field leaves the pages of other callers cached and unchanged', async () => {
  const { keys, write, read } = await startCounting(null);
  const others = [undefined, keys.farmTest, keys.other];
  for (const key of [keys.farm, ...others]) await read('fld_a', key);
  await write({ field_id: 'fld_a', text: 'Ours alone' }, { key: keys.farm });
  expect(await read('fld_a', keys.farm)).toEqual({ texts: ['Ours alone'], rendered: 1 });
  for (const key of others) expect(await read('fld_a', key)).toEqual({ texts: [], rendered: 0 });
});

test('write counts of more than ten thousand names become one shared count', () => {
  const counts = createWriteCounts();
  counts.count('first');
  const before = [counts.of('first'), counts.of('other')];
  for (let name = 0; name < 9_999; name += 1) counts.count(`name ${name}`);
  expect([counts.of('first'), counts.of('other')]).toEqual(before);
  counts.count('one more');
  expect(counts.of('first')).not.toBe(before[0]);
  expect(counts.of('other')).not.toBe(before[1]);
});

test('a write over another connection, such as an import, is on the next page that is read', async () => {
  const { call, store, write, addField, addKey } = await startService();
  await addField({ id: 'fld_farm', account: 'farm' });
  const key = await addKey({ account: 'farm' });
  await write({ field_id: 'fld_farm', text: 'First' }, { key });
  const { body } = await call(`${path}?field_id=fld_farm`, { key });
  const [first] = body.data as [Observation];
  const id = 'obs_imported';
  const [observedAt, record] = [testNow.getTime() - 1_000, JSON.stringify({ ...first, id, text: 'Imported' })];
  const row = { id, fieldId: 'fld_farm', account: 'farm', mode: 'live' as const, category: 'general' as const };
  await store.writeBatch([{ resource: 'observations', row: { ...row, observedAt, record, idempotency: null } }]);
  expect(textsOf((await call(`${path}?field_id=fld_farm`, { key })).body.data)).toContain('Imported');
});

test('a page shows the new name of a field that another process changed during the last read', async () => {
  const dataDir = folderOfTest();
  const store = await openTestStore(dataDir);
  const changed: Store = {
    ...store,
    async findField(id) {
      const field = await store.findField(id);
      if (field?.name === 'Old') await other.setField({ ...field, name: 'New' });
      return field;
    },
  };
  const options = { dataDir, demo: false, openOther: async () => changed };
  const { call, addField, store: other } = await startService(options);
  await addField({ id: 'fld_a', name: 'Old' });
  const nameOf = async () => (await call(`${path}?field_id=fld_a`)).body.meta.field.name;
  expect([await nameOf(), await nameOf()]).toEqual(['Old', 'New']);
});

test('no page is cached for a store that cannot report writes', async () => {
  let renders = 0;
  const pages = createPageCache();
  for (let time = 0; time < 2; time += 1) {
    await pages.find('a', undefined, async () => ({ body: `${++renders}`, nextCursor: null }));
  }
  expect([renders, pages.size().bytes]).toEqual([2, 0]);
});

test('the cache stays within eight MiB for ten thousand pages, and does not cache a page of half a megabyte', async () => {
  const pages = createPageCache();
  for (let page = 0; page < 10_000; page += 1) {
    await pages.find(`page ${page}`, 'the same', async () => ({ body: 'x'.repeat(2_000), nextCursor: null }));
  }
  const { bytes } = pages.size();
  expect(bytes).toBeGreaterThan(7 * 1024 * 1024);
  expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  await pages.find('large', 'the same', async () => ({ body: 'x'.repeat(600_000), nextCursor: null }));
  expect(pages.size().bytes).toBe(bytes);
});
