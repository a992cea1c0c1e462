/** Visibility of fields and observations on reads and writes: every row of the contract. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Observation, sharedService, startOverShared, type TestService } from '../support/service.ts';

const reads = ['weather', 'earth-observations', 'observations'];

type Farms = TestService & { keys: Record<string, string | undefined> };
let farms: Promise<Farms> | undefined;

/** Two accounts with keys of both modes, a field of the first, and a public field. Tests share them and do not write what others count. */
function startFarms(): Promise<Farms> {
  farms ??= addFarms();
  return farms;
}

async function addFarms(): Promise<Farms> {
  const service = await sharedService();
  await service.addField({ id: 'fld_one', account: 'one' });
  await service.addField({ id: 'fld_public' });
  const keys = {
    none: undefined,
    demo: service.demoKey,
    oneLive: await service.addKey({ account: 'one', mode: 'live' }),
    oneTest: await service.addKey({ account: 'one', mode: 'test' }),
    twoLive: await service.addKey({ account: 'two', mode: 'live' }),
    twoTest: await service.addKey({ account: 'two', mode: 'test' }),
  };
  return { ...service, keys };
}

describe('fields', () => {
  test.each<[field: string, seers: string[]]>([
    ['fld_one', ['oneLive', 'oneTest']],
    ['fld_public', ['none', 'oneLive', 'oneTest', 'twoLive', 'twoTest']],
    ['fld_demo_01', ['none', 'demo', 'oneLive', 'oneTest', 'twoLive', 'twoTest']],
  ])('%s is readable by %j and no other key', async (field, seers) => {
    const { call, keys } = await startFarms();
    for (const [name, key] of Object.entries(keys)) {
      for (const read of reads) {
        const { status } = await call(`/api/v1/${read}?field_id=${field}`, { key });
        expect([name, read, status]).toEqual([name, read, seers.includes(name) ? 200 : 404]);
      }
    }
  });

  test.each<[field: string, writers: string[]]>([
    ['fld_one', ['oneLive', 'oneTest']],
    ['fld_public', ['oneLive', 'oneTest', 'twoLive', 'twoTest']],
    ['fld_demo_01', ['demo', 'oneLive', 'oneTest', 'twoLive', 'twoTest']],
  ])('%s accepts observations of %j and no other key', async (field, writers) => {
    const { write, keys } = await startFarms();
    for (const [name, key] of Object.entries(keys)) {
      if (key === undefined) continue;
      const { status } = await write({ field_id: field, text: 'x' }, { key });
      expect([name, status]).toEqual([name, writers.includes(name) ? 201 : 404]);
    }
  });

  test('a field of another account gets the same bytes as a field that does not exist', async () => {
    const { call, keys } = await startFarms();
    const headers = { 'x-request-id': 'same' };
    for (const key of [keys.twoLive, keys.none]) {
      for (const read of reads) {
        const foreign = await call(`/api/v1/${read}?field_id=fld_one`, { key, headers });
        const unknown = await call(`/api/v1/${read}?field_id=fld_nowhere`, { key, headers });
        expect(foreign.text).toBe(unknown.text);
        expect([...foreign.headers]).toEqual([...unknown.headers]);
      }
    }
    const body = (field_id: string) => ({
      method: 'POST',
      key: keys.twoLive,
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'a' },
      body: JSON.stringify({ field_id, text: 'x' }),
    });
    const foreign = await call('/api/v1/observations', body('fld_one'));
    const unknown = await call('/api/v1/observations', body('fld_nowhere'));
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });

  test.each(['from=2026-05-02&to=2026-05-01', 'from=2024-01-01&to=2026-01-01', 'from=2026-02-30'])(
    '%s is refused before the field is looked up',
    async (query) => {
      const { call, keys } = await startFarms();
      for (const read of reads) {
        for (const field of ['fld_one', 'fld_nowhere']) {
          const { status, body } = await call(`/api/v1/${read}?field_id=${field}&${query}`, { key: keys.twoLive });
          expect([read, field, status, body.code]).toEqual([read, field, 400, 'invalid_parameter']);
        }
      }
    },
  );

  test('errors of other parameters do not reveal that a foreign field exists', async () => {
    const { call, keys } = await startFarms();
    const headers = { 'x-request-id': 'same' };
    const query = 'from=2026-05-02&to=2026-05-01';
    const foreign = await call(`/api/v1/weather?field_id=fld_one&${query}`, { key: keys.twoLive, headers });
    const unknown = await call(`/api/v1/weather?field_id=fld_nowhere&${query}`, { key: keys.twoLive, headers });
    expect(foreign.text).toBe(unknown.text);
  });
});

describe('observations', () => {
  async function textsSeen({ call }: TestService, field: string, key: string | undefined): Promise<string[]> {
    const { body } = await call(`/api/v1/observations?field_id=${field}&from=2026-05-01`, { key });
    return (body.data as Observation[]).map(({ text }) => text).toSorted();
  }

  test('on a field of an account are visible to keys of the account with the same mode', async () => {
    const service = await sharedService();
    const { write, addKey } = service;
    const { fieldId, account, key } = await service.addFarm();
    const testKey = await addKey({ account, mode: 'test' });
    await write({ field_id: fieldId, text: 'live' }, { key });
    await write({ field_id: fieldId, text: 'test' }, { key: testKey });
    expect(await textsSeen(service, fieldId, key)).toEqual(['live']);
    expect(await textsSeen(service, fieldId, testKey)).toEqual(['test']);
    expect(await textsSeen(service, fieldId, await addKey({ account, mode: 'live' }))).toEqual(['live']);
  });

  test('on a public field are visible only to keys of the account and mode that wrote them', async () => {
    const service = await startFarms();
    const { write, keys } = service;
    await service.addField({ id: 'fld_common' });
    const writers = ['oneLive', 'oneTest', 'twoLive', 'twoTest'];
    for (const name of writers) await write({ field_id: 'fld_common', text: name }, { key: keys[name] ?? '' });
    for (const [name, key] of Object.entries(keys)) {
      if (name === 'demo') continue;
      expect(await textsSeen(service, 'fld_common', key)).toEqual(writers.filter((writer) => writer === name));
    }
  });

  test('are refused with 404 and not stored when the field is removed at the same time', async () => {
    const { store, write, addFarm } = await sharedService();
    const { fieldId, key } = await addFarm();
    const post = () => write({ field_id: fieldId, text: 'Ours' }, { key });
    expect((await post()).status).toBe(201);
    let overlapping: ReturnType<typeof write> | undefined;
    await store.transaction(async () => {
      await store.removeField(fieldId);
      overlapping = post();
      // Without a lock, the observation would be stored within this time.
      await Promise.race([overlapping, wait(200)]);
    });
    expect((await overlapping)?.status).toBe(404);
    expect(await store.countRecords(fieldId)).toEqual({ weather: 0, earth_observations: 0, observations: 0 });
  });

  test('of the demo key are visible only to it, and example observations to everyone', async () => {
    const service = await startFarms();
    const { write, call, keys } = service;
    await write({ field_id: 'fld_demo_02', text: 'mine' }, { key: service.demoKey });
    for (const [name, key] of Object.entries(keys)) {
      const { body } = await call('/api/v1/observations?field_id=fld_demo_02', { key });
      expect([name, body.data.length]).toEqual([name, name === 'demo' ? 8 : 7]);
    }
  });
});

describe('FIELD_DATA_READS_REQUIRE_KEY', () => {
  test('requires a key for every read, even of public fields', async () => {
    const { call, demoKey } = await startOverShared({ readsRequireKey: true });
    for (const read of reads) {
      expect((await call(`/api/v1/${read}?field_id=fld_demo_01`)).status).toBe(401);
      expect((await call(`/api/v1/${read}?field_id=fld_demo_01`, { key: demoKey })).status).toBe(200);
    }
  });

  test('leaves the published documents readable without a key', async () => {
    const { call } = await startOverShared({ readsRequireKey: true });
    expect((await call('/openapi.json')).status).toBe(200);
  });
});
