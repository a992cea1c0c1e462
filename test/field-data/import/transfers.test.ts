/** Guarantees for every format: imports are idempotent and resumable, exports can be imported again, and the service runs meanwhile. */
import { randomBytes } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { withDemoFields } from '../../../src/field-data/demo/fields.ts';
import { type ImportOptions, importFile, importFilesStrictly } from '../../../src/field-data/import/import.ts';
import { addDays, formatInstant } from '../../../src/platform/time/instant.ts';
import { type ObservationRow, resources } from '../../../src/field-data/store/rows.ts';
import type { Store } from '../../../src/field-data/store/store.ts';
import { exportAll, startImport } from '../support/import.ts';
import { startService, testNow } from '../support/service.ts';
import { addFields, isPostgres, nowhere, openTestStore, removeField } from '../support/stores.ts';

/** `count` hourly records as CSV. A batch of an import has 2,000. */
function hours(count: number): string {
  const start = Date.parse('2020-01-01T00:00:00Z');
  const lines = Array.from(
    { length: count },
    (_, index) => `hourly,${new Date(start + index * 3_600_000).toISOString()},${index % 30}`,
  );
  return `granularity,starts_at,temperature_mean[celsius]\n${lines.join('\n')}\n`;
}

test('importing a file twice changes nothing', async () => {
  const { load, store } = await startImport();
  const options = { fieldId: 'fld_berlin' };
  expect(await load('weather.csv', hours(2_500), options)).toMatchObject({ added: 2_500, replaced: 0, unchanged: 0 });
  const before = await exportAll(store, 'weather');
  expect(await load('weather.csv', hours(2_500), options)).toMatchObject({
    added: 0,
    replaced: 0,
    unchanged: 2_500,
    resumed: 0,
  });
  expect(await exportAll(store, 'weather')).toEqual(before);
});

test('a record replaces the stored record of the same field, interval and kind, including every measure', async () => {
  const { load, records } = await startImport();
  const days = (columns: string, ...lines: string[]) => `field_id,date,kind,${columns}\n${lines.join('\n')}\n`;
  const both = 'temperature_max[celsius],precipitation[millimetre]';
  const first = ['fld_berlin,2026-05-01,observed,20,1', 'fld_berlin,2026-05-02,observed,21,2'];
  await load('first.csv', days(both, ...first));
  const second = ['observed', 'forecast'].map((kind) => `fld_berlin,2026-05-01,${kind},3`);
  const third = 'fld_public,2026-05-01,observed,4';
  expect(await load('second.csv', days('precipitation[millimetre]', ...second, third))).toMatchObject({
    added: 2,
    replaced: 1,
    unchanged: 0,
    refused: 0,
    empty: 0,
  });
  const stored = await records('weather');
  expect(stored.map(({ field_id, date, kind, temperature_max: warmest }) => [field_id, date, kind, warmest])).toEqual([
    ['fld_berlin', '2026-05-01', 'forecast', null],
    ['fld_berlin', '2026-05-01', 'observed', null],
    ['fld_berlin', '2026-05-02', 'observed', { value: 21, unit: 'celsius' }],
    ['fld_public', '2026-05-01', 'observed', null],
  ]);
});

test('records without a source get the source of the options', async () => {
  const { load, records } = await startImport();
  const day = { starts_at: '2026-05-02', ends_at: '2026-05-03' };
  const scene = { scene_id: 's', acquired_at: '2026-05-01T10:00:00Z', cloud_cover: { value: 0, unit: 'percent' } };
  const options = { fieldId: 'fld_berlin', sourceName: 'Yard station' };
  const lines = [day, { ...day, kind: 'forecast', source: { name: 'Model' } }, scene];
  await load('weather.csv', 'date,temperature_max[celsius]\n2026-05-01,20\n', options);
  await load('records.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'), options);
  const sources = [...(await records('weather')), ...(await records('earth_observations'))].map(({ source }) => source);
  expect(sources).toMatchObject([
    { name: 'Yard station', provenance: 'measured' },
    { name: 'Model', provenance: 'simulated' },
    { name: 'Yard station' },
    { name: 'Yard station' },
  ]);
});

/** Imports a file through a store that fails at batch `at`. */
async function importAndBreakOff(store: Store, path: string, options: ImportOptions, at = 2): Promise<void> {
  let batches = 0;
  const breaking = {
    ...store,
    writeBatch: (...batch: Parameters<typeof store.writeBatch>) => {
      batches += 1;
      return batches === at ? Promise.reject(new Error('pulled the plug')) : store.writeBatch(...batch);
    },
  };
  await expect(importFile(breaking, path, options)).rejects.toThrow('pulled the plug');
}

test('an interrupted import continues after its last stored batch', async () => {
  const { store, folder } = await startImport();
  const path = join(folder, 'weather.csv');
  writeFileSync(path, hours(5_000));
  const options = { fieldId: 'fld_berlin', now: () => testNow };
  await importAndBreakOff(store, path, options);
  expect(await importFile(store, path, options)).toEqual({
    added: 3_000,
    replaced: 0,
    unchanged: 0,
    refused: 0,
    empty: 0,
    resumed: 2_000,
  });
  expect(await exportAll(store, 'weather')).toHaveLength(5_000);
});

test('an interrupted import starts anew when its options change', async () => {
  const { store, folder } = await startImport();
  const path = join(folder, 'weather.csv');
  writeFileSync(path, hours(2_500));
  await importAndBreakOff(store, path, { fieldId: 'fld_berlin', now: () => testNow });
  expect(await importFile(store, path, { fieldId: 'fld_public', now: () => testNow })).toEqual({
    added: 2_500,
    replaced: 0,
    unchanged: 0,
    refused: 0,
    empty: 0,
    resumed: 0,
  });
});

test('an interrupted import starts anew when its file is corrected, even if its length stays the same', async () => {
  const { store, folder, records } = await startImport();
  const path = join(folder, 'weather.csv');
  const options = { fieldId: 'fld_berlin', now: () => testNow };
  writeFileSync(path, hours(2_500));
  // Both texts could be written within one tick of the clock of the file system.
  utimesSync(path, 1, 1);
  await importAndBreakOff(store, path, options);
  writeFileSync(path, hours(2_500).replace(/,0\n/, ',9\n'));
  expect(await importFile(store, path, options)).toMatchObject({ added: 500, replaced: 1, resumed: 0 });
  expect((await records('weather'))[0].temperature_mean.value).toBe(9);
});

const [path, bad] = ['weather.csv', 'bad.csv'];

test('an interrupted import starts anew after another file was imported, so that the last import wins', async () => {
  const { store, folder } = await startImport();
  const [first, other] = [join(folder, path), join(folder, 'other.csv')];
  for (const each of [first, other]) writeFileSync(each, hours(2_500));
  const options = { fieldId: 'fld_berlin', now: () => testNow };
  await importAndBreakOff(store, first, options);
  await importAndBreakOff(store, other, { ...options, sourceName: 'other' });
  expect(await importFile(store, first, options)).toMatchObject({ added: 500, replaced: 2_000, resumed: 0 });
});

test.each([
  ['starts anew after a strict import that replaces records', [path], 'other', 0],
  ['continues after a strict import that changes no record', [path], undefined, 2_000],
  ['continues after a strict import that is refused', [path, bad], 'other', 2_000],
])('an interrupted import %s', async (_title, files, sourceName, resumed) => {
  const { store, folder } = await startImport();
  writeFileSync(join(folder, path), hours(2_500));
  writeFileSync(join(folder, bad), 'date,temperature_max[celsius]\n2026-05-01,warm\n');
  const options = { fieldId: 'fld_berlin', now: () => testNow };
  await importAndBreakOff(store, join(folder, path), options);
  const strictly = { ...options, ...(sourceName !== undefined && { sourceName }), strict: true };
  await importFilesStrictly(
    store,
    files.map((file) => () => importFile(store, join(folder, file), strictly)),
  );
  expect(await importFile(store, join(folder, path), options)).toMatchObject({ resumed });
});

test('an interrupted import continues after another file was imported that replaced nothing', async () => {
  const { store, folder } = await startImport();
  const [first, other] = [join(folder, path), join(folder, 'other.csv')];
  writeFileSync(first, hours(10));
  writeFileSync(other, hours(2_500));
  const options = { fieldId: 'fld_berlin', now: () => testNow };
  await importFile(store, first, options);
  await importAndBreakOff(store, other, options);
  expect(await importFile(store, first, options)).toMatchObject({ unchanged: 10 });
  expect(await importFile(store, other, options)).toMatchObject({ resumed: 2_000 });
});

test('an import of many fields looks each of them up once, and again all at once after a batch', async () => {
  const { load, store, folder } = await startImport();
  const ids = Array.from({ length: 1_000 }, (_, number) => `fld_${number}`);
  await addFields(folder, ...ids);
  const lines = ['field_id,date,precipitation[mm]'];
  for (const day of ['01', '02', '03', '04', '05']) lines.push(...ids.map((id) => `${id},2026-04-${day},1`));
  const counted: Store = { ...store, findField: vi.fn(store.findField), findFields: vi.fn(store.findFields) };
  expect(await load('weather.csv', lines.join('\n'), {}, withDemoFields(counted))).toMatchObject({ added: 5_000 });
  expect(counted.findField).toHaveBeenCalledTimes(1_000);
  expect(counted.findFields).toHaveBeenCalledTimes(2);
  expect(await withDemoFields(store).findFields(['fld_7', 'fld_demo_01', 'fld_none'])).toMatchObject([
    { id: 'fld_demo_01', demo: true },
    { ...nowhere, id: 'fld_7' },
  ]);
});

/** A store in which another process changes or removes something right after the first batch of an import. */
function changingAfterFirst(store: Store, change: () => Promise<unknown>): Store {
  let isFirst = true;
  return {
    ...store,
    async writeBatch(...batch) {
      const result = await store.writeBatch(...batch);
      if (isFirst) await change();
      isFirst = false;
      return result;
    },
  };
}

test('an interrupted import starts anew if weather was removed during it', async () => {
  const { store, folder } = await startImport();
  const path = join(folder, 'weather.csv');
  writeFileSync(path, hours(5_000));
  const options = { fieldId: 'fld_berlin', now: () => testNow };
  const removing = changingAfterFirst(store, () => store.removeWeather('fld_berlin', 0, Date.parse('2020-02-01')));
  await importAndBreakOff(removing, path, options, 3);
  expect(await importFile(store, path, options)).toMatchObject({ resumed: 0, refused: 0 });
  expect(await exportAll(store, 'weather')).toHaveLength(5_000);
});

test('an import reads the remaining days in the timezone that their field gets meanwhile', async () => {
  const { load, store, records } = await startImport();
  const field = (await store.findField('fld_berlin')) ?? expect.fail();
  const changing = changingAfterFirst(store, () => store.setField({ ...field, timezone: 'UTC' }));
  const dates = Array.from({ length: 2_001 }, (_, number) => addDays('2020-01-01', number));
  const csv = `date,precipitation[mm]\n${dates.map((date) => `${date},1`).join('\n')}`;
  expect(await load('weather.csv', csv, { fieldId: 'fld_berlin' }, changing)).toMatchObject({ added: 2_001 });
  const starts = (await records('weather')).map(({ starts_at }) => starts_at);
  expect(starts.slice(-2)).toEqual(['2025-06-21T22:00:00Z', '2025-06-23T00:00:00Z']);
});

test('an import refuses the remaining records of a field that is removed meanwhile', async () => {
  const { load, store } = await startImport();
  const removing = changingAfterFirst(store, () => removeField(store, 'fld_berlin'));
  const result = await load('weather.csv', hours(2_500), { fieldId: 'fld_berlin' }, removing);
  expect(result).toMatchObject({ added: 2_000, refused: 500 });
  expect(await exportAll(store, 'weather')).toEqual([]);
});

test('records whose field is removed after their check are refused by line and not stored', async () => {
  const { load, store, folder } = await startImport();
  const other = await openTestStore(folder);
  const cover = { cloud_cover: { value: 5, unit: 'percent' } };
  const linesOf = (field_id: string) => [
    { field_id, starts_at: '2026-05-01', ends_at: '2026-05-02', kind: 'forecast' },
    { field_id, scene_id: 's', acquired_at: '2026-05-01T10:00:00Z', ...cover },
    { field_id, text: 'x', observed_at: '2026-05-01T10:00:00Z' },
  ];
  const lines = [
    ...linesOf('fld_berlin'),
    ...linesOf('fld_public'),
    ...linesOf('fld_demo_01')
      .slice(2)
      .map((line) => ({ ...line, account: 'farm' })),
  ];
  const overlapping: Store = {
    ...withDemoFields(store),
    async writeBatch(...batch) {
      let writing: ReturnType<Store['writeBatch']> | undefined;
      await other.transaction(async () => {
        await other.removeField('fld_berlin');
        writing = store.writeBatch(...batch);
        // Without a lock, the batch would be stored within this time.
        await Promise.race([writing, wait(200)]);
      });
      return writing ?? expect.fail();
    },
  };
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const { errors, ...result } = await load('all.jsonl', text, {}, overlapping);
  await other.close();
  const reason = 'field fld_berlin is not known here: add it with the command fields';
  expect(errors).toEqual([1, 2, 3].map((line) => `line ${line}: ${reason}`));
  expect(result).toMatchObject({ added: 4, refused: 3 });
  expect(await store.countRecords('fld_berlin')).toEqual({ weather: 0, earth_observations: 0, observations: 0 });
});

test('a refused entry is reported again when an interrupted import continues', async () => {
  const { store, folder } = await startImport();
  const path = join(folder, 'weather.csv');
  writeFileSync(path, hours(2_500).replace('T09:00:00.000Z,9', 'T09:00:00.000Z,warm'));
  const options = { fieldId: 'fld_berlin', now: () => testNow };
  await importAndBreakOff(store, path, options);
  const errors: string[] = [];
  const result = await importFile(store, path, { ...options, onRefused: (place) => errors.push(place) });
  expect(errors).toEqual(['line 11']);
  expect(result).toEqual({ added: 499, replaced: 0, unchanged: 1_991, refused: 1, empty: 0, resumed: 9 });
});

test('a record that conflicts with a stored one is reported again when an interrupted import continues', async () => {
  const { load, store, folder } = await startImport();
  const note = { id: 'obs_taken', field_id: 'fld_public', text: 'one', observed_at: '2026-05-01T10:00:00Z' };
  await load('first.jsonl', JSON.stringify(note));
  const hour = (at: number) => ({
    field_id: 'fld_berlin',
    granularity: 'hourly',
    starts_at: formatInstant(Date.UTC(2020, 0, 1) + at * 3_600_000),
  });
  const lines = [{ ...note, text: 'other' }, ...Array.from({ length: 4_500 }, (_, at) => hour(at))];
  const path = join(folder, 'all.jsonl');
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  const options = { now: () => testNow };
  await importAndBreakOff(store, path, options, 3);
  const errors: string[] = [];
  const result = await importFile(store, path, { ...options, onRefused: (place) => errors.push(place) });
  expect(errors).toEqual(['line 1']);
  expect(result).toEqual({ added: 501, replaced: 0, unchanged: 3_999, refused: 1, empty: 0, resumed: 0 });
});

test('JSON lines take field, kind and time of issue from the options, and provenance from their kind', async () => {
  const { load, records } = await startImport();
  const day = { starts_at: '2026-05-02', ends_at: '2026-05-03' };
  const lines = [day, { starts_at: '2026-05-01', ends_at: '2026-05-02', kind: 'observed', field_id: null }];
  const file = lines.map((line) => JSON.stringify(line)).join('\n');
  await load('days.jsonl', file, { fieldId: 'fld_berlin', kind: 'forecast', issuedAt: '2026-05-01T06:00:00Z' });
  expect(await records('weather')).toMatchObject([
    { kind: 'observed', issued_at: null, source: { provenance: 'measured' } },
    { kind: 'forecast', issued_at: '2026-05-01T06:00:00Z', source: { provenance: 'simulated' } },
  ]);
});

test('an export can be imported unchanged: records, their visibility, and idempotency keys that still replay', async () => {
  const first = await startService();
  const { addField, addKey, write, store } = first;
  await addField({ id: 'fld_farm', account: 'farm' });
  await addField({ id: 'fld_public' });
  const key = await addKey({ account: 'farm' });
  await write({ field_id: 'fld_farm', text: 'Live "note"\n\u0000' }, { key, idempotencyKey: 'a' });
  const note = await write({ field_id: 'fld_public', text: 'Mine' }, { key, idempotencyKey: 'b' });
  const csv = join(first.dataDir, 'weather.csv');
  writeFileSync(csv, hours(50));
  await importFile(store, csv, { fieldId: 'fld_farm' });
  const scene = {
    field_id: 'fld_farm',
    scene_id: 'x',
    acquired_at: '2026-01-01T00:00:00Z',
    cloud_cover: { value: 0.5, unit: 'fraction' },
  };
  const jsonl = join(first.dataDir, 'scenes.jsonl');
  const { cloud_cover: _, ...radar } = { ...scene, scene_id: 'radar' };
  writeFileSync(jsonl, [scene, radar].map((each) => JSON.stringify(each)).join('\n'));
  expect(await importFile(store, jsonl)).toMatchObject({ added: 2 });

  const second = await startService();
  for (const field of await store.listFields()) await second.store.addField(field);
  for (const record of await store.listKeys()) await second.store.addKey(record);
  for (const resource of resources) {
    const lines = await exportAll(store, resource);
    expect(lines.length).toBeGreaterThan(0);
    const file = join(second.dataDir, `${resource}.jsonl`);
    writeFileSync(file, lines.join('\n'));
    expect(await importFile(second.store, file, { now: () => testNow })).toMatchObject({
      added: lines.length,
      refused: 0,
    });
    const back = await exportAll(second.store, resource);
    expect(back).toEqual(lines);
  }
  const again = await second.write({ field_id: 'fld_public', text: 'Mine' }, { key, idempotencyKey: 'b' });
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([note.text, 'true']);
  const other = await second.addKey({ account: 'other' });
  expect((await second.call('/api/v1/observations?field_id=fld_public', { key: other })).body.data).toEqual([]);
});

test('imported records are served, one per interval: an observed record hides the forecasts that it overlaps', async () => {
  const { store, call, addField, addKey, dataDir } = await startService();
  await addField({ id: 'fld_farm', account: 'farm', timezone: 'Europe/Berlin' });
  const key = await addKey({ account: 'farm' });
  const csv = (kind: string, days: string[]) =>
    `kind,date,temperature_max[celsius]\n${days.map((day, index) => `${kind},2026-05-0${day},${index}`).join('\n')}`;
  for (const [name, content] of [
    ['f.csv', csv('forecast', ['1', '2', '3'])],
    ['o.csv', csv('observed', ['1', '2'])],
  ] as const) {
    writeFileSync(join(dataDir, name), content);
    await importFile(store, join(dataDir, name), { fieldId: 'fld_farm', now: () => testNow });
  }
  const kinds = async (query: string) => {
    const { body } = await call(`/api/v1/weather?field_id=fld_farm&from=2026-05-01&to=2026-05-10${query}`, { key });
    return body.data.map(({ date, kind }: { date: string; kind: string }) => `${date} ${kind}`);
  };
  expect(await kinds('')).toEqual(['2026-05-01 observed', '2026-05-02 observed', '2026-05-03 forecast']);
  expect(await kinds('&order=desc&limit=2')).toEqual(['2026-05-03 forecast', '2026-05-02 observed']);
  expect(await kinds('&kind=forecast')).toEqual(['2026-05-03 forecast']);
});

test('the later issued of two overlapping forecasts is served, and hides only the records that it overlaps', async () => {
  const { store, call, addField, dataDir } = await startService();
  await addField({ id: 'fld_berlin', timezone: 'Europe/Berlin' });
  const load = async (issuedAt: string, rows: string[]) => {
    const path = join(dataDir, `${issuedAt.slice(0, 10)}.csv`);
    writeFileSync(path, `condition,granularity,starts_at,ends_at\n${rows.map((row) => `rain,${row}\n`).join('')}`);
    await importFile(store, path, { fieldId: 'fld_berlin', kind: 'forecast', issuedAt, now: () => testNow });
  };
  await load('2026-05-03T06:00:00Z', ['hourly,2026-05-06T12:00:00Z,']);
  await load('2026-05-02T06:00:00Z', ['daily,2026-05-05,2026-05-06', 'daily,2026-05-06,2026-05-07']);
  const days = ['05', '06', '07', '08'].map((day) => `2026-05-${day}T00:00:00Z`);
  await load(
    '2026-05-01T06:00:00Z',
    [0, 1, 2].map((at) => `daily,${days[at]},${days[at + 1]}`),
  );
  const starts = async (query: string) => {
    const { body } = await call(`/api/v1/weather?field_id=fld_berlin&from=2026-05-05&to=2026-05-10${query}`);
    return body.data.map(({ starts_at }: { starts_at: string }) => starts_at);
  };
  const served = ['2026-05-04T22:00:00Z', '2026-05-05T22:00:00Z', '2026-05-07T00:00:00Z'];
  expect(await starts('')).toEqual(served);
  expect(await starts('&kind=forecast&order=desc&limit=2')).toEqual(served.slice(1).reverse());
});

test('a forecast that an observed day hides does not hide another', async () => {
  const { store, call, addField, dataDir } = await startService();
  await addField({ id: 'fld_berlin', timezone: 'Europe/Berlin' });
  const load = async (day: string, options: object) => {
    const path = join(dataDir, 'day.csv');
    writeFileSync(path, `condition,granularity,starts_at,ends_at\nrain,daily,${day}\n`);
    await importFile(store, path, { fieldId: 'fld_berlin', now: () => testNow, ...options });
  };
  await load('2026-05-01T00:00:00Z,2026-05-02T00:00:00Z', { kind: 'observed' });
  await load('2026-05-02T00:00:00Z,2026-05-03T00:00:00Z', { kind: 'forecast', issuedAt: '2026-04-30T06:00:00Z' });
  await load('2026-05-02,2026-05-03', { kind: 'forecast', issuedAt: '2026-05-01T06:00:00Z' });
  const { body } = await call('/api/v1/weather?field_id=fld_berlin&from=2026-05-01&to=2026-05-10');
  expect(body.data.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual([
    '2026-05-01T00:00:00Z',
    '2026-05-02T00:00:00Z',
  ]);
});

test('a running service writes and reads while a file is imported through another connection', async () => {
  const { dataDir, write, call, addField, demoKey } = await startService();
  await addField({ id: 'fld_farm', account: 'farm' });
  const store = await openTestStore(dataDir);
  const path = join(dataDir, 'weather.csv');
  writeFileSync(path, hours(8_000));
  const add = (text: string) => write({ field_id: 'fld_demo_01', text }, { key: demoKey });
  // Over PostgreSQL, a request and the hint of a write need two connections at once. On a busy machine, connecting may take too long.
  while ((await Promise.all([add('before'), add('before')])).some(({ status }) => status === 503));
  const importing = importFile(store, path, { fieldId: 'fld_farm' }).finally(() => store.close());
  let isDone = false;
  void importing.then(() => {
    isDone = true;
  });
  let writes = 0;
  while (!isDone) {
    expect((await add('meanwhile')).status).toBe(201);
    expect((await call('/api/v1/weather?field_id=fld_demo_01')).status).toBe(200);
    writes += 1;
    // Yields to callbacks of the file system.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await importing).toMatchObject({ added: 8_000 });
  // At least one write between two batches.
  expect(writes).toBeGreaterThanOrEqual(4);
});

test('the properties of a JSON line determine its kind of record, and a misspelt property is refused', async () => {
  const { load, records } = await startImport();
  const lines = [
    '{"field_id":"fld_public","text":"Seen by all","observed_at":"2026-05-01T12:00:00+02:00"}',
    '{"field_id":"fld_berlin","text":"Of the farm","observed_at":"2026-05-01T12:00:00Z","live_mode":false,"tag":["x"]}',
    '',
    '{"field_id":"fld_berlin"}',
    'nonsense',
    '[1]',
    '{"field_id":"fld_berlin","starts_at":"2026-05-01","ends_at":"2026-05-03"}',
    '{"field_id":"fld_berlin","text":"No time"}',
  ];
  const { added, errors } = await load('mixed.jsonl', lines.join('\n'));
  expect(added).toBe(1);
  expect(errors).toEqual([
    'line 2: tag: no such property',
    'line 4: is no record: it has neither starts_at, nor scene_id, nor text',
    'line 5: is not JSON',
    'line 6: is no JSON object',
    'line 7: the interval is longer than daily allows',
    expect.stringMatching(/^line 8: observed_at must be a date-time with an offset that exists, such as /),
  ]);
  expect(await records('observations')).toMatchObject([
    {
      account: null,
      text: 'Seen by all',
      category: 'general',
      observed_at: '2026-05-01T10:00:00Z',
      created_at: '2026-05-01T10:00:00Z',
    },
  ]);
});

test('strict imports several files together: a bad record or an interruption leaves nothing stored', async () => {
  const { store, folder } = await startImport();
  const good = join(folder, 'good.csv');
  const bad = join(folder, 'bad.csv');
  writeFileSync(good, hours(2_500));
  writeFileSync(bad, 'date,temperature_max[celsius]\n2026-05-01,warm\n');
  const options = { fieldId: 'fld_berlin', strict: true, now: () => testNow };
  const importOne = (path: string) => () => importFile(store, path, options);
  expect(await importFilesStrictly(store, [importOne(good), importOne(bad)])).toEqual({
    isImported: false,
    results: [
      { added: 2_500, replaced: 0, unchanged: 0, refused: 0, empty: 0, resumed: 0 },
      { added: 0, replaced: 0, unchanged: 0, refused: 1, empty: 0, resumed: 0 },
    ],
  });
  expect(await exportAll(store, 'weather')).toEqual([]);
  const breaking = () => importAndBreakOff(store, good, options).then(() => Promise.reject(new Error('killed')));
  await expect(importFilesStrictly(store, [importOne(good), breaking])).rejects.toThrow('killed');
  expect(await exportAll(store, 'weather')).toEqual([]);
  expect(await importFilesStrictly(store, [importOne(good)])).toMatchObject({
    isImported: true,
    results: [{ added: 2_500 }],
  });
});

test('a record that contradicts a stored one is refused by line', async () => {
  const { load, records } = await startImport();
  const note = { id: 'obs_1', field_id: 'fld_berlin', text: 'First', observed_at: '2026-05-01T12:00:00Z' };
  const scene = { ...{ id: 'eo_1', scene_id: 'x' }, field_id: 'fld_berlin', acquired_at: '2026-05-01T12:00:00Z' };
  const cover = { cloud_cover: { value: 5, unit: 'percent' } };
  const lines = [
    note,
    note,
    { ...note, text: 'Second' },
    { ...scene, ...cover },
    { ...scene, ...cover, field_id: 'fld_public' },
    { field_id: 'fld_berlin', starts_at: '2026-05-01', ends_at: '2026-05-02' },
    { field_id: 'fld_berlin', starts_at: '2026-05-01T12:00:00Z', ends_at: '2026-05-02T12:00:00Z' },
  ];
  const { added, unchanged, errors } = await load('mixed.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  // In PostgreSQL, where scenes may be spread over machines by field, another field may have the same id.
  expect([added, unchanged]).toEqual(isPostgres ? [4, 1] : [3, 1]);
  expect(errors).toEqual([
    "line 3: the id obs_1, or its account's idempotency key, is taken by another observation: a stored observation never changes, so give a correction another id, and no idempotency key",
    ...(isPostgres ? [] : ['line 5: the id eo_1 is taken by a scene of another field']),
    'line 7: overlaps the observed record that begins at 2026-04-30T22:00:00Z',
  ]);
  expect(await records('observations')).toMatchObject([{ text: 'First' }]);
});

test('overlapping observed hours are refused by line, whether they overlap stored hours or hours of the same file', async () => {
  const { load, records } = await startImport();
  const csv = (...starts: string[]) =>
    `condition,granularity,kind,starts_at\n${starts.map((start) => `rain,hourly,observed,2026-05-01T${start}:00Z\n`).join('')}`;
  const options = { fieldId: 'fld_berlin' };
  await load('india.csv', csv('00:30', '01:30', '02:30'), options);
  const { added, errors } = await load('gmt.csv', csv('00:00', '03:00', '04:00', '05:00', '05:30', '06:00'), options);
  expect([added, errors]).toEqual([
    3,
    [
      'line 2: overlaps the observed record that begins at 2026-05-01T00:30:00Z',
      'line 3: overlaps the observed record that begins at 2026-05-01T02:30:00Z',
      'line 6: overlaps the observed record that begins at 2026-05-01T05:00:00Z',
    ],
  ]);
  // Hours that touch, a day over the same time, and a forecast do not overlap in this sense.
  const day = 'rain,daily,observed,2026-05-01,2026-05-02';
  const others = [day, 'rain,hourly,forecast,2026-05-01T00:00:00Z,', 'rain,hourly,observed,2026-05-01T03:30:00Z,'];
  const rest = await load(
    'others.csv',
    `condition,granularity,kind,starts_at,ends_at\n${others.join('\n')}\n`,
    options,
  );
  expect(rest.errors).toEqual(['line 4: overlaps the observed record that begins at 2026-05-01T04:00:00Z']);
  expect((await records('weather')).filter(({ granularity }) => granularity === 'hourly')).toHaveLength(7);
});

test('an observation of another account than that of its field is refused, except on a public field', async () => {
  const { load } = await startImport();
  const note = { text: 'x', observed_at: '2026-05-01T12:00:00Z', account: 'other' };
  const lines = ['fld_berlin', 'fld_public'].map((field_id) => JSON.stringify({ ...note, field_id }));
  const { added, errors } = await load('notes.jsonl', lines.join('\n'));
  expect([added, errors]).toEqual([
    1,
    [
      "line 1: fld_berlin belongs to another account than the observation's: only the field's own can have observations there",
    ],
  ]);
});

test('texts that not every store can save are refused by line', async () => {
  const { load, records } = await startImport();
  const note = { field_id: 'fld_public', text: 'x', observed_at: '2026-05-01T12:00:00Z' };
  const keyed = (key: string) => ({ ...note, idempotency_key: key, idempotency_fingerprint: 'f' });
  const lines = [
    { ...note, field_id: 'fld_\u0000' },
    ...['', 'a\u0000', 'A'].map((account) => ({ ...note, account })),
    ...['\u0000', 'k'.repeat(3_000)].map(keyed),
    { ...keyed('k'.repeat(255)), account: '~demo' },
  ];
  const { errors } = await load('notes.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  const account = 'account must be null, or the name of an account as the command keys takes it';
  const key = 'idempotency_key and idempotency_fingerprint must be 1 to 255 visible ASCII characters';
  const reasons = [
    expect.stringMatching(/^field_id must be a field id, such as /),
    account,
    account,
    account,
    key,
    key,
  ];
  expect(errors.map((error) => error.slice('line 1: '.length))).toEqual(reasons);
  expect(await records('observations')).toMatchObject([{ account: '~demo' }]);
});

test('the idempotency key of an observation without an account is not stored, so that two may have the same', async () => {
  const { load, records } = await startImport();
  const note = { field_id: 'fld_public', account: null, idempotency_key: 'k', idempotency_fingerprint: 'f' };
  const lines = ['Rust.', 'Mildew.'].map((text) => ({ ...note, text, observed_at: '2026-05-01T12:00:00Z' }));
  const { added, errors } = await load('notes.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  expect([added, errors]).toEqual([2, []]);
  expect(await records('observations')).toMatchObject([
    { account: null, idempotency_key: null },
    { account: null, idempotency_key: null },
  ]);
});

test('an observation on a demo field needs an account, because no export has those without', async () => {
  const { load, records, store } = await startImport();
  const note = { field_id: 'fld_demo_01', text: 'Rust.', observed_at: '2026-05-01T12:00:00Z' };
  const lines = [note, { ...note, account: 'farm' }].map((line) => JSON.stringify(line)).join('\n');
  const { added, errors } = await load('notes.jsonl', lines, {}, withDemoFields(store));
  const reason = 'fld_demo_01 is a demo field: an observation there needs account, or no export has it';
  expect([added, errors]).toEqual([1, [`line 1: ${reason}`]]);
  expect(await records('observations')).toMatchObject([{ account: 'farm' }]);
});

test('a file with a very long source name is imported in several batches', async () => {
  const { load } = await startImport();
  const sourceName = randomBytes(3_000).toString('base64');
  const result = await load('hours.csv', hours(4_500), { fieldId: 'fld_berlin', sourceName });
  expect(result).toMatchObject({ added: 4_500, errors: [] });
});

test('an export with an idempotency key of an observation without an account, from earlier versions, is unchanged', async () => {
  const { load, store } = await startImport();
  const record = { field_id: 'fld_public', id: 'obs_1', text: 'Rust.', observed_at: '2026-05-01T12:00:00Z' };
  const line = { ...record, account: null, idempotency_key: 'k', idempotency_fingerprint: 'f' };
  await load('first.jsonl', JSON.stringify({ ...record, account: null }));
  const [entry] = await Array.fromAsync(store.exportRows('observations'));
  const { row } = entry as { row: ObservationRow };
  const old = await startImport();
  await old.store.writeBatch([
    { resource: 'observations', row: { ...row, idempotency: { key: 'k', fingerprint: 'f' } } },
  ]);
  expect(await old.load('again.jsonl', JSON.stringify(line))).toMatchObject({ unchanged: 1, errors: [] });
});

test('impossible values are refused by line, with the property and its bounds', async () => {
  const { load } = await startImport();
  const celsius = (value: number) => ({ value, unit: 'celsius' });
  const millimetres = (value: number) => ({ value, unit: 'millimetre' });
  const day = { field_id: 'fld_berlin', starts_at: '2026-05-01', ends_at: '2026-05-02' };
  const scene = {
    field_id: 'fld_berlin',
    scene_id: 'x',
    acquired_at: '2026-05-01T12:00:00Z',
    cloud_cover: { value: 5, unit: 'percent' },
  };
  const note = { field_id: 'fld_berlin', text: 'x' };
  const lines = [
    { ...day, temperature_max: celsius(-9999), relative_humidity: { value: 1.2, unit: 'fraction' } },
    { ...day, precipitation: { value: -1, unit: 'inch' } },
    { ...day, growing_degree_days: { value: 5, unit: 'celsius_day', base: celsius(-999) } },
    { ...day, source: { name: 'x', provenance: 'measured', staton: 'y' } },
    { ...scene, sun_azimuth: { value: 361, unit: 'degree' } },
    { ...scene, indices: [{ name: 'ndvi', mean: 1.1 }] },
    { ...scene, acquired_at: '2026-05-04T19:00:01Z' },
    { ...note, observed_at: '2026-05-04T19:05:01Z' },
    { ...note, observed_at: '2026-05-04T19:05:00Z' },
    { ...scene, indices: [{ name: 'evi', mean: 2.1 }] },
    { ...day, temperature_min: celsius(21), temperature_max: { value: 68, unit: 'fahrenheit' } },
    { ...day, temperature_min: celsius(20), temperature_max: { value: 68, unit: 'fahrenheit' } },
    { ...day, date: '1999-12-31' },
    { ...day, date: '0000-01-01' },
    // The local day of a record that begins late in that day, as in an export.
    {
      ...day,
      kind: 'forecast',
      starts_at: '2026-05-01T20:00:00Z',
      ends_at: '2026-05-02T20:00:00Z',
      date: '2026-05-01',
    },
    ...[
      { name: 'evi', mean: -9999, std_dev: 65_535 },
      { name: 'evi', mean: 10, max: 999, min: -9999 },
      { name: 'ndvi', std_dev: 65_535 },
    ].map((index) => ({ ...scene, indices: [index] })),
    { ...day, kind: 'forecast', issued_at: '2026-05-04T19:05:01Z' },
    { ...scene, processed_at: '2062-05-04T00:00:00Z' },
    ...['Mast', ['Mast']].map((source) => ({ ...day, source })),
    { ...scene, indices: [{ name: 'ndvi', mean: '0.5' }] },
    { ...scene, indices: [{ name: 'ndvi', min: 0.8, mean: 0.2, max: 0.1 }] },
    { ...scene, indices: [{ name: 'ndvi', p10: 0.8, p90: 0.1 }] },
    { ...day, soil: [{ depth_from: millimetres(300), depth_to: millimetres(100) }] },
    { ...note, observed_at: '2026-05-04T18:00:00Z', created_at: '2962-05-04T00:00:00Z' },
    // The offset of a sensor at night, and less than any has.
    ...[-0.007, -1.1].map((value) => ({
      ...day,
      starts_at: '2026-05-02',
      ends_at: '2026-05-03',
      solar_radiation: { value, unit: 'megajoule_per_square_metre' },
    })),
  ];
  const { added, errors } = await load('all.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(errors).toEqual([
    'line 1: temperature_max must be -95 to 100 celsius, not -9999; relative_humidity must be 0 to 100 percent, not 120',
    'line 2: precipitation must be 0 to 2000 millimetre, not -25.4',
    'line 3: growing_degree_days/base must be -95 to 100 celsius, not -999',
    'line 4: source/staton: no such property',
    'line 5: sun_azimuth must be 0 to 360 degree, not 361',
    'line 6: indices/0/mean must be -1 to 1, not 1.1',
    'line 7: acquired_at lies in the future',
    'line 8: observed_at lies in the future',
    'line 11: temperature_min must be at most temperature_max, not 21 above 20 celsius',
    'line 13: date must be the local day of starts_at, not 1999-12-31',
    'line 14: date must be the local day of starts_at, not 0000-01-01',
    'line 16: indices/0/mean must be -10 to 10, not -9999; indices/0/std_dev must be 0 to 2000, not 65535',
    'line 17: indices/0/min must be -1000 to 1000, not -9999',
    'line 18: indices/0/std_dev must be 0 to 2, not 65535',
    'line 19: issued_at lies in the future',
    'line 20: processed_at lies in the future',
    'line 21: source must be an object',
    'line 22: source must be an object',
    'line 23: indices/0/mean must be a number or null',
    'line 24: indices/0/min must be at most max, not 0.8 above 0.1',
    'line 25: indices/0/p10 must be at most p90, not 0.8 above 0.1',
    'line 26: soil/0/depth_from must be at most depth_to, not 300 above 100 millimetre',
    'line 27: created_at lies in the future',
    'line 29: solar_radiation must be -1 to 60 megajoule_per_square_metre, not -1.1',
  ]);
  expect(added).toBe(5);
});

test('a list of more than 1,000 entries is refused, whether they are valid or not', async () => {
  const { load } = await startImport();
  const scene = { field_id: 'fld_berlin', scene_id: 'x', acquired_at: '2026-05-01T12:00:00Z' };
  const lines = [{ name: 'ndvi' }, { name: 5 }].map((index) => ({ ...scene, indices: Array(1_001).fill(index) }));
  const { errors } = await load('all.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(errors).toEqual([
    'line 1: indices must have at most 1000 entries',
    expect.stringMatching(/^line 2: indices\/0\/name must be /),
  ]);
});

test('a second observation with the same id is refused, also when one is public and one belongs to an account', async () => {
  const { load, records } = await startImport();
  const note = { field_id: 'fld_public', text: 'x', observed_at: '2026-05-01T12:00:00Z' };
  const own = { ...note, account: 'acme' };
  const lines = [
    { ...note, id: 'obs_0' },
    { ...own, id: 'obs_0' },
    { ...own, id: 'obs_1' },
  ];
  const one = await load('one.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  const other = await load(
    'other.jsonl',
    [{ ...note, id: 'obs_1' }, lines[0]].map((line) => JSON.stringify(line)).join('\n'),
  );
  const taken =
    "or its account's idempotency key, is taken by another observation: a stored observation never changes, so give a correction another id, and no idempotency key";
  expect([one.errors, other.errors]).toEqual([[`line 2: the id obs_0, ${taken}`], [`line 1: the id obs_1, ${taken}`]]);
  expect(other).toMatchObject({ unchanged: 1 });
  expect((await records('observations')).map(({ account }) => account).toSorted()).toEqual(['acme', null]);
});

test('observations without an id are distinct by account and mode, and the refusal of a clash requests an id', async () => {
  const { load, store } = await startImport();
  const note = { field_id: 'fld_public', text: 'x', observed_at: '2026-05-01T12:00:00Z' };
  const own = { ...note, account: 'acme' };
  const ofField = { ...note, field_id: 'fld_berlin' };
  const distinct = [note, own, { ...note, account: 'beta' }, { ...own, live_mode: false }, ofField];
  const same = [
    { ...note, account: null },
    { ...own, live_mode: true },
    { ...ofField, account: 'farm' },
  ];
  const text = [...distinct, ...same, { ...own, category: 'pest' }].map((line) => JSON.stringify(line)).join('\n');
  const first = await load('notes.jsonl', text);
  expect(first).toMatchObject({ added: 5, unchanged: 3, refused: 1 });
  expect(first.errors).toEqual([
    expect.stringMatching(
      /^line 9: the id obs_[0-9a-f]{24} \(derived from field_id, observed_at, text, account and live_mode\), .* add an id to this record, /,
    ),
  ]);
  expect(await load('notes.jsonl', text)).toMatchObject({ added: 0, unchanged: 8, refused: 1 });
  const exported = await exportAll(store, 'observations');
  // Ids of earlier versions: an old file that is imported again adds nothing.
  expect(
    exported.filter((line) => /"id":"obs_(?:bc9045fd407f5dec354ee183|b24149dc2ae037d577b4db70)"/.test(line)),
  ).toHaveLength(2);
  const other = await startImport();
  expect(await other.load('export.jsonl', exported.join('\n'))).toMatchObject({ added: 5, refused: 0 });
  expect(await exportAll(other.store, 'observations')).toEqual(exported);
});

test('an observation whose field changed its account since the check is refused with a reason and not stored', async () => {
  const { load, store } = await startImport();
  const note = { field_id: 'fld_public', text: 'x', observed_at: '2026-05-01T12:00:00Z' };
  const lines = ['other', 'farm', null].map((account, at) => ({ ...note, account, id: `obs_${at}` }));
  const field = (await store.findField('fld_public')) ?? expect.fail();
  const changing: Store = {
    ...store,
    async writeBatch(...batch) {
      await store.setField({ ...field, account: 'farm' });
      return store.writeBatch(...batch);
    },
  };
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const { errors, ...result } = await load('notes.jsonl', text, {}, changing);
  expect(result).toMatchObject({ added: 2, refused: 1 });
  expect(errors).toEqual([
    "line 1: fld_public belongs to another account than the observation's: only the field's own can have observations there",
  ]);
  expect(await store.countRecords('fld_public')).toMatchObject({ observations: 2 });
});
