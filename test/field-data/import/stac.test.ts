/** STAC items as APIs and pystac write them, with index statistics in all common forms. */
import { expect, test } from 'vitest';
import { startImport } from '../support/import.ts';

const item = (id: string, properties: object) => ({
  type: 'Feature',
  stac_version: '1.0.0',
  id,
  collection: 'sentinel-2-l2a',
  geometry: null,
  bbox: [13, 52, 14, 53],
  properties: {
    datetime: '2026-05-01T10:20:31.024Z',
    platform: 'sentinel-2b',
    'eo:cloud_cover': 12.5,
    gsd: 10,
    ...properties,
  },
  assets: {
    thumbnail: { href: 'https://example.com/t.jpg', type: 'image/jpeg', roles: ['thumbnail'] },
    ndvi: { href: 'https://example.com/ndvi.tif', type: 'image/tiff; application=geotiff', roles: ['data'] },
    B04: { href: 's3://bucket/B04.tif', roles: ['data'] },
    metadata: { href: 'https://example.com/m.xml', roles: ['metadata'] },
  },
  links: [],
});

const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

test('an item may state that its resolution is unknown', async () => {
  const { load, records } = await startImport();
  const { errors } = await load('a.json', collection(item('S2B_0', { gsd: null })), { fieldId: 'fld_berlin' });
  expect(errors).toEqual([]);
  expect(await records('earth_observations')).toMatchObject([{ resolution: null }]);
});

test('a pixel count above the GraphQL Int range is refused', async () => {
  const { load } = await startImport();
  const drone = item('S2B_0', { ndvi: { mean: 0.7, count: 2_500_000_000 } });
  const { errors } = await load('a.json', collection(drone), { fieldId: 'fld_berlin' });
  expect(errors).toEqual(['features[0]: indices/0/sample_count must be at most 2147483647']);
});

test('an item is imported as an earth observation of the field', async () => {
  const { load, records } = await startImport();
  const properties = {
    'view:sun_elevation': 52.1,
    'view:sun_azimuth': 160,
    'view:off_nadir': 3.2,
    created: '2026-05-01T14:00:00Z',
    cloud_cover: 3,
    ndvi: {
      mean: 0.71,
      median: 0.72,
      minimum: 0.1,
      maximum: 0.9,
      stddev: 0.05,
      percentile_10: 0.6,
      p90: 0.8,
      count: 900,
      nodata: 100,
    },
    ndre_mean: 0.4,
    'ndmi:mean': 0.2,
  };
  const { errors } = await load('scenes.json', collection(item('S2B_1', properties)), { fieldId: 'fld_berlin' });
  expect(errors).toEqual([]);
  expect(await records('earth_observations')).toMatchObject([
    {
      id: expect.stringMatching(/^eo_[0-9a-f]{24}$/),
      field_id: 'fld_berlin',
      scene_id: 'S2B_1',
      acquired_at: '2026-05-01T10:20:31.024Z',
      processed_at: '2026-05-01T14:00:00Z',
      platform: 'sentinel-2b',
      collection: 'sentinel-2-l2a',
      cloud_cover: { value: 3, unit: 'percent' },
      scene_cloud_cover: { value: 12.5, unit: 'percent' },
      sun_elevation: { value: 52.1, unit: 'degree' },
      off_nadir: { value: 3.2, unit: 'degree' },
      resolution: { value: 10, unit: 'metre' },
      indices: [
        {
          name: 'ndvi',
          mean: 0.71,
          median: 0.72,
          min: 0.1,
          max: 0.9,
          std_dev: 0.05,
          p10: 0.6,
          p90: 0.8,
          sample_count: 900,
          no_data_count: 100,
        },
        { name: 'ndmi', mean: 0.2, median: null },
        { name: 'ndre', mean: 0.4 },
      ],
      assets: [
        { role: 'thumbnail', index: null, href: 'https://example.com/t.jpg', media_type: 'image/jpeg' },
        { role: 'data', index: 'ndvi', href: 'https://example.com/ndvi.tif' },
      ],
      source: { name: 'sentinel-2-l2a', provenance: 'measured' },
    },
  ]);
});

test('each item of a collection may name its field, and a bad item is reported by its position', async () => {
  const { load, records } = await startImport();
  const { added, errors } = await load(
    'scenes.geojson',
    collection(
      item('a', { field_id: 'fld_berlin' }),
      item('b', { field_id: 'fld_public' }),
      item('c', { field_id: 'fld_unknown' }),
      item('d', { field_id: 'fld_berlin', datetime: null }),
      item('e', { field_id: 'fld_berlin', ndvi: { mean: 'green' } }),
      null,
    ),
  );
  expect(added).toBe(2);
  expect(errors).toEqual([
    'features[2]: field fld_unknown is not known here: add it with the command fields',
    expect.stringMatching(/^features\[3\]: acquired_at must be a date-time with an offset that exists, such as /),
    'features[4]: indices/0/mean must be a number or null',
    'features[5]: is no STAC item',
  ]);
  expect((await records('earth_observations')).map(({ scene_id }) => scene_id)).toEqual(['a', 'b']);
});

test('cloud cover of the field falls back to valid pixels or the scene, and is then marked as derived', async () => {
  const { load, records } = await startImport();
  const items = [
    item('a', { cloud_cover: 3 }),
    item('b', { valid_pixels: 90 }),
    item('c', {}),
    item('d', { 'eo:cloud_cover': undefined }),
    item('e', { valid_pixels: 99.9 }),
  ];
  const { errors } = await load('scenes.json', collection(...items), { fieldId: 'fld_berlin' });
  expect(errors).toEqual([]);
  const covers = (await records('earth_observations')).map(({ cloud_cover, source }) => [
    cloud_cover?.value ?? null,
    source.derived,
  ]);
  expect(covers.toSorted()).toEqual([
    [null, []],
    // Not 0.09999999999999432, the result of binary fractions.
    [0.1, ['cloud_cover']],
    [10, ['cloud_cover']],
    [12.5, ['cloud_cover']],
    [3, []],
  ]);
});

test('a reprocessed scene replaces the older product, and an older product never replaces a newer one', async () => {
  const { load, records } = await startImport();
  const product = (created: string, mean: number) => collection(item('S2B_1', { created, ndvi_mean: mean }));
  const options = { fieldId: 'fld_berlin' };
  await load('a.json', product('2026-05-02T00:00:00Z', 0.5), options);
  expect(await load('b.json', product('2026-05-03T00:00:00Z', 0.6), options)).toMatchObject({ added: 0, replaced: 1 });
  expect(await load('a.json', product('2026-05-02T00:00:00Z', 0.5), options)).toMatchObject({
    added: 0,
    unchanged: 1,
  });
  expect(await records('earth_observations')).toMatchObject([{ indices: [{ mean: 0.6 }] }]);
});

test('a scene without a processing time replaces the stored scene', async () => {
  const { load, records } = await startImport();
  const product = (properties: object) => collection(item('S2B_1', properties));
  const options = { fieldId: 'fld_berlin' };
  await load('a.json', product({ created: '2026-05-02T00:00:00Z', ndvi_mean: 0.5 }), options);
  expect(await load('b.json', product({ ndvi_mean: 0.6 }), options)).toMatchObject({ replaced: 1, unchanged: 0 });
  expect(await load('b.json', product({ ndvi_mean: 0.6 }), options)).toMatchObject({ replaced: 0, unchanged: 1 });
  expect(await records('earth_observations')).toMatchObject([{ processed_at: null, indices: [{ mean: 0.6 }] }]);
});

test('a single item may be a whole file or a line of a file', async () => {
  const { load } = await startImport();
  const options = { fieldId: 'fld_berlin' };
  expect(await load('one.json', JSON.stringify(item('x', {})), options)).toMatchObject({ added: 1 });
  expect(await load('one.ndjson', `${JSON.stringify(item('x', {}))}\n`, options)).toMatchObject({ unchanged: 1 });
});

test('an index that is not an object of statistics is reported, not ignored', async () => {
  const { load } = await startImport();
  const { errors } = await load('one.json', JSON.stringify(item('x', { ndvi: 'NaN' })), { fieldId: 'fld_berlin' });
  expect(errors).toEqual(['features[0]: properties/ndvi must be an object of statistics']);
});

test('names of indices and statistics are read in any case, also next to a list of indices', async () => {
  const { load, records } = await startImport();
  const properties = { NDVI: { Mean: 0.7 }, NDRE_max: 0.4, indices: [{ name: 'evi', mean: 0.5 }], ndmi: {} };
  const { errors } = await load('one.json', JSON.stringify(item('x', properties)), { fieldId: 'fld_berlin' });
  expect(errors).toEqual([]);
  const [{ indices }] = await records('earth_observations');
  expect(indices).toMatchObject([
    { name: 'evi', mean: 0.5 },
    { name: 'ndvi', mean: 0.7 },
    { name: 'ndmi', mean: null },
    { name: 'ndre', max: 0.4 },
  ]);
});

test.each([
  [{ EVI: 0.3 }, 'properties/evi must be an object of statistics'],
  [
    { ndvi: { stats: { mean: 0.7 } } },
    'properties/ndvi has none of mean, median, min, max, std_dev, p10, p90, sample_count, no_data_count',
  ],
  [{ indices: { ndvi: { mean: 0.7 } } }, 'properties/indices must be a list'],
  [{ indices: [{ name: 'ndvi' }, { name: 'ndvi' }] }, 'indices has ndvi twice'],
  [{ indices: [{ name: 'ndvi' }], ndvi_mean: 0.7 }, 'indices has ndvi twice'],
  [{ ndvi: { mean: 0.7 }, NDVI: { mean: 0.1 } }, 'properties has ndvi twice'],
  [{ ndvi_mean: 0.7, NDVI_Mean: 0.1 }, 'properties has ndvi_mean twice'],
  [{ ndvi: { mean: 0.7, MEAN: 0.1 } }, 'properties/ndvi has mean twice'],
])('statistics that would be lost are refused with a reason: %j', async (properties, reason) => {
  const { load } = await startImport();
  const { errors } = await load('one.json', JSON.stringify(item('x', properties)), { fieldId: 'fld_berlin' });
  expect(errors).toEqual([`features[0]: ${reason}`]);
});

test('an asset with a URL that the contract does not allow is left out, and its scene is stored', async () => {
  const { load, records } = await startImport();
  const hrefs = [
    `https://example.com/${'x'.repeat(2_048)}`,
    'https://example.com/a b.jpg',
    'https://example.com/t.jpg',
  ];
  const assets = Object.fromEntries(hrefs.map((href, at) => [`a${at}`, { href, roles: ['thumbnail'] }]));
  const { errors } = await load('one.json', JSON.stringify({ ...item('x', {}), assets }), { fieldId: 'fld_berlin' });
  expect(errors).toEqual([]);
  expect(await records('earth_observations')).toMatchObject([{ assets: [{ href: hrefs[2] }] }]);
});
