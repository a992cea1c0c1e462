/** Pages of notes that are kept rendered: what is written, by whomever, is read at once, and nobody reads another's. */
import { expect, test } from 'vitest';
import { createKeptPages } from '../../../src/field-data/routes/page-cache.ts';

import { type Observation, startService, startServiceOver, testNow } from '../support/service.ts';

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
  const pages = createKeptPages({});
  for (let time = 0; time < 2; time += 1) {
    await pages.find('a', async () => ({ body: `${++renders}`, nextCursor: null }));
  }
  expect([renders, pages.held().bytes]).toEqual([2, 0]);
});

test('ten thousand pages hold eight megabytes and no more, and one of half a megabyte is not kept', async () => {
  const pages = createKeptPages({ changes: async () => 'the same' });
  for (let page = 0; page < 10_000; page += 1) {
    await pages.find(`page ${page}`, async () => ({ body: 'x'.repeat(2_000), nextCursor: null }));
  }
  const { bytes } = pages.held();
  expect(bytes).toBeGreaterThan(7 * 1024 * 1024);
  expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  await pages.find('large', async () => ({ body: 'x'.repeat(600_000), nextCursor: null }));
  expect(pages.held().bytes).toBe(bytes);
});
