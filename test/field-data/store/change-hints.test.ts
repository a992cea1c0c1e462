/** Change hints to the watchers of a store, on every engine: after the commit, once per list, and only for real changes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ImportRow } from '../../../src/field-data/store/rows.ts';
import type { Store } from '../../../src/field-data/store/store.ts';
import type { ChangeHint, WatchChanges } from '../../../src/platform/sync/change-hints.ts';
import { startImport } from '../support/import.ts';
import { startService } from '../support/service.ts';
import { addFields, isPostgres, removeField } from '../support/stores.ts';

const anything = 'anything';

/** Collects hints as `list field`, from the moment their delivery is certain. */
async function watch(watchChanges: WatchChanges, isFirst = true) {
  const batches: string[][] = [];
  const line = ({ list, fieldId }: ChangeHint) => `${list} ${fieldId}`;
  const stop = watchChanges((hints) => void batches.push(hints ? hints.map(line) : [anything]));
  onTestFinished(stop);
  if (isPostgres && isFirst) await expect.poll(() => batches.flat()).toContain(anything);
  batches.length = 0;
  return {
    batches,
    stop,
    /** Returns every hint up to and including `last`. */
    async until(last: string): Promise<string[]> {
      await expect.poll(() => batches.flat().at(-1)).toBe(last);
      return batches.splice(0).flat();
    },
  };
}

/** A store with more fields than that of `startImport`. */
async function startWithFields() {
  const started = await startImport();
  await addFields(started.folder, ...['a', 'b', 'between', 'undone', 'committed', 'last'].map((name) => `fld_${name}`));
  return started;
}

/** Hourly weather records of a field. */
function hours(fieldId: string, count: number): ImportRow[] {
  return Array.from({ length: count }, (_, index) => {
    const startsAt = index * 3_600_000;
    const row = { fieldId, granularity: 'hourly', kind: 'observed', startsAt, endsAt: startsAt + 3_600_000 } as const;
    return { resource: 'weather', row: { ...row, issuedAt: 0, record: '{}' } };
  });
}

/** A write whose hint is the last of a test. */
const writeLast = (store: Store) => store.writeBatch(hours('fld_last', 1));
const last = 'weather fld_last';

test('a POST sends one hint when its observation is readable, and a replayed POST sends none', async () => {
  const { service, write, demoKey: key, call } = await startService();
  const { until } = await watch(service.watchChanges);
  const observation = { field_id: 'fld_demo_01', text: 'Aphids' };
  // The hints for the example observations of the demo arrive first.
  await write({ ...observation, field_id: 'fld_demo_03' }, { key });
  await until('observations fld_demo_03');
  const first = await write(observation, { key, idempotencyKey: 'one' });
  expect(await until('observations fld_demo_01')).toEqual(['observations fld_demo_01']);
  const { body } = await call('/api/v1/observations?field_id=fld_demo_01', { key });
  expect(body.data.map(({ id }: { id: string }) => id)).toContain(first.body.data.id);
  expect((await write(observation, { key, idempotencyKey: 'one' })).headers.get('idempotent-replayed')).toBe('true');
  await write({ ...observation, field_id: 'fld_demo_02' }, { key });
  expect(await until('observations fld_demo_02')).toEqual(['observations fld_demo_02']);
});

test('an import sends a hint for each field and list that it changed, however many records it has', async () => {
  const { store, load } = await startWithFields();
  const { until } = await watch(store.watchChanges);
  const lines = Array.from({ length: 3_000 }, (_, hour) => `hourly,${new Date(hour * 3_600_000).toISOString()},20`);
  const csv = `granularity,starts_at,temperature_mean[celsius]\n${lines.join('\n')}\n`;
  await load('weather.csv', csv, { fieldId: 'fld_berlin' });
  await store.writeBatch(hours('fld_between', 1));
  const hints = await until('weather fld_between');
  expect(new Set(hints)).toEqual(new Set(['weather fld_berlin', 'weather fld_between']));
  // At most one for each transaction of a thousand records.
  expect(hints.length).toBeLessThanOrEqual(4);
  await load('again.csv', csv, { fieldId: 'fld_berlin' });
  await writeLast(store);
  expect(await until(last)).toEqual([last]);
});

test('a batch sends hints only for the fields that it changed', async () => {
  const { store } = await startWithFields();
  const { until } = await watch(store.watchChanges);
  await store.writeBatch(hours('fld_a', 2));
  await until('weather fld_a');
  await store.writeBatch([...hours('fld_a', 2), ...hours('fld_b', 2)]);
  await writeLast(store);
  expect(await until(last)).toEqual(['weather fld_b', last]);
});

test('a transaction sends its hints after the commit, and none if it is rolled back', async () => {
  const { store } = await startWithFields();
  const { batches, until } = await watch(store.watchChanges);
  const rolledBack = new Error('rolled back');
  const writeIn = (fieldId: string, isCommitted: boolean) =>
    store.transaction(async () => {
      await store.writeBatch(hours(fieldId, 1));
      await store.countRecords(fieldId);
      await nextTurn();
      expect(batches).toEqual([]);
      if (!isCommitted) throw rolledBack;
    });
  await expect(writeIn('fld_undone', false)).rejects.toBe(rolledBack);
  await writeIn('fld_committed', true);
  await writeLast(store);
  expect(await until(last)).toEqual(['weather fld_committed', last]);
});

test('removing weather or a field sends a hint for each changed list', async () => {
  const { store } = await startWithFields();
  const { until } = await watch(store.watchChanges);
  await store.writeBatch(hours('fld_berlin', 2));
  await until('weather fld_berlin');
  await store.removeWeather('fld_public', 0, 3_600_000);
  await store.removeWeather('fld_berlin', 0, 3_600_000);
  expect(await until('weather fld_berlin')).toEqual(['weather fld_berlin']);
  await removeField(store, 'fld_berlin');
  const hints = await until('observations fld_berlin');
  expect(new Set(hints)).toEqual(
    new Set(['weather fld_berlin', 'earth_observations fld_berlin', 'observations fld_berlin']),
  );
});

test('changing the account or timezone of a field sends a hint for each of its lists after the commit', async () => {
  const { store } = await startWithFields();
  const { batches, until } = await watch(store.watchChanges);
  const field = await store.findField('fld_berlin');
  if (!field) throw new Error('The field is not stored.');
  for (const change of [{ account: 'orchard' }, { timezone: 'Europe/Paris' }]) {
    await store.transaction(async () => {
      await store.setField({ ...field, ...change });
      await nextTurn();
      expect(batches).toEqual([]);
    });
    const hints = await until('observations fld_berlin');
    expect(new Set(hints)).toEqual(
      new Set(['weather fld_berlin', 'earth_observations fld_berlin', 'observations fld_berlin']),
    );
  }
});

test('more changed lists than the queue can hold become one hint that anything may have changed', async () => {
  const { store, folder } = await startWithFields();
  const ids = Array.from({ length: 10_001 }, (_, index) => `fld_${index}`);
  await addFields(folder, ...ids);
  const { until } = await watch(store.watchChanges);
  await store.writeBatch(ids.flatMap((id) => hours(id, 1)));
  expect(await until(anything)).toEqual([anything]);
  await writeLast(store);
  expect(await until(last)).toEqual([last]);
});

test('each watcher gets every hint until it stops', async () => {
  const { store } = await startWithFields();
  const one = await watch(store.watchChanges);
  const other = await watch(store.watchChanges, false);
  await writeLast(store);
  await Promise.all([one.until(last), other.until(last)]);
  one.stop();
  one.stop();
  await store.writeBatch(hours('fld_b', 1));
  expect(await other.until('weather fld_b')).toEqual(['weather fld_b']);
  expect(one.batches).toEqual([]);
});
