/** PostgreSQL writes batches by statement and SQLite row by row. Both must behave the same, also for repetitions and contradictions. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../../../src/field-data/store/postgres/store.ts';
import { openSqliteStore } from '../../../../src/field-data/store/sqlite/store.ts';
import { type ImportRow, resources, type WeatherRow } from '../../../../src/field-data/store/rows.ts';
import type { BatchResult, Store } from '../../../../src/field-data/store/store.ts';
import { databaseUrlOf, inDatabaseOf } from '../../../support/postgres/schemas.ts';
import { folderOfTest } from '../../support/service.ts';
import { nowhere } from '../../support/stores.ts';
import { sized } from '../../../support/size.ts';

const hourMs = 3_600_000;
const fieldIds = ['fld_a', 'fld_b'];
const few = fc.integer({ min: 0, max: 2 });
const field = fc.constantFrom(...fieldIds);
const record = fc.constantFrom(
  '{"live_mode":true,"a":1}',
  '{"live_mode":true,"a":2}',
  '{"live_mode":true,"a":"\\u0000é"}',
);

const weather = fc
  .record({
    fieldId: field,
    granularity: fc.constantFrom('daily' as const, 'hourly' as const),
    kind: fc.constantFrom('observed' as const, 'forecast' as const),
    startsAt: fc.integer({ min: 0, max: 8 }).map((at) => at * 8 * hourMs),
    hours: fc.constantFrom(8, 24, 25),
    issuedAt: few,
    record,
  })
  .map(
    ({ hours, ...row }): ImportRow => ({ resource: 'weather', row: { ...row, endsAt: row.startsAt + hours * hourMs } }),
  );

const scene = fc
  .record({ number: few, fieldId: field, acquiredAt: few, cloudCover: few, processedAt: few, record })
  .map(({ number, ...row }): ImportRow => {
    // The same id in two fields is a conflict only in SQLite.
    return { resource: 'earth_observations', row: { ...row, id: `eo_${row.fieldId}_${number}` } };
  });

const note = fc
  .record({
    number: fc.integer({ min: 0, max: 3 }),
    fieldId: field,
    account: fc.constantFrom('farm', 'other', null),
    observedAt: few,
    record,
    key: fc.constantFrom('a', 'b', null),
  })
  .map(({ number, key, account, ...row }): ImportRow => {
    const idempotency = key === null || account === null ? null : { key, fingerprint: 'f' };
    // In PostgreSQL, two accounts may use the same id, because no list contains both.
    const id = account === 'other' ? `obs_other_${number}` : `obs_${row.fieldId}_${number}`;
    return { resource: 'observations', row: { ...row, id, account, idempotency, mode: 'live', category: 'general' } };
  });

const batches = fc.array(fc.array(fc.oneof(weather, weather, scene, note), { maxLength: 30 }), {
  minLength: 1,
  maxLength: 4,
});

test('the same batches have the same result in SQLite and PostgreSQL, with the same rows in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (drawn) => {
      const folder = folderOfTest();
      const stores = [openSqliteStore(folder), await openPostgresStore(await databaseUrlOf(folder), { poolMax: 2 })];
      try {
        const [sqlite, postgres] = await Promise.all(stores.map((store) => outcomeOf(store, drawn)));
        expect(postgres).toEqual(sqlite);
      } finally {
        for (const store of stores) await store.close();
      }
    }),
    { numRuns: sized(10, 25, 500) },
  );
});

const quarterMs = hourMs / 4;
const hourOf = (from: number, quarters: number, record = '{}'): WeatherRow => {
  const [startsAt, endsAt] = [from * quarterMs, (from + quarters) * quarterMs];
  return { fieldId: 'fld_a', granularity: 'hourly', kind: 'observed', issuedAt: 0, startsAt, endsAt, record };
};
const observedHour = fc
  .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 4 }), record)
  .map((drawn) => hourOf(...drawn));

test('a batch of overlapping hours has the same result as one after the other, also over stored ones that overlap', async () => {
  const folder = folderOfTest();
  const store = await openPostgresStore(await databaseUrlOf(folder), { poolMax: 2 });
  onTestFinished(() => store.close());
  for (const id of fieldIds) await store.addField({ ...nowhere, id });
  const stored = fc.uniqueArray(observedHour, { selector: ({ startsAt }) => startsAt, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(stored, fc.array(observedHour, { maxLength: 6 }), async (before, drawn) => {
      const [bulk, single] = await Promise.all(
        fieldIds.map(async (fieldId) => {
          await store.removeWeather(fieldId, 0, 24 * hourMs);
          // As version 1.0 could store them.
          for (const { startsAt, endsAt, record } of before)
            await inDatabaseOf(folder, "INSERT INTO weather VALUES ($1, 'hourly', $2, 'observed', $3, 0, $4)", [
              ...[fieldId, startsAt, endsAt, record],
            ]);
          const rows = drawn.map((row): ImportRow => ({ resource: 'weather', row: { ...row, fieldId } }));
          const results: BatchResult[] = [];
          for (const batch of fieldId === 'fld_a' ? [rows] : rows.map((row) => [row]))
            results.push(await store.writeBatch(batch));
          const sum = (name: 'added' | 'replaced' | 'unchanged') => results.reduce((all, each) => all + each[name], 0);
          const exported = await Array.fromAsync(store.exportRows('weather', { fieldId }));
          return {
            counts: [sum('added'), sum('replaced'), sum('unchanged')],
            clashes: results.flatMap(({ clashes }, at) =>
              clashes.map(({ index, reason }) => [fieldId === 'fld_a' ? index : at, reason]),
            ),
            rows: exported.map(({ row }) => ({ ...row, fieldId: '' })),
          };
        }),
      );
      expect(bulk).toEqual(single);
    }),
    {
      numRuns: sized(20, 60, 2_000),
      // The first row shortens a record that overlaps another, so that the second is no longer a correction.
      examples: [
        [
          [hourOf(0, 4), hourOf(2, 2)],
          [hourOf(0, 1, '1'), hourOf(0, 4, '2')],
        ],
      ],
    },
  );
});

async function outcomeOf(store: Store, drawn: ImportRow[][]): Promise<unknown[]> {
  for (const id of fieldIds) await store.addField({ ...nowhere, id, account: id === 'fld_b' ? 'farm' : null });
  const results: unknown[] = [];
  for (const batch of drawn) {
    const progress = { file: 'f', entries: results.length + 1, isFirst: results.length === 0 };
    results.push(await store.writeBatch(batch, progress));
  }
  results.push(await store.findProgress('f'));
  for (const resource of resources) {
    const rows = await Array.fromAsync(store.exportRows(resource));
    // SQLite's rows have no prototype.
    results.push(rows.map(({ row }) => ({ ...row })));
  }
  const page = { caller: { account: 'farm', mode: 'live' }, category: undefined, from: undefined, limit: 2 } as const;
  const list = { kind: undefined, from: 0, to: 80 * hourMs, order: 'asc', limit: undefined } as const;
  for (const id of fieldIds) {
    const viewed = (await store.findField(id)) ?? expect.fail();
    for (const to of [undefined, 0, 1, 2])
      for (const after of [undefined, { observedAt: 1, id: `obs_${id}_1` }])
        results.push(await store.observations({ ...page, field: viewed, to, after }));
    for (const granularity of ['daily', 'hourly'] as const)
      results.push(await store.weather({ ...list, field: viewed, granularity }));
  }
  return results;
}
