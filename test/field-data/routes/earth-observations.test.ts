/** GET /api/v1/earth-observations, one block per status. The behaviour shared by all reads is tested in weather.test.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importFile } from '../../../src/field-data/import/import.ts';
import { testRefusals } from '../support/refused-reads.ts';
import { type EarthObservation, sharedService, testNow } from '../support/service.ts';

const path = '/api/v1/earth-observations';
const wheat = `${path}?field_id=fld_demo_01`;

describe('200', () => {
  test('the default is the last ninety days with a published scene every five days', async () => {
    const { call } = await sharedService();
    const { body } = await call(wheat);
    expect(body.data).toHaveLength(18);
    const times = body.data.map(({ acquired_at }: EarthObservation) => Date.parse(acquired_at));
    for (const [index, ms] of times.slice(1).entries()) {
      expect((ms - times[index]) / 86_400_000).toBeCloseTo(5, 1);
    }
    expect(
      body.data.every(({ processed_at }: EarthObservation) => Date.parse(processed_at ?? '') <= testNow.getTime()),
    ).toBe(true);
  });

  test('every scene is marked as simulated and cannot be mistaken for a real product', async () => {
    const { call } = await sharedService();
    const { body } = await call(wheat);
    for (const { source, platform, scene_id, collection } of body.data as EarthObservation[]) {
      expect(source.provenance).toBe('simulated');
      expect([platform, collection, scene_id].join(' ')).toMatch(/^simulated fieldgraph-demo-simulated SIMULATED-/);
    }
  });

  test('a scene of a cloud-covered field is listed with null statistics', async () => {
    const { call } = await sharedService();
    const year = (await call(`${wheat}&from=2025-01-01&to=2026-01-01`)).body.data as EarthObservation[];
    const hidden = year.filter(({ cloud_cover }) => (cloud_cover?.value ?? 0) >= 95);
    expect(hidden.length).toBeGreaterThan(0);
    for (const { indices } of hidden) {
      expect(indices).toHaveLength(6);
      for (const { mean, p10, sample_count } of indices) expect([mean, p10, sample_count]).toEqual([null, null, 0]);
    }
  });

  test('NDVI follows the crop: a wheat field is green in May and bare after harvest', async () => {
    const { call } = await sharedService();
    const meanOf = async (window: string) => {
      const scenes = (await call(`${wheat}&${window}`)).body.data as EarthObservation[];
      const means = scenes.flatMap(({ indices }) => indices.find(({ name }) => name === 'ndvi')?.mean ?? []);
      return means.reduce((sum, mean) => sum + mean, 0) / means.length;
    };
    expect(await meanOf('from=2025-05-15&to=2025-06-10')).toBeGreaterThan(0.75);
    expect(await meanOf('from=2025-08-20&to=2025-09-20')).toBeLessThan(0.4);
  });

  test('max_cloud_cover includes scenes up to and including the limit', async () => {
    const { call } = await sharedService();
    const all = (await call(wheat)).body.data as EarthObservation[];
    const cover = all[3]?.cloud_cover?.value ?? 0;
    const { body } = await call(`${wheat}&max_cloud_cover=${cover}`);
    expect(body.data).toEqual(all.filter(({ cloud_cover }) => (cloud_cover?.value ?? 101) <= cover));
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.data.length).toBeLessThan(all.length);
  });

  test('a radar scene without cloud cover is listed, but not with max_cloud_cover', async () => {
    const { call, addField, store, dataDir } = await sharedService();
    await addField({ id: 'fld_radar' });
    const scene = { field_id: 'fld_radar', scene_id: 'S1A', acquired_at: '2026-05-01T05:00:00Z' };
    const file = join(dataDir, 'radar.jsonl');
    writeFileSync(file, JSON.stringify(scene));
    expect(await importFile(store, file, { now: () => testNow })).toMatchObject({ added: 1 });
    const read = async (query: string) => (await call(`${path}?field_id=fld_radar${query}`)).body.data;
    expect(await read('')).toMatchObject([{ scene_id: 'S1A', cloud_cover: null, indices: [] }]);
    expect(await read('&max_cloud_cover=100')).toEqual([]);
  });

  test('scenes of one time are listed in the order of their processing, and those without it first', async () => {
    const { call, addField, store, dataDir } = await sharedService();
    await addField({ id: 'fld_versions' });
    const scenes = [null, '2026-05-01T08:00:00Z', '2026-05-03T08:00:00Z', '2026-05-02T08:00:00Z'].map(
      (processed_at, at) => {
        const scene_id = `S2A_N05${at}`;
        return {
          id: `eo_v${9 - at}`,
          field_id: 'fld_versions',
          scene_id,
          acquired_at: '2026-05-01T05:00:00Z',
          processed_at,
        };
      },
    );
    const file = join(dataDir, 'versions.jsonl');
    writeFileSync(file, scenes.map((scene) => JSON.stringify(scene)).join('\n'));
    expect(await importFile(store, file, { now: () => testNow })).toMatchObject({ added: 4 });
    const read = async (order: string) =>
      (await call(`${path}?field_id=fld_versions&order=${order}`)).body.data.map(({ id }: EarthObservation) => id);
    expect(await read('asc')).toEqual(['eo_v9', 'eo_v8', 'eo_v6', 'eo_v7']);
    expect(await read('desc')).toEqual(['eo_v7', 'eo_v6', 'eo_v8', 'eo_v9']);
  });

  test('max_cloud_cover may have all digits of a double', async () => {
    const { call } = await sharedService();
    expect((await call(`${wheat}&max_cloud_cover=0.12345678901234568`)).status).toBe(200);
  });

  test('desc reverses asc, and limit applies after ordering', async () => {
    const { call } = await sharedService();
    const all = (await call(wheat)).body.data;
    expect((await call(`${wheat}&order=desc&limit=2`)).body.data).toEqual(all.toReversed().slice(0, 2));
  });

  test('from is inclusive and to is exclusive', async () => {
    const { call } = await sharedService();
    const [first, second] = (await call(wheat)).body.data as EarthObservation[];
    const { body } = await call(`${wheat}&from=${first?.acquired_at}&to=${second?.acquired_at}`);
    expect(body.data).toEqual([first]);
  });

  test('demo field 59 has no scenes', async () => {
    const { call } = await sharedService();
    expect((await call(`${path}?field_id=fld_demo_59`)).body.data).toEqual([]);
  });

  test('a response is cacheable for an hour without a key, and must be revalidated with one', async () => {
    const { call, demoKey } = await sharedService();
    expect((await call(wheat)).headers.get('cache-control')).toBe('public, max-age=3600');
    expect((await call(wheat, { key: demoKey })).headers.get('cache-control')).toBe('private, no-cache');
  });
});

test('304 is returned for the ETag of the same response', async () => {
  const { call } = await sharedService();
  const etag = (await call(wheat)).headers.get('etag') ?? '';
  expect((await call(wheat, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

describe('400', () => {
  test.each([
    ['max_cloud_cover=101', 'max_cloud_cover', 'too_large'],
    ['max_cloud_cover=-1', 'max_cloud_cover', 'too_small'],
    ['max_cloud_cover=1e1', 'max_cloud_cover', 'wrong_type'],
    ['max_cloud_cover=NaN', 'max_cloud_cover', 'wrong_type'],
    ['max_cloud_cover=', 'max_cloud_cover', 'wrong_type'],
    ['limit=0', 'limit', 'too_small'],
    ['order=newest', 'order', 'not_allowed'],
    ['from=2026-13-01', 'from', 'wrong_format'],
    ['from=2024-01-01&to=2026-01-01', 'from', 'too_large'],
  ])('%s is refused with the parameter %s and the code %s', async (query, parameter, code) => {
    const { call } = await sharedService();
    const { status, body } = await call(`${wheat}&${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.errors).toMatchObject([{ parameter, code }]);
  });
});

testRefusals(path, 'weather:read', 'earthObservations');
