/** Pages of notes that are kept rendered: what is written, by whomever, is read at once, and nobody reads another's. */
import { expect, onTestFinished, test } from 'vitest';
import { createPageCache } from '../../../src/field-data/routes/page-cache.ts';
import { createKey, hashKey, maskKey, type Mode, scopes } from '../../../src/field-data/records/keys.ts';
import { createService } from '../../../src/field-data/service.ts';
import type { Store } from '../../../src/field-data/store/store.ts';
import { createWriteCounts } from '../../../src/field-data/store/sqlite/write-counts.ts';
import {
  createCall,
  type Observation,
  silentLog,
  startService,
  startServiceOver,
  temporaryFolder,
  testNow,
} from '../support/service.ts';
import { openTestStore } from '../support/stores.ts';

const path = '/api/v1/observations';

const textsOf = (data: Observation[]) => data.map(({ text }) => text);

test('a page is read of the store once, as long as nothing is written', async () => {
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

/** A service over two public fields that counts the pages it renders, and a key for each of two accounts. */
async function startCounting() {
  const store = await openTestStore(temporaryFolder());
  let rendered = 0;
  const counting: Store = {
    ...store,
    observations: (query) => {
      rendered += 1;
      return store.observations(query);
    },
  };
  const service = createService(counting, { readsRequireKey: false, rateLimitPerMinute: 0, log: silentLog });
  onTestFinished(() => service.close());
  const call = createCall(service);
  for (const id of ['fld_a', 'fld_b']) {
    const place = { account: null, timezone: 'UTC', latitude: 47, longitude: -122, demo: false };
    await store.addField({ id, ...place });
  }
  const addKey = async (account: string, mode: Mode = 'live') => {
    const key = createKey(mode);
    const record = { hash: hashKey(key), account, name: 'test', mode, scopes, mask: maskKey(key) };
    await store.addKey({ ...record, createdAt: testNow.getTime(), revokedAt: null });
    return key;
  };
  const keys = { farm: await addKey('farm'), farmTest: await addKey('farm', 'test'), other: await addKey('other') };
  return {
    keys,
    async write(field_id: string, text: string, key: string) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': text.replaceAll(' ', '-') };
      await call(path, { method: 'POST', key, headers, body: JSON.stringify({ field_id, text }) });
    },
    /** The notes of a page, and how many pages were rendered for it. */
    async read(fieldId: string, key?: string) {
      const before = rendered;
      const { body } = await call(`${path}?field_id=${fieldId}`, { key });
      return { texts: textsOf(body.data), rendered: rendered - before };
    },
  };
}

test('a note written to one field leaves the pages of another cached, and its own are rendered again', async () => {
  const { keys, write, read } = await startCounting();
  for (const field of ['fld_a', 'fld_b']) expect((await read(field, keys.farm)).rendered).toBe(1);
  await write('fld_a', 'Rust', keys.farm);
  expect(await read('fld_b', keys.farm)).toEqual({ texts: [], rendered: 0 });
  expect(await read('fld_a', keys.farm)).toEqual({ texts: ['Rust'], rendered: 1 });
  expect(await read('fld_a', keys.farm)).toEqual({ texts: ['Rust'], rendered: 0 });
});

test('a private note on a public field leaves the pages of everyone else cached', async () => {
  const { keys, write, read } = await startCounting();
  const others = [undefined, keys.farmTest, keys.other];
  for (const key of [keys.farm, ...others]) await read('fld_a', key);
  await write('fld_a', 'Ours alone', keys.farm);
  for (const key of others) expect(await read('fld_a', key)).toEqual({ texts: [], rendered: 0 });
  expect(await read('fld_a', keys.farm)).toEqual({ texts: ['Ours alone'], rendered: 1 });
});

test('counts of more than ten thousand names are one count of everything, which every name shows', () => {
  const counts = createWriteCounts();
  counts.count('first');
  const before = [counts.of('first'), counts.of('other')];
  for (let name = 0; name < 9_999; name += 1) counts.count(`name ${name}`);
  expect([counts.of('first'), counts.of('other')]).toEqual(before);
  counts.count('one more');
  expect(counts.of('first')).not.toBe(before[0]);
  expect(counts.of('other')).not.toBe(before[1]);
});

test('a note is on the page that is read after it was acknowledged', async () => {
  const { call, write, addField, addKey } = await startService();
  await addField({ id: 'fld_farm', account: 'farm' });
  const key = await addKey({ account: 'farm' });
  const list = async () => textsOf((await call(`${path}?field_id=fld_farm`, { key })).body.data);
  expect(await list()).toEqual([]);
  await write({ field_id: 'fld_farm', text: 'Rust on the flag leaf' }, { key });
  expect(await list()).toEqual(['Rust on the flag leaf']);
});

test('what another connection writes, as an import does, is on the next page', async () => {
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

test('a page has the facts of a field that another process changed while it was read', async () => {
  const folder = temporaryFolder();
  const [store, other] = [await openTestStore(folder), await openTestStore(folder)];
  const place = { account: null, timezone: 'UTC', latitude: 47, longitude: -122, demo: false };
  await store.addField({ id: 'fld_a', name: 'Old', ...place });
  const changed: Store = {
    ...store,
    async findField(id) {
      const field = await store.findField(id);
      if (field?.name === 'Old') await other.setField({ ...field, name: 'New' });
      return field;
    },
  };
  const service = createService(changed, { readsRequireKey: false, rateLimitPerMinute: 0, log: silentLog });
  onTestFinished(async () => {
    await service.close();
    await other.close();
  });
  const call = createCall(service);
  const nameOf = async () => (await call(`${path}?field_id=fld_a`)).body.meta.field.name;
  expect([await nameOf(), await nameOf()]).toEqual(['Old', 'New']);
});

test('a page that one account reads is no page of another, nor of its other mode', async () => {
  const { call, write, addKey } = await startService();
  const [farm, farmTest, other] = [
    await addKey({ account: 'farm' }),
    await addKey({ account: 'farm', mode: 'test' }),
    await addKey({ account: 'other' }),
  ];
  await write({ field_id: 'fld_demo_01', text: 'Ours alone' }, { key: farm });
  const list = async (key?: string) => textsOf((await call(`${path}?field_id=fld_demo_01`, { key })).body.data);
  expect(await list(farm)).toContain('Ours alone');
  for (const key of [farmTest, other, undefined]) expect(await list(key)).not.toContain('Ours alone');
});

test('a store that cannot say whether something was written keeps no page', async () => {
  let renders = 0;
  const pages = createPageCache();
  for (let time = 0; time < 2; time += 1) {
    await pages.find('a', undefined, async () => ({ body: `${++renders}`, nextCursor: null }));
  }
  expect([renders, pages.size().bytes]).toEqual([2, 0]);
});

test('ten thousand pages hold eight megabytes and no more, and one of half a megabyte is not kept', async () => {
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
