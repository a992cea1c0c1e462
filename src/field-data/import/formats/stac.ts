/**
 * STAC items (https://stacspec.org, 1.0 and 1.1), one or a FeatureCollection as an API or pystac writes it, with statistics of
 * vegetation indices in their properties: `"ndvi": {"mean": 0.7}`, `"ndvi_mean": 0.7`, `"ndvi:mean": 0.7`, or the contract's `indices`.
 */
import { isRecord } from '../../../platform/json/is-record.ts';
import { resolvePointer } from '../../records/description.ts';
import { withoutNoise } from '../../records/units.ts';
import type { Candidate, JsonObject, ReadOptions } from '../candidate.ts';

/** Whether a document is a STAC item or a collection of them. */
export function isStac(document: unknown): document is JsonObject {
  return isRecord(document) && (document.type === 'Feature' || document.type === 'FeatureCollection');
}

/** The candidates of a document. */
export function* readStac(document: JsonObject, options: ReadOptions): Generator<Candidate> {
  const items = document.type === 'Feature' ? [document] : document.features;
  for (const [index, item] of (Array.isArray(items) ? items : []).entries()) {
    const place = `features[${index}]`;
    yield isRecord(item) ? stacCandidate(item, place, options) : { place, error: 'is no STAC item' };
  }
}

/** The candidate of one item. Its field is its property `field_id`, or the one the operator gives. */
export function stacCandidate(item: JsonObject, place: string, options: ReadOptions): Candidate {
  const properties = isRecord(item.properties) ? item.properties : {};
  const unread = indexNames.filter((name) => !isRecord(properties[name] ?? {}));
  if (unread.length > 0) return { place, error: `properties/${unread.join(', ')} must be an object of statistics` };
  const collection = item.collection ?? null;
  const cover = coverOf(properties);
  const record: JsonObject = {
    field_id: properties.field_id ?? options.fieldId,
    scene_id: item.id,
    acquired_at: properties.datetime ?? properties.start_datetime,
    processed_at: properties['processing:datetime'] ?? properties.created ?? null,
    platform: properties.platform ?? null,
    collection,
    cloud_cover: percent(cover.value),
    scene_cloud_cover: percent(properties['eo:cloud_cover']),
    valid_pixels: percent(properties.valid_pixels),
    sun_elevation: angle(properties['view:sun_elevation']),
    sun_azimuth: angle(properties['view:sun_azimuth']),
    off_nadir: angle(properties['view:off_nadir']),
    resolution: (properties.gsd ?? null) === null ? null : { value: properties.gsd, unit: 'metre' },
    indices: indicesOf(properties),
    assets: assetsOf(item.assets),
    source: {
      name: options.sourceName ?? String(collection ?? 'STAC'),
      provenance: 'measured',
      derived: cover.isDerived ? ['cloud_cover'] : [],
    },
  };
  return { place, resource: 'earth_observations', record };
}

/** Cloud over the field where the item has it; else the nearest value that it has, marked as derived. */
function coverOf({ cloud_cover: overField, valid_pixels: valid, 'eo:cloud_cover': overScene }: JsonObject): {
  value: unknown;
  isDerived: boolean;
} {
  if (overField !== undefined) return { value: overField, isDerived: false };
  const value = typeof valid === 'number' ? withoutNoise(100 - valid) : (overScene ?? null);
  return { value, isDerived: value !== null };
}

const percent = (value: unknown) => (value === undefined || value === null ? null : { value, unit: 'percent' });
const angle = (value: unknown) => (value === undefined || value === null ? null : { value, unit: 'degree' });

const { enum: indexNames = [] } = resolvePointer('#/components/schemas/IndexName');

/** The contract's statistics and the other words for them that are in use. */
const statisticNames: Readonly<Record<string, readonly string[]>> = {
  mean: ['mean', 'average'],
  median: ['median', 'p50', 'percentile_50'],
  min: ['min', 'minimum'],
  max: ['max', 'maximum'],
  std_dev: ['std_dev', 'stddev', 'stdev', 'std'],
  p10: ['p10', 'percentile_10'],
  p90: ['p90', 'percentile_90'],
  sample_count: ['sample_count', 'valid_count', 'count'],
  no_data_count: ['no_data_count', 'nodata_count', 'nodata'],
};

function indicesOf(properties: JsonObject): unknown {
  if (Array.isArray(properties.indices)) return properties.indices;
  return indexNames.flatMap((index) => {
    const nested = properties[index];
    const read = (name: string) =>
      (isRecord(nested) ? nested[name] : undefined) ?? properties[`${index}_${name}`] ?? properties[`${index}:${name}`];
    const statistics = Object.entries(statisticNames).map(([statistic, names]) => {
      return [statistic, names.map(read).find((value) => value !== undefined) ?? null] as const;
    });
    const isKnown = isRecord(nested) || statistics.some(([, value]) => value !== null);
    return isKnown ? [{ name: index, ...Object.fromEntries(statistics) }] : [];
  });
}

/** STAC roles in the contract's words; a file with another role has no place in the record. */
const roles: readonly [stac: string, role: string][] = [
  ['thumbnail', 'thumbnail'],
  ['overview', 'visual'],
  ['visual', 'visual'],
  ['data', 'data'],
];

/** Assets with a public address; those in a bucket (`s3://`) cannot be opened by a front end and are left out. */
function assetsOf(assets: unknown): JsonObject[] {
  return Object.entries(isRecord(assets) ? assets : {}).flatMap(([key, asset]) => {
    if (!isRecord(asset) || typeof asset.href !== 'string' || !/^https?:\/\//.test(asset.href)) return [];
    const own = Array.isArray(asset.roles) ? asset.roles : [];
    const role = roles.find(([stac]) => own.includes(stac) || key === stac)?.[1];
    if (!role) return [];
    const index = indexNames.find((name) => key.toLowerCase() === name) ?? null;
    return [{ role, index, href: asset.href, media_type: typeof asset.type === 'string' ? asset.type : null }];
  });
}
